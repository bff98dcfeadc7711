import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { ApprovalTable } from '@assay/core/approval/policy';
import { defineCalls } from '@assay/core/schema/call';
import { settableClock } from '@assay/platform/clock';
import type { EngineStatus } from '@assay/platform/engine/status';
import { ownSite } from '@assay/platform/factors/site';
import { basicLimits, joinLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { callSet } from '@assay/platform/http/route';
import { createHttp } from '@assay/platform/http/server';
import { createLog, silentLog } from '@assay/platform/log';
import { mailMigrations, Outbox } from '@assay/platform/mail/outbox';
import { Client, cookiesOf, type Received } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { z } from 'zod';
import { limits } from '../identity/schema/index.ts';
import { createOperators, operatorMigrations, staffApprovals } from './index.ts';

/** 2026-01-01T00:00:00Z: a clock that only the test moves. */
const START = 1_767_225_600_000;
export const HOUR = 3_600_000;

export const ENGINE: EngineStatus = {
  realm: 'demo',
  state: 'ready',
  epoch: 3,
  seq: 128_394,
  durableSeq: 128_394,
  head: 'ab'.repeat(32),
  waiting: 0,
  batches: 900,
  commitWaitsMs: 0,
  trouble: '',
  lastCommitMs: 1.5,
  finding: '',
};

/** A call for people, on which staff must count as not logged in. */
const peopleCalls = defineCalls({
  whoAmI: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Says whether anybody is there.',
    input: z.strictObject({}),
    output: z.strictObject({ known: z.boolean() }),
    refusals: [],
  },
  mine: {
    method: 'GET',
    auth: 'user',
    summary: 'For people with a session.',
    input: z.strictObject({}),
    output: z.strictObject({}),
    refusals: [],
  },
});

/** The only number of somebody who has registered. */
export const CUSTOMER = 1000;

/** The module on a server of its own; in a production when it is no trial. */
export async function startOperators(trial = true) {
  const owner = await createTestDatabase([...mailMigrations(), ...operatorMigrations()]);
  const database = owner.app;
  const clock = settableClock(START);
  const outbox = new Outbox(database);
  const messages = new Messages();
  const engines = [{ status: ENGINE }];
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-staff-'));
  const operators = await createOperators({
    ...{ database, dataDir, messages, outbox, engines, mail: false, trial },
    log: silentLog,
    site: ownSite('', 8080, 'Assay'),
    jobs: () => [],
    isCustomer: async (userId) => userId === CUSTOMER,
    approvals: new ApprovalTable([staffApprovals], { samePersonAllowed: trial }),
    submit: () => Promise.reject(new Error('no engine')),
  });
  const person = { userId: 1000, realm: 'real', sessionId: 's' } as const;
  const people = {
    holds: () => true,
    authenticate: ({ token }: { token: string }) => (token === 'person' ? person : 'none'),
    alive: () => true,
    onEnded: () => () => undefined,
  } as const;
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const http = createHttp({
    authenticator: operators.authenticator(people),
    calls: [
      operators.calls,
      callSet(peopleCalls, {
        whoAmI: (_input, { actor }) => ({ known: actor !== null }),
        mine: () => ({}),
      }),
    ],
    log: createLog('warn', sink as never),
    messages,
    limits: new Limits(joinLimits(basicLimits, limits)),
    clock,
    checkOutputs: true,
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const links = async () => {
    const all = await operators.firstLinks('http://localhost', clock.now());
    return all.map((one) => one.link.split('#')[1] ?? '');
  };
  const link = async () => (await links())[0] ?? '';
  const sentBy = (entered: Received) => {
    const token: string = entered.data.token;
    return {
      token,
      cookie: cookiesOf(entered),
    };
  };
  const enterBy = async (secret: string, code?: string) =>
    sentBy(await client.post('operatorEnter', { link: secret, code }, { browser: true }));
  const enter = async () => enterBy(await link());
  const stop = async () => {
    client.close();
    await http.stop();
    await owner.drop();
    fs.rmSync(dataDir, { recursive: true });
  };
  return {
    logged: () => logged,
    database: owner,
    clock,
    outbox,
    http,
    client,
    links,
    link,
    enter,
    enterBy,
    sentBy,
    stop,
  };
}

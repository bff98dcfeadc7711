import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rightsOfRoles } from '@assay/core/approval/rights';
import { settableClock } from '@assay/platform/clock';
import { Files, filesMigrations } from '@assay/platform/files/files';
import { ObjectFolder } from '@assay/platform/files/folder';
import type { Actor } from '@assay/platform/http/context';
import { basicLimits, joinLimits, scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp } from '@assay/platform/http/server';
import { Decoder } from '@assay/platform/images/decoder';
import { picture } from '@assay/platform/images/images.suite';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { createSupport, supportMigrations } from './index.ts';
import { ANSWER_WITHIN_MS, OPEN_MAX } from './rules/index.ts';
import { limits, type SupportFact } from './schema/index.ts';

export const START = 1_767_225_600_000;
export const OWN_HOST = 'assay.example';
/** Members who answer are s1 to s40, and whoever has a verification case of p1 is s9. */
const MEMBERS = 40;

const rights = rightsOfRoles(['support', 'configMaker']);

/** `p1000` is a person, `demo1000` the same one in the virtual account, `s1` a member of staff. */
function actorOf(token: string): Actor | 'none' {
  const number = Number(/\d+$/.exec(token)?.[0]);
  if (token.startsWith('s')) {
    const operator = { operatorId: number, person: number, name: token, rights, accounts: [] };
    return { userId: -number, realm: 'real', sessionId: token, operator };
  }
  const realm = token.startsWith('demo') ? 'demo' : 'real';
  return number > 0 ? { userId: number, realm, sessionId: token } : 'none';
}

/** What was published, by channel and reader: `people 7` or `staff -1`. */
function recorder(name: string, published: [string, unknown][], readers: Set<string>) {
  const sources: ((name: string, userId: number) => unknown)[] = [];
  const declare = (_realm: string, _prefix: string, _options: object, source: unknown) => {
    const { snapshot } = source as { snapshot(name: string, reader: object): unknown };
    sources.push((channel, userId) => snapshot(channel, { userId, realm: 'real' }));
    return {
      publish: (_channel: string, delta: unknown, userId = 0) =>
        void published.push([`${name} ${userId}`, delta]),
      hasReaders: (_channel: string, userId = 0) => readers.has(`${name} ${userId}`),
      renew: () => undefined,
    };
  };
  return { declare, sources };
}

const notHere = () => Promise.reject(new Error('this bench has no accounts'));

/** The module behind the product's HTTP server, with images and files as in the product. */
export async function startSupportBench() {
  const database = await createTestDatabase([...filesMigrations(), ...supportMigrations()]);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-support-'));
  const clock = settableClock(START);
  const messages = new Messages();
  const store = new ObjectFolder(path.join(dataDir, 'files'));
  const files = await Files.start({ database: database.app, dataDir, store });
  const decoder = new Decoder({ log: silentLog });
  const facts: SupportFact[] = [];
  const records: { action: string; subject?: string; by: string; detail?: unknown }[] = [];
  const noted: string[] = [];
  const published: [string, unknown][] = [];
  const readers = new Set<string>();
  const house = { answerWithinMs: ANSWER_WITHIN_MS, mostOpen: OPEN_MAX };
  const support = createSupport({
    ...{ database: database.app, files, decoder, marker: decoder, messages },
    ownHosts: [OWN_HOST],
    answerWithinMs: () => house.answerWithinMs,
    mostOpen: () => house.mostOpen,
    registered: {
      customer: async (userId) => ({
        ...{ name: 'Ana Sousa', email: `ana${userId}@mail.example`, phone: '' },
        ...{ country: 'PT', createdAt: START },
      }),
      findCustomer: async (account) => (Number(account) > 0 ? Number(account) : null),
      restrictionsOf: async () => [],
      // apps/server/freezes.test.ts tries these, with the accounts that they are about.
      placeStaffFreeze: notHere,
      noteStaffFreeze: notHere,
      frozenByStaffSince: notHere,
      liftStaffFreeze: notHere,
      sessionsOf: notHere,
      endSessionsByStaff: notHere,
      noteFactorRemovalAsked: notHere,
      removeFactorsByStaff: notHere,
      noteFactorsRemoved: notHere,
      noteFreezeLiftAsked: notHere,
      liftFreezeByStaff: notHere,
      noteFreezeLifted: notHere,
      noteUnmasked: async (userId, detail) => void noted.push(`${userId} ${detail}`),
    },
    verified: {
      levelsOf: async () => ({ junior: 'approved', senior: 'none', address: 'none' }),
      worksFor: async (operatorId, userId) => operatorId === 9 && userId === 1,
    },
    colleagues: {
      answering: async () =>
        Array.from({ length: MEMBERS }, (_, at) => ({ operatorId: at + 1, name: `s${at + 1}` })),
      record: async ({ actor }, { action, subject = '', detail }) => {
        const by = actor.operator.name;
        records.push({ action, subject, by, ...(action === 'readRatings' && { detail }) });
      },
    },
  });
  support.onFact((fact) => void facts.push(fact));
  const staffStream = recorder('staff', published, readers);
  support.stream(recorder('people', published, readers), staffStream);
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => actorOf(token),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [support.calls],
    ...{ log: silentLog, messages, clock, checkOutputs: true },
    limits: new Limits(scaleLimits(joinLimits(basicLimits, limits), 10_000)),
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const get = (token: string, name: string, fields: Record<string, string> = {}) =>
    client.get(name, fields, { token });
  const post = (token: string, name: string, fields: object = {}) =>
    client.post(name, fields, { token });
  return {
    ...{
      house,
      database,
      clock,
      files,
      facts,
      records,
      noted,
      published,
      readers,
      client,
      support,
    },
    ...{ get, post, staffStream },
    /** What was refused, else the code of the answer. */
    async said(token: string, name: string, fields: object = {}): Promise<string | number> {
      const { code, data } = await post(token, name, fields);
      return data?.refusal ?? code;
    },
    async open(token: string, more: object = {}): Promise<number> {
      const fields = { topic: 'trading', text: 'Where is my order?', ...more };
      const { code, data, message } = await post(token, 'openSupport', fields);
      if (code !== 0) throw new Error(message);
      return data.ticketId;
    },
    async upload(token: string, seed = 1) {
      const raw = { type: 'image/jpeg', text: await picture(seed, { width: 400, height: 300 }) };
      return client.send('POST', '/web/uploadSupportFile?fileName=a.jpg', { raw, token });
    },
    /** Runs a job of the module now. */
    async run(name: string) {
      const job = support.jobs.find((one) => one.name === name);
      await job?.run(clock.now(), new AbortController().signal);
    },
    async stop() {
      decoder.stop();
      client.close();
      await http.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApprovalTable } from '@assay/core/approval/policy';
import { rightsOfRoles } from '@assay/core/approval/rights';
import { HOUR } from '@assay/core/time';
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
import { Client, type Received } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { CountryPolicy } from '../identity/index.ts';
import { operatorMigrations } from '../operators/index.ts';
import { Proposals } from '../operators/proposals.ts';
import { ProposalStore } from '../operators/store/proposals.ts';
import { createVerification, verificationApprovals, verificationMigrations } from './index.ts';
import type { ProviderSettings } from './provider/provider.ts';
import { DECIDE_WITHIN_MS, type FieldReason } from './rules.ts';
import { limits, type VerificationFact } from './schema.ts';

export const START = 1_767_225_600_000;

/** The rights of members of staff; `s1` has what both roles of verification have together. */
const STAFF = new Map([
  ['s', rightsOfRoles(['verification', 'financeChecker'])],
  ['verifier', rightsOfRoles(['verification'])],
  ['checker', rightsOfRoles(['financeChecker'])],
]);

/** `p1000` is a person, `demo1000` the same one in the virtual account, `s1` a member of staff. */
function actorOf(token: string): Actor | 'none' {
  const number = Number(/\d+$/.exec(token)?.[0]);
  if (STAFF.has(kindOf(token))) {
    const operator = staffOf(token);
    return { userId: -number, realm: 'real', sessionId: token, operator };
  }
  const realm = token.startsWith('demo') ? 'demo' : 'real';
  return number > 0 ? { userId: number, realm, sessionId: token } : 'none';
}

type Verdict = 'approve' | 'reject' | 'withdraw';
type Prepared = { readonly proposalId: string; readonly digest: string };

const kindOf = (token: string) => token.replace(/\d+$/, '');

const staffOf = (token: string) => {
  const number = Number(/\d+$/.exec(token)?.[0]);
  const rights = STAFF.get(kindOf(token)) ?? rightsOfRoles([]);
  return { operatorId: number, person: number, name: token, accounts: [], rights };
};

async function addMember({ pool }: TestDatabase, name: string): Promise<void> {
  await pool.query(`with person as (insert into staff_person (created_at) values (0) returning *)
    insert into operator (name, person_id, roles, created_at)
    select '${name}', person_id, '{}', 0 from person`);
}

/** The module behind the product's HTTP server, with images and files as in the product. */
export async function startVerificationBench({
  samePersonAllowed = false,
  provider = null as ProviderSettings | null,
  submitsAnHour = 50_000,
} = {}) {
  const database = await createTestDatabase([
    ...[...operatorMigrations(), ...filesMigrations(), ...verificationMigrations()],
  ]);
  for (const name of ['s1', 's2', 's3']) await addMember(database, name);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-verification-'));
  const clock = settableClock(START);
  const messages = new Messages();
  const submits = { account: [{ max: submitsAnHour, ms: HOUR }] };
  const wide = scaleLimits(joinLimits(basicLimits, limits), 10_000);
  const brakes = new Limits({ ...wide, verificationSubmit: submits });
  const store = new ObjectFolder(path.join(dataDir, 'files'));
  const files = await Files.start({ database: database.app, dataDir, store });
  const decoder = new Decoder({ log: silentLog });
  const facts: VerificationFact[] = [];
  const make = (own = new Messages()) =>
    createVerification({
      ...{ database: database.app, dataDir, files, decoder, marker: decoder, messages: own },
      limits: brakes,
      policy: new CountryPolicy('byCountry', false),
      registered: { countryOf: async () => 'US' },
      decideWithinMs: () => DECIDE_WITHIN_MS,
      provider,
    });
  const verification = await make(messages);
  verification.onFact((fact) => void facts.push(fact));
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => actorOf(token),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [verification.calls],
    surfaces: verification.surfaces,
    ...{ log: silentLog, messages, clock, checkOutputs: true },
    limits: brakes,
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const proposals = new Proposals({
    store: new ProposalStore(database.app),
    table: new ApprovalTable([verificationApprovals], { samePersonAllowed }),
    plain: {
      refuseVerification: verification.refusal,
      // Each person has one conversation, of their own number.
      correctVerification: verification.correction(async (ticket, userId) => ticket === userId),
    },
    submit: () => Promise.reject(new Error('no engine')),
  });
  const propose = async (
    token: string,
    command: { readonly type: string; readonly body: object },
  ) => {
    const proposalId = randomUUID();
    const wanted = { proposalId, realm: 'real', ...command, reason: 'see the pictures' } as const;
    const by = { staff: staffOf(token), now: clock.now() };
    const made = await proposals.prepare({ ...wanted, ...by });
    const refusal = 'refusal' in made ? (made.detail?.why ?? made.refusal) : null;
    return { proposalId, digest: 'digest' in made ? made.digest : '', refusal };
  };
  const bench = {
    ...{ database, clock, files, facts, verification, client, dataDir, again: make },
    get: (token: string, name: string, fields: Record<string, string> = {}) =>
      client.get(name, fields, { token }),
    post: (token: string, name: string, fields: object = {}) =>
      client.post(name, fields, { token }),
    async send(token: string, slot: string, seed: number): Promise<Received> {
      const raw = { type: 'image/jpeg', text: await picture(seed, { width: 400, height: 300 }) };
      const query = `slot=${slot}&fileName=${slot}.jpg`;
      return client.send('POST', `/web/uploadVerificationPhoto?${query}`, { raw, token });
    },
    propose,
    /** Prepares the refusal of a case: the proposal, or why not. */
    prepare: (token: string, caseId: number, reasons: readonly FieldReason[]) =>
      propose(token, { type: 'refuseVerification', body: { caseId, reasons } }),
    /** What becomes of a decision: `done`, or why it is refused. */
    async decide(token: string, said: Prepared, verdict: Verdict) {
      const { proposalId, digest } = said;
      const by = { staff: staffOf(token), now: clock.now() };
      const decided = await proposals.decide({ proposalId, digest, verdict, ...by });
      return decided.refusal === undefined ? 'done' : (decided.detail?.why ?? decided.refusal);
    },
    /** The number of the case that waits longest. */
    async nextCase(): Promise<number> {
      const { data } = await bench.get('s1', 'getVerificationQueue');
      return data.cases[0].caseId;
    },
    async approve(by = 's1'): Promise<void> {
      const caseId = await bench.nextCase();
      await bench.post(by, 'claimVerification', { caseId });
      const { code, message } = await bench.post(by, 'approveVerification', { caseId });
      if (code !== 0) throw new Error(message);
    },
    async stop() {
      decoder.stop();
      client.close();
      await http.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
  return bench;
}

export const JUNIOR = { country: 'PT', type: 2, name: 'Ana Sousa', number: 'ab 123-456' };

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LimitTable } from '@assay/core/schema/limits';
import { settableClock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { MigrationSet } from '@assay/platform/db/migrate';
import { basicLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import { createHttp } from '@assay/platform/http/server';
import { createLog, silentLog } from '@assay/platform/log';
import { createMailer } from '@assay/platform/mail/mailer';
import { mailMigrations, Outbox } from '@assay/platform/mail/outbox';
import { Client, cookiesOf, type Received } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { createIdentity, type Identity, identityMigrations } from './index.ts';
import { limits as identityLimits } from './schema/index.ts';

/** No limits, for tests that are not about them. */
export const wideLimits: LimitTable = Object.fromEntries(
  Object.keys({ ...basicLimits, ...identityLimits }).map((name) => [name, {}]),
);

export const PASSWORD = 'correct horse battery';

/** 2026-01-01T00:00:00Z: a clock that only tests move. */
const START = 1_767_225_600_000;

/** A module that depends on identity and is served with it. */
export interface DependentModule {
  readonly migrations: MigrationSet[];
  start(ground: {
    readonly database: Database;
    readonly dataDir: string;
    readonly messages: Messages;
    readonly identity: Identity;
  }): CallSet | Promise<CallSet>;
}

interface IdentityBenchOptions {
  readonly limits?: LimitTable;
  readonly trustProxy?: readonly string[];
  readonly invitationRequired?: boolean;
  readonly phoneAvailable?: boolean;
  readonly dependent?: DependentModule;
}

/** The whole module behind a real server on a database of its own. */
export async function startIdentity(options: IdentityBenchOptions = {}) {
  const { dependent } = options;
  const tables = [...mailMigrations(), ...identityMigrations(), ...(dependent?.migrations ?? [])];
  const owner = await createTestDatabase(tables);
  // What is tested has the rights of the product.
  const database = owner.app;
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-identity-'));
  const clock = settableClock(START);
  const outbox = new Outbox(database);
  const from = 'Assay <no-reply@localhost>';
  const mail = { outbox, log: silentLog, smtpUrl: '', from, showInLog: false, clock };
  const mailer = createMailer(mail);
  const messages = new Messages();
  const limits = new Limits(options.limits ?? wideLimits);
  const opened: number[] = [];
  const resets: (string | undefined)[] = [];
  const virtual = { usedUp: false };
  const funds = { empty: true };
  const receipt = { seq: 1, at: START, hash: '' };
  const identity = await createIdentity({
    database,
    dataDir,
    mailer,
    messages,
    limits,
    invitationRequired: options.invitationRequired ?? false,
    phoneAvailable: options.phoneAvailable ?? true,
    siteName: 'Assay',
    publicUrl: '',
    port: 8080,
    log: silentLog,
    virtualAccounts: {
      open: async (userId) => {
        if (opened.includes(userId)) return true;
        if (virtual.usedUp) return false;
        opened.push(userId);
        return true;
      },
      end: async () => undefined,
      reset: async (userId, commandId) => {
        resets.push(commandId);
        if (!opened.includes(userId)) return { ok: false, refusal: 'notOpen', ...receipt };
        return { ok: true, value: {}, ...receipt };
      },
    },
    funds: {
      usdt: (_userId, realm) => (realm === 'demo' ? '100000' : '0'),
      isEmpty: () => funds.empty,
    },
  });
  const ground = { database, dataDir, messages, identity };
  const http = createHttp({
    authenticator: identity.authenticator,
    calls: [identity.calls, ...(dependent === undefined ? [] : [await dependent.start(ground)])],
    // Shows faults of handlers, of which an answer contains only the id.
    log: createLog('error'),
    messages,
    limits,
    clock,
    trustProxy: options.trustProxy ?? [],
    checkOutputs: true,
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  return {
    ...ground,
    owner,
    http,
    client,
    clock,
    outbox,
    mailer,
    opened,
    resets,
    virtual,
    funds,
    async stop() {
      client.close();
      await http.stop();
      await mailer.stop();
      await owner.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type IdentityBench = Awaited<ReturnType<typeof startIdentity>>;

export interface Proof {
  readonly codeId: string;
  readonly code: string;
}

/** Asks for a code and reads it in the message. */
export async function askCode(
  bench: IdentityBench,
  account: string,
  purpose = 'register',
): Promise<Proof> {
  const asked = await bench.client.post('getCode', { kind: 'email', account, purpose });
  if (asked.code !== 0) throw new Error(`No code: ${asked.text}`);
  await bench.mailer.settled();
  const [latest] = await bench.outbox.latest(1);
  const code = /\b[0-9]{8}\b/.exec(latest?.content ?? '')?.[0] ?? '00000000';
  return { codeId: asked.data.codeId, code };
}

export function registration(account: string, proof: Proof, more: object = {}): object {
  return {
    kind: 'email',
    account,
    country: 'DE',
    password: PASSWORD,
    passwordAgain: PASSWORD,
    agreement: true,
    ...proof,
    ...more,
  };
}

/** A registered person with a session in a browser. */
export async function registerPerson(bench: IdentityBench, account: string, more: object = {}) {
  const proof = await askCode(bench, account);
  const fields = registration(account, proof, more);
  const reply = await bench.client.post('userRegister', fields, { browser: true });
  if (reply.code !== 0) throw new Error(`Not registered: ${reply.text}`);
  return { ...sessionOf(reply), info: reply.data };
}

/** What a browser keeps after a login. */
export function sessionOf(reply: Received) {
  return { token: String(reply.data.token), cookie: cookiesOf(reply), browser: true };
}

export function logIn(bench: IdentityBench, account: string, password = PASSWORD, more = {}) {
  return bench.client.post('userLogin', { account, password, ...more }, { browser: true });
}

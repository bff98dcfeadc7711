import { rightsOfRoles } from '@assay/core/approval/rights';
import { FIRST_USER } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { LimitTable } from '@assay/core/schema/limits';
import type { CfdCallsOptions } from '@assay/modules/cfd';
import { CountryPolicy } from '@assay/modules/identity';
import type { Authenticator } from '@assay/platform/http/context';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp, type Http } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Hub } from '@assay/platform/streams/hub';
import { Client, type Received } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { limitTable } from '../limits.ts';
import { engineTables } from '../migrations.ts';
import { startTrading, type Trading } from '../trading.ts';
import { startTestRealm, type TestRealm, type TestRealmOptions } from './test-realm.ts';

export interface TestServerOptions extends Omit<TestRealmOptions, 'db' | 'realm'> {
  /** The rate limits; without them no request is refused because of its rate. */
  readonly limits?: LimitTable;
  /** The ticks by which receipts of contracts are proved; by default none. */
  readonly evidence?: CfdCallsOptions['evidence'];
  /** What law holds; by default that of each country, here Germany. */
  readonly policies?: 'byCountry' | 'unrestricted';
  /** Off for measuring: checking answers against their tables costs more than making them. */
  readonly checkOutputs?: boolean;
}

/**
 * Both realms behind the product's HTTP server and streams, on a free port of this machine.
 *
 * A session is a token that says whose it is: `demo-1000` is user 1000 in the virtual account,
 * `real-1001` is user 1001. Users get their funds from `server.demo.newUser()`.
 *
 * ```ts
 * const server = await startTestServer();
 * const alice = await server.demo.newUser();
 * const answer = await server.post(alice, 'placeOrder', { market: 'BTCUSDT', … });
 * expect(answer).toMatchObject({ status: 200, code: 0 });
 * await server.stop();
 * ```
 *
 * Answers are checked against the tables of calls: one that does not fit is a fault (code 5).
 */
export interface TestServer {
  readonly origin: string;
  readonly http: Http;
  readonly hub: Hub;
  readonly trading: Trading;
  readonly demo: TestRealm;
  readonly real: TestRealm;
  readonly client: Client;
  /** A call by a user of the virtual account; null: by a visitor. */
  get(user: number | null, name: string, fields?: Record<string, string>): Promise<Received>;
  post(user: number | null, name: string, fields?: object): Promise<Received>;
  stop(): Promise<void>;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const db = await createTestDatabase(engineTables(options.parts));
  const demo = await startTestRealm({ ...options, db, realm: 'demo' });
  const real = await startTestRealm({ ...options, db, realm: 'real' });
  const { clock } = demo;
  const messages = new Messages();
  // Streams have timers of their own, which a clock that stands still would delay.
  const hub = new Hub({ authenticator: trusting, log: silentLog });
  const engines = { real: real.engine, demo: demo.engine };
  // Nobody here has chosen to prove trades.
  const identity = { proveTrade: () => null, addPersonalRecords: () => undefined };
  messages.add({ en: { 'refusal.stepUpNeeded': 'Confirm it.', 'refusal.stepUpWrong': 'No.' } });
  const trading = await startTrading({
    ...{ engines, db: db.app, clock, hub, identity, messages },
    policyOf: async () => new CountryPolicy(options.policies ?? 'byCountry', false).of('DE'),
    evidence:
      options.evidence ??
      (() => {
        throw new Error('nothing here has a log of ticks');
      }),
    pricing: () => {
      throw new Error('nothing here has past prices');
    },
  });
  const http = createHttp({
    authenticator: trusting,
    calls: trading.calls,
    log: options.log ?? silentLog,
    messages,
    clock,
    limits: new Limits(options.limits ?? scaleLimits(limitTable, 10_000)),
    checkOutputs: options.checkOutputs ?? true,
  });
  http.onUpgrade('/web/stream', hub.upgrade);
  const origin = await http.listen(0, '127.0.0.1');
  const client = new Client(origin);
  const by = (user: number | null) => (user === null ? {} : { token: tokenOf('demo', user) });
  return {
    origin,
    http,
    hub,
    trading,
    demo,
    real,
    client,
    get: (user, name, fields) => client.get(name, fields, by(user)),
    post: (user, name, fields) => client.post(name, fields, by(user)),
    stop: async () => {
      client.close();
      const stopped = http.stop();
      hub.close();
      await stopped;
      await demo.stop();
      await real.stop();
      await db.drop();
    },
  };
}

/** The token of a user's session in a realm. */
export function tokenOf(realm: Realm, userId: number): string {
  return `${realm}-${userId}`;
}

/** Trusts the token: tests of identity check who may have a session. */
export const trusting: Authenticator = {
  holds: () => true,
  authenticate: ({ token }) => {
    const [realm, user] = token.split('-');
    const userId = Number(user);
    if (!REALMS.includes(realm as Realm) || !(userId >= FIRST_USER)) return 'none';
    return { userId, realm: realm as Realm, sessionId: token };
  },
  alive: () => true,
  onEnded: () => () => undefined,
};

/** The same, and trusts a token such as `staff-3` to be staff who prepare what pays. */
export const trustingStaff: Authenticator = {
  ...trusting,
  authenticate: (credentials, now) => {
    const [kind, id] = credentials.token.split('-');
    if (kind !== 'staff') return trusting.authenticate(credentials, now);
    const operatorId = Number(id);
    const rights = rightsOfRoles(['financeMaker']);
    const operator = { operatorId, person: operatorId, name: 'Kim', rights, accounts: [] };
    return { userId: -operatorId, realm: 'real', sessionId: `op.${id}`, operator };
  },
};

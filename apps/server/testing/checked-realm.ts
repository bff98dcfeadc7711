import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { SignedHead } from '@assay/core/receipt/head';
import { createDice } from '@assay/core/testing/dice';
import type { CheckHost, CheckService } from '@assay/platform/check/service';
import { settableClock } from '@assay/platform/clock';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { OperatorStore } from '../../../modules/operators/store/index.ts';
import { createCheckService } from '../checks/service.ts';
import { serverTables } from '../migrations.ts';
import { startTestRealm, TEST_START_AT, type TestRealm } from './test-realm.ts';

/** A realm whose engine is checked, on a database with all tables of a server. */
export interface CheckedRealm {
  readonly realm: TestRealm;
  readonly service: CheckService;
  readonly dataDir: string;
  readonly db: TestDatabase;
  /** What the check has found, by realm; `shared` for what both share. */
  readonly found: readonly string[];
  readonly heads: readonly SignedHead[];
  /** Stops engine and check; with the same database and folder another one can be opened. */
  stop(): Promise<void>;
  /** Drops the database and the folder. */
  drop(): Promise<void>;
}

export interface CheckedOptions {
  readonly db: TestDatabase;
  readonly dataDir: string;
  readonly build?: string;
  /** Another way to the database for the check. */
  readonly checkUrl?: string;
  /** What the server would say of a command, where the test knows better. */
  readonly confirm?: CheckHost['confirm'];
}

export async function newPlace(): Promise<CheckedOptions> {
  const db = await createTestDatabase(serverTables());
  return { db, dataDir: fs.mkdtempSync(path.join(os.tmpdir(), 'assay-check-')) };
}

export async function openChecked(options: CheckedOptions): Promise<CheckedRealm> {
  const { db, dataDir, build = 'one' } = options;
  const found: string[] = [];
  const heads: SignedHead[] = [];
  const clock = settableClock(TEST_START_AT);
  let realm: TestRealm | null = null;
  const host: CheckHost = {
    confirm:
      options.confirm ??
      (async (_realm, seq) => {
        const durableSeq = realm?.engine.status.durableSeq ?? 0;
        return { matches: seq === durableSeq ? true : null, durableSeq };
      }),
    found: (where, findings) => {
      found.push(...findings.map((finding) => `${where ?? 'shared'}: ${finding}`));
      if (where === 'demo') realm?.engine.halt(findings[0] ?? '');
    },
    signed: (head) => heads.push(head),
    warn: (error) => found.push(`warning: ${String(error)}`),
  };
  const settings = { databaseUrl: options.checkUrl ?? db.url, dataDir, build };
  const service = createCheckService(settings, host, () => clock.now());
  const check = (loaded: { seq: number; head: string; stateHash(): string }) => {
    const { seq, head } = loaded;
    return service.begin('demo' satisfies Realm, {
      seq,
      head,
      stateHash: loaded.stateHash(),
      isMigrated: false,
    });
  };
  realm = await startTestRealm({ db, clock, build, check });
  const stop = async () => {
    await realm.stop();
    await service.stop();
  };
  return {
    ...{ realm, service, dataDir, db, found, heads, stop },
    drop: async () => {
      await db.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

/** The first of the four people of a seed. */
export const firstUser = (seed: number): number => FIRST_USER + seed * 4;

/** Some people who trade in two markets, with orders, stops and rates of their own. */
export async function tradeSome({ realm }: CheckedRealm, seed: number, rounds = 40): Promise<void> {
  const dice = createDice(seed);
  const grants = [
    { asset: 'USDT', amount: '50000' },
    { asset: 'BTC', amount: '1' },
    { asset: 'ETH', amount: '10' },
  ];
  const users = [0, 1, 2, 3].map((i) => firstUser(seed) + i);
  for (const userId of users) await realm.must(userId, 'openVirtualAccount', { userId, grants });
  const fees = { market: 'ETHUSDT', makerFeePpm: 700, takerFeePpm: 800 };
  await realm.must(OWNER.setup, 'setMarketFees', fees);
  await realm.must(OWNER.setup, 'setMarketLimits', {
    ...{ market: 'ETHUSDT', minNotional: '4.5', priceWarningPpm: 40_000 },
    ...{ bidMultiplierUpPpm: 4_000_000, bidMultiplierDownPpm: 250_000 },
    ...{ askMultiplierUpPpm: 6_000_000, askMultiplierDownPpm: 150_000 },
  });
  await realm.must(OWNER.setup, 'setFeeTier', { userId: users[0], makerPpm: 10, takerPpm: 20 });
  for (let i = 0; i < rounds; i += 1) {
    const market = dice.pick(['BTCUSDT', 'ETHUSDT']);
    const price = market === 'BTCUSDT' ? 90_000 + dice.int(-40, 40) : 3_000 + dice.int(-20, 20);
    if (i % 10 === 0) await realm.quote({ BTCUSDT: String(90_000 + i), ETHUSDT: '3000' });
    const userId = dice.pick(users);
    const order = {
      market,
      side: dice.pick(['buy', 'sell'] as const),
      quantity: market === 'BTCUSDT' ? '0.002' : '0.05',
      clientOrderId: dice.int(0, 1) === 0 ? `own-${seed}-${i}` : undefined,
    };
    const id = dice.int(0, 1) === 0 ? `id-${seed}-${i}` : undefined;
    await realm.place(userId, { ...order, type: 'limit', limitPrice: String(price) }, id);
    realm.clock.advance(dice.int(0, 500));
  }
  const stop = { market: 'BTCUSDT', type: 'stopMarket', quantity: '0.01' } as const;
  await realm.place(users[0]!, { ...stop, side: 'buy', triggerPrice: '95000' });
}

/** A member of staff enters, reads the outbox and leaves, as the record has it. */
export async function actAsStaff(db: TestDatabase): Promise<void> {
  const store = new OperatorStore(db);
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const now = Date.now();
  await store.addLink(hash('link'), { operatorId: null, maker: null }, now, now + 60_000);
  const sessionId = `op.${'A'.repeat(22)}`;
  const from = { ip: '127.0.0.1', userAgent: 'test', expiresAt: now + 60_000 };
  const session = { sessionId, tokenHash: hash('token'), bindHash: hash('half'), ...from };
  await store.enter({ linkHash: hash('link'), codeHash: null }, session, now);
  for (const action of ['entered', 'readOutbox', 'left']) {
    await store.record(sessionId, { action }, '127.0.0.1', now);
  }
}

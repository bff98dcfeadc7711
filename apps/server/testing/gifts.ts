import { accountId, WALLET } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { FEE_TIER_DAYS } from '@assay/core/order/fee-tier';
import { createPromotion } from '@assay/modules/promotion';
import { createRewards } from '@assay/modules/rewards';
import { readHasTraded } from '@assay/modules/spot';
import { expect } from 'vitest';
import { feesByDay, promotionRealm, rewardsRealm } from '../rewards.ts';
import type { TestRealm } from './test-realm.ts';

export const RATES = [200_000, 80_000, 40_000, 20_000];
export const AMOUNTS = [1, 2, 3, 4, 5, 6, 7].map((cents) => cents * 1_000_000);

/** Whose accounts are closed, and of whom it is not known who they are. */
export const closed = new Set<number>();
export const unverified = new Set<number>();

/** The module around the engine, with people who were invited as the test says. */
export function promotionAround(
  realm: TestRealm,
  invited: readonly { userId: number; referrerId: number }[],
) {
  const prices = { usdt: () => null };
  const promotion = createPromotion(realm.db, promotionRealm(realm.engine, realm.db, prices), {
    ratesPpm: () => RATES,
    waitDays: () => 1,
    allowedLevels: async (userId) => (closed.has(userId) ? 0 : userId % 2 === 0 ? 4 : 2),
    isVerified: async (userId) => !unverified.has(userId),
    invited: async (after) => invited.filter(({ userId }) => userId > after),
    codeOf: async () => 'ABCDEFGH',
    customer: async () => ({ name: '', phone: '' }),
    sharedNetworks: async (pairs) => pairs.map(() => 0),
  });
  const [bind, pay] = promotion.jobs;
  /** A call as the person or a member of staff makes it. */
  const ask = async (name: string, input: object, userId = 0, of: Realm = 'real') => {
    const set = promotion.calls.find(({ handlers }) => name in handlers)!;
    const context = { actor: { userId, realm: of }, now: realm.clock.now() };
    const answer = await set.handlers[name]!(input as never, context as never);
    return answer as Record<string, unknown>;
  };
  const run = async () => {
    const { signal } = new AbortController();
    await bind!.run(realm.clock.now(), signal);
    await pay!.run(realm.clock.now(), signal);
  };
  return { run, ask };
}

/** Tasks and vouchers around the engine; everything that a task asks for is done by these. */
export function vouchersAround(realm: TestRealm, done: ReadonlySet<number>) {
  const { machines, engine, db } = realm;
  const messages = { add: () => messages as never };
  const gifts = createRewards(db, rewardsRealm(engine, db), {
    ...{ messages, amounts: () => AMOUNTS, invitation: () => ({ ratesPpm: RATES, waitDays: 1 }) },
    verified: async () => 'junior' as const,
    isOffered: async (userId) => !closed.has(userId),
    areOptionsOffered: async (userId) => !closed.has(userId),
    areContractsOffered: async (userId) => !closed.has(userId),
    isDone: async (kind, userId) =>
      kind === 'firstTrade' ? readHasTraded(db.pool, 'real', userId) : done.has(userId),
    feesByDay: feesByDay({ machines }, db, { usdt: () => 50_000_00000000n }),
    feeTiers: {
      days: FEE_TIER_DAYS,
      schedule: () => [],
      ...{ volumeOf: async () => 0n, ratesOf: () => undefined, cutsOf: async () => [] },
    },
  });
  const ask = async (name: string, input: object, userId = 0, of: Realm = 'real') => {
    const set = gifts.calls.find(({ handlers }) => name in handlers)!;
    const context = { actor: { userId, realm: of }, now: realm.clock.now() };
    const answer = await set.handlers[name]!(input as never, context as never);
    return answer as Record<string, unknown>;
  };
  const run = () => gifts.jobs[0]!.run(realm.clock.now(), new AbortController().signal);
  return { ask, run, records: gifts.personalRecords };
}

/** Sells and buys one BTC at 50,000: fees of 0.1 % on both sides, each in what is received. */
export async function tradeBtc(realm: TestRealm, seller: number, buyer: number): Promise<void> {
  const order = { market: 'BTCUSDT', type: 'limit', quantity: '1', limitPrice: '50000' } as const;
  for (const [user, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const) {
    expect(await realm.place(user, { ...order, side })).toMatchObject({ ok: true });
  }
}

/** What an owner has in the currency wallet and may spend. */
export function availableOf({ machines }: TestRealm, owner: number, asset = 'USDT'): string {
  const { ledger, markets } = machines;
  const account = accountId(owner, WALLET.currency, markets.assetId(asset)!);
  return formatDecimal(ledger.ledger.available(ledger.ledger.find(account)), SCALE);
}

import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import { expect, it } from 'vitest';
import { SHIPPED_FEES } from './fee-terms.ts';
import { creditCalls, volumeCounter } from './rewards.ts';
import { startTestRealm } from './testing/test-realm.ts';

const ORDER = { market: 'BTCUSDT', type: 'limit', quantity: '1', limitPrice: '50000' } as const;

it('CRED-001 CRED-006 the score counts what fee tiers count: no circles, nothing that cost too little', async () => {
  const realm = await startTestRealm({ realm: 'real', house: {} });
  const [ann, ben, cat, dan] = (await realm.newUsers(4, { USDT: '1000000', BTC: '20' })) as [
    ...[number, number, number, number],
  ];
  const house = { ofHouse: (name: string) => SHIPPED_FEES[name as keyof typeof SHIPPED_FEES] };
  const engines = { real: realm.engine, demo: realm.engine };
  const { handlers } = creditCalls(
    { db: realm.db, engines },
    {
      identity: {
        customer: async () => null,
        ...{ hasTradePassword: async () => false, hasEmail: async () => false },
      },
      verification: { levelsOf: async () => ({}) as never },
      parameters: house as never,
      support: { open: () => Promise.reject(new Error('nobody objects')) },
    },
  );
  const shown = async (userId: number): Promise<string> => {
    const context = { actor: { userId, realm: 'real' }, now: realm.clock.now() };
    const answer = await handlers.getCreditScore!({} as never, context as never);
    return (answer as { inputs: { volume: string } }).inputs.volume;
  };
  const trade = async (seller: number, buyer: number) => {
    await realm.place(seller, { ...ORDER, side: 'sell' });
    await realm.place(buyer, { ...ORDER, side: 'buy', selfTrade: 'none' });
  };
  await realm.quote({ BTCUSDT: '50000' });
  await trade(ann, ben);
  await trade(ann, ann);
  await realm.must(staffActor(1), 'joinCluster', { userId: cat, withUserId: ann });
  await trade(ann, cat);
  const fees = { market: 'BTCUSDT', makerFeePpm: 199, takerFeePpm: 499 };
  await realm.must(OWNER.setup, 'setMarketFees', fees);
  await trade(ann, dan);
  const { rows } = await realm.db.pool.query('select from real.trade');
  expect(rows).toHaveLength(4);
  expect(await shown(ann)).toBe('0'); // today is not a whole day yet
  realm.clock.advance(DAY);
  const all = await Promise.all([ann, ben, cat, dan].map(shown));
  expect(all).toEqual(['50000', '50000', '0', '0']);
  const today = Math.floor(realm.clock.now() / DAY) * DAY;
  const counter = volumeCounter(engines, realm.db, house as never);
  expect(await counter(ann, 'real', today - DAY, today)).toBe(50_000n * 10n ** 8n);
  realm.clock.advance(30 * DAY);
  expect(await shown(ann)).toBe('0');
  await realm.stop();
});

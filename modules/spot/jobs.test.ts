import { SPOT } from '@assay/core/order/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { feeTierJob } from './jobs.ts';

const DAY_MS = 86_400_000;
const BTC = 'BTCUSDT';

describe('fee tier job', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await startTestRealm();
  });
  afterAll(() => realm.stop());

  const run = () => {
    const job = feeTierJob({
      realm: 'demo',
      reads: realm.db.pool,
      rulesById: (id) => realm.machines.markets.of(SPOT).marketById(id)?.rules,
      submit: (command) => realm.engine.submit(command),
    });
    return job.run(realm.clock.now(), new AbortController().signal);
  };
  /** -1: pays the rates of the market. */
  const takerPpm = (userId: number) => {
    return realm.machines.spot.ownRates(userId)?.takerPpm ?? -1;
  };

  it('SPOT-271 the volume of whole days sets the rates, once a day, and without volume they return to the first tier', async () => {
    await realm.quote({ [BTC]: '90000' });
    const big = await realm.newUser({ USDT: '60000000' });
    const small = await realm.newUser();
    for (let i = 0; i < 300; i += 1) {
      await realm.place(big, { market: BTC, side: 'buy', type: 'market', quoteAmount: '30000' });
      await realm.quote({ [BTC]: '90000' });
    }
    await realm.place(small, { market: BTC, side: 'buy', type: 'market', quoteAmount: '1000' });
    const circular = await realm.newUser({ USDT: '20000000', BTC: '200' });
    const inside = { market: BTC, type: 'limit', limitPrice: '90000', quantity: '10' } as const;
    for (let i = 0; i < 12; i += 1) {
      await realm.place(circular, { ...inside, side: 'sell' });
      const own = await realm.place(circular, { ...inside, side: 'buy', selfTrade: 'none' });
      expect(own.ok && own.value.fills).toHaveLength(4); // one fill
    }
    await run();
    expect(takerPpm(big)).toBe(-1); // today is not a whole day yet
    realm.clock.advance(DAY_MS);
    await run();
    expect(takerPpm(big)).toBe(900);
    expect(takerPpm(small)).toBe(-1);
    expect(takerPpm(circular)).toBe(-1);
    const { seq } = realm.engine.status;
    await run();
    expect(realm.engine.status.seq).toBe(seq);
    realm.clock.advance(31 * DAY_MS);
    await run();
    expect(takerPpm(big)).toBe(1_000);
    realm.audit();
  });
});

import { SPOT } from '@assay/core/order/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { feeTierJob, staleQuotesJob } from './jobs.ts';
import { QUOTE_MAX_AGE_MS } from './rules.ts';

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

describe('quotes of a feed that stopped', () => {
  it('SPOT-469 are gone a quarter of a second after 2.5 s, and nobody fills against them', async () => {
    const realm = await startTestRealm();
    const { engine, clock } = realm;
    const job = staleQuotesJob({
      realm: 'demo',
      stale: (at, age) => realm.machines.spot.staleQuotes(at, age).length > 0,
      submit: (command) => engine.submit(command),
    });
    expect([job.everyMs, QUOTE_MAX_AGE_MS]).toEqual([250, 2_500]);
    const run = () => job.run(clock.now(), new AbortController().signal);
    const levels = new Map<string, string>();
    engine.onCommit(({ facts }) => {
      for (const fact of facts) {
        if (fact.type !== 'bookChanged' || fact.market !== BTC) continue;
        for (const [side, price, quantity] of fact.levels) levels.set(`${side} ${price}`, quantity);
      }
    });
    const shown = () => [...levels.values()].filter((quantity) => quantity !== '0').length;
    const user = await realm.newUser();
    const order = { market: BTC, side: 'buy', type: 'market', quoteAmount: '1000' } as const;

    await realm.quote({ [BTC]: '90000' });
    clock.advance(QUOTE_MAX_AGE_MS);
    await run();
    expect(shown()).toBe(32);
    expect(await realm.place(user, order)).toMatchObject({ ok: true });

    clock.advance(1);
    const { seq } = engine.status;
    await run();
    expect(shown()).toBe(0);
    expect(await realm.place(user, order)).toMatchObject({ ok: false, refusal: 'noLiquidity' });
    // Nothing is left to withdraw, so nothing more is written.
    await run();
    expect(engine.status.seq).toBe(seq + 2);

    await realm.quote({ [BTC]: '91000' });
    expect(shown()).toBe(32);
    expect(await realm.place(user, order)).toMatchObject({ ok: true });
    realm.audit();
    await realm.stop();
  });
});

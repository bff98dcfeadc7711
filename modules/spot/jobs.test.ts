import { OWNER } from '@assay/core/ledger/owners';
import { MAX_FEE_PPM } from '@assay/core/order/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedBy, feeScheduleAt, SHIPPED_FEES } from '../../apps/server/fee-terms.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { feeTierJob, staleQuotesJob } from './jobs.ts';
import { QUOTE_MAX_AGE_MS } from './rules.ts';

const DAY_MS = 86_400_000;
const BTC = 'BTCUSDT';

describe('fee tier job', () => {
  let realm: TestRealm;
  /** Accounts that are taken for one person. */
  let persons: { userId: number; clusterId: number }[] = [];
  /** Lower rates in the third step, for what begins then. */
  let changesAt = Number.POSITIVE_INFINITY;
  beforeAll(async () => {
    realm = await startTestRealm();
  });
  afterAll(() => realm.stop());

  const job = () => {
    const { machines } = realm;
    return feeTierJob({
      realm: 'demo',
      reads: realm.db.pool,
      schedule: (at) =>
        feeScheduleAt(
          {
            ofHouse: (name) =>
              name === 'vip3Taker' && at >= changesAt
                ? 600
                : SHIPPED_FEES[name as keyof typeof SHIPPED_FEES],
          },
          at,
        ),
      markets: countedBy({ machines }, { ofHouse: () => 0 }).markets,
      persons: () => persons,
      submit: (command) => realm.engine.submit(command),
    });
  };
  const run = () => job().run(realm.clock.now(), new AbortController().signal);
  /** -1: pays the rates of the market. */
  const takerPpm = (userId: number) => {
    return realm.machines.spot.ownRates(userId)?.takerPpm ?? -1;
  };
  const cuts = async () =>
    (await realm.db.pool.query('SELECT user_id, day, tier, volume FROM demo.spot_fee_cut')).rows;
  /** Both trade with each other at 90,000, so many times ten BTC. */
  const circle = async (one: number, other: number, times: number, market = BTC) => {
    const order = { market, type: 'limit', limitPrice: '90000', quantity: '10' } as const;
    for (let i = 0; i < times; i += 1) {
      await realm.place(one, { ...order, side: 'sell' });
      const own = await realm.place(other, { ...order, side: 'buy', selfTrade: 'none' });
      expect(own.ok && own.value.fills).toHaveLength(4); // one fill
    }
  };
  const rich = () => realm.newUser({ USDT: '90000000', BTC: '900', ETH: '900' });

  it('SPOT-271 SPOT-273 SPOT-274 what counted in whole days sets the rates once a day; circles, one person’s accounts, fees in a coin without an index and what costs less than a tier lift nobody', async () => {
    await realm.quote({ [BTC]: '90000' });
    const big = await realm.newUser({ USDT: '60000000' });
    const small = await realm.newUser();
    for (let i = 0; i < 300; i += 1) {
      await realm.place(big, { market: BTC, side: 'buy', type: 'market', quoteAmount: '30000' });
      await realm.quote({ [BTC]: '90000' });
    }
    await realm.place(small, { market: BTC, side: 'buy', type: 'market', quoteAmount: '1000' });
    const [alone, twin, other, ring, ringer] = [
      ...[await rich(), await rich(), await rich(), await rich(), await rich()],
    ] as const;
    await circle(alone, alone, 12);
    await circle(twin, other, 12);
    persons = [twin, other].map((userId) => ({ userId, clusterId: twin }));
    await circle(ring, ringer, 12);
    // At a price of its own, as no index says what the coin of the buyer's fee is worth.
    const [maker, taker] = [await rich(), await rich()];
    await circle(maker, taker, 12, 'ETHUSDT');
    // Nothing is charged below the lowest rate of a tier that counts: 0.02 % and 0.05 %.
    const cheap = [await rich(), await rich()] as const;
    await realm.must(OWNER.setup, 'setMarketFees', {
      ...{ market: BTC, makerFeePpm: 199, takerFeePpm: 499 },
    });
    await circle(cheap[0], cheap[1], 12);
    await realm.must(OWNER.setup, 'setMarketFees', {
      ...{ market: BTC, makerFeePpm: 1_000, takerFeePpm: 1_000 },
    });
    await run();
    expect(takerPpm(big)).toBe(-1); // today is not a whole day yet
    realm.clock.advance(DAY_MS);
    await run();
    expect(await cuts()).toEqual([]); // the last trades of yesterday may be on their way
    await realm.quote({ [BTC]: '90000' });
    // Two servers at once, a restart, and again.
    await Promise.all([run(), run()]);
    await realm.restart();
    await run();
    expect(takerPpm(big)).toBe(900);
    // A ring that pays what everybody pays has paid for its tier.
    expect([ring, ringer].map(takerPpm)).toEqual([900, 900]);
    expect([small, alone, twin, other, ...cheap].map(takerPpm)).toEqual(Array(6).fill(-1));
    expect([maker, taker].map(takerPpm)).toEqual([900, -1]);
    const rows = await cuts();
    expect(rows.map(({ user_id, tier }) => [user_id, tier]).sort()).toEqual(
      [big, ring, ringer, maker].map((userId) => [userId, 2]).sort(),
    );
    expect(rows.find(({ user_id }) => user_id === ring)?.volume).toBe(`${10_800_000n * 10n ** 8n}`);
    const { seq } = realm.engine.status;
    // What staff find out later today is for the next cut.
    persons = [...persons, ...[ring, ringer].map((userId) => ({ userId, clusterId: ring }))];
    await run();
    expect(realm.engine.status.seq).toBe(seq);
    const late = { day: Math.floor(realm.clock.now() / DAY_MS) - 1, tier: 0, volume: '0' };
    const rates = { userId: big, makerPpm: 0, takerPpm: 0 };
    const sent = (cut: object) => realm.send(OWNER.setup, 'setFeeTier', { ...rates, cut });
    expect(await sent(late)).toMatchObject({ ok: false, refusal: 'dayPassed' });
    for (const wrong of [{ day: 0.5 }, { tier: 5 }, { volume: '-1' }, { volume: '1.5' }]) {
      expect(await sent({ ...late, ...wrong })).toMatchObject({ ok: false, refusal: 'invalidCut' });
    }
    realm.clock.advance(DAY_MS);
    await realm.quote({ [BTC]: '90000' });
    changesAt = realm.clock.now();
    await run();
    expect([ring, ringer, big].map(takerPpm)).toEqual([MAX_FEE_PPM, MAX_FEE_PPM, 900]);
    realm.audit();
  });

  it('SPOT-271 after forty days of silence there is one cut, by the schedule of its day', async () => {
    const before = (await cuts()).length;
    const [one, other] = [await rich(), await rich()];
    await circle(one, other, 40); // 36 million
    realm.clock.advance(DAY_MS);
    await realm.quote({ [BTC]: '90000' });
    await run();
    expect([one, other].map(takerPpm)).toEqual([600, 600]);
    realm.clock.advance(40 * DAY_MS);
    await realm.quote({ [BTC]: '90000' });
    const looking = job();
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i += 1) await looking.run(realm.clock.now(), signal);
    await realm.restart();
    await run();
    expect([one, other].map(takerPpm)).toEqual([MAX_FEE_PPM, MAX_FEE_PPM]);
    // Two went up and came down again; whoever was up before came down, too.
    expect((await cuts()).length - before).toBe(6);
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

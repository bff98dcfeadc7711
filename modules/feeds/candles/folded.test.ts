import { createDice } from '@assay/core/testing/dice';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineTables } from '../../../apps/server/migrations.ts';
import { type Candle, foldCandles, mergeCandles, tradedOver, UNTRADED } from '../rules/candle.ts';
import { DAY, INTERVALS, levelOf, longestOf } from '../rules/interval.ts';
import { CandleStore, type LevelCandle } from '../store/candles.ts';

let db: TestDatabase;
let store: CandleStore;
beforeAll(async () => {
  db = await createTestDatabase(engineTables());
  store = new CandleStore(db);
});
afterAll(() => db.drop());

it('FEED-085 the database folds candles as the rules do', async () => {
  const dice = createDice(5);
  const price = () => dice.int(90, 110) * 100_000_000;
  const some = (minute: number): Candle => {
    const [open, close, a, b] = [price(), price(), price(), price()];
    const high = Math.max(open, close, a, b);
    const low = Math.min(open, close, a, b);
    const referenceVolume = BigInt(dice.int(0, 9));
    return { minute, open, close, high, low, ...UNTRADED, referenceVolume };
  };
  const traded = (minute: number, firstTrade: number): Candle => {
    const [volume, quoteVolume] = [BigInt(dice.int(1, 9)), BigInt(dice.int(1, 9))];
    const amounts = { volume, quoteVolume, takerBuyVolume: 1n, referenceVolume: 0n };
    const trades = dice.int(1, 5);
    return { ...some(minute), ...amounts, takerBuyQuoteVolume: 2n, trades, firstTrade };
  };
  const folds = INTERVALS.map((interval) => ({
    interval,
    level: levelOf(interval),
    minutes: longestOf(interval),
  })).filter(({ level, minutes }) => minutes > level && minutes < DAY);
  expect(folds.map(({ interval }) => interval)).toContain('12h');
  const series = { market: 'BTCUSDT', index: 'BTC-USDT' };
  for (const level of new Set(folds.map((fold) => fold.level))) {
    const index: LevelCandle[] = [];
    const trades: LevelCandle[] = [];
    for (let i = 0; i < 400; i += 1) {
      // With gaps in either, and in both.
      if (dice.int(0, 9) < 7) index.push({ name: 'BTC-USDT', level, candle: some(i * level) });
      if (dice.int(0, 9) >= 3) continue;
      trades.push({ name: 'BTCUSDT', level, candle: traded(i * level, i + 1) });
    }
    await store.writeIndex(index);
    await store.writeTrades('demo', trades);
    const candles = [index, trades].map((rows) => rows.map(({ candle }) => candle));
    const merged = mergeCandles(candles[0] ?? [], candles[1] ?? [], tradedOver);
    for (const { interval, minutes } of folds.filter((fold) => fold.level === level)) {
      const folded = await store.readFolded(
        'demo',
        series,
        { level, minutes, offset: 0 },
        0,
        400 * level,
      );
      expect(folded, interval).toEqual(foldCandles(merged, interval));
    }
  }
});

import { createHash } from 'node:crypto';
import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import {
  decideIndex,
  EMPTY_INDEX_MEMORY,
  FIRST_PREV,
  INDEX_POLICY,
  type IndexMemory,
  partsText,
  type Quote,
  type Tick,
  tickText,
  verifyTicks,
} from './rules/index.ts';

/** Random logs; `RULE_RUNS=10000` for the long form. */
const RUNS = Number(process.env.RULE_RUNS ?? 1_000);
const INDEX = 'XAU-USD';
const START = 1_763_640_000_000;
const TICKS = 12;
const UNIT = 10 ** 8;

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const units = (price: number) => BigInt(Math.round(price * UNIT));

it(
  'FEED-079 over random logs no price is of fewer than two sources, of an old quote or outside of those used, and no field of any tick can be changed',
  async () => {
    const seen = new Set<string>();
    for (let run = 1; run <= RUNS; run += 1) {
      const dice = createDice(run);
      const sources = ['a', 'b', 'c', 'd'].slice(0, dice.int(1, 4));
      const ticks: Tick[] = [];
      let memory: IndexMemory = EMPTY_INDEX_MEMORY;
      for (let n = 1; n <= TICKS; n += 1) {
        const now = START + n * 1_000;
        const quotes = sources.flatMap((source): Quote[] => {
          if (dice.int(0, 9) === 0) return [];
          const age = dice.pick([0, 200, 9_999, 10_000, 10_001, 60_000, -1_000, -1_001]);
          const middle = 100 * (1 + dice.int(-20, 20) / 10_000) * dice.pick([1, 1, 1, 1, 1.03, 9]);
          const [bid, ask] = [units(middle - 0.01), units(middle + dice.pick([0.01, 0.01, -0.02]))];
          const isLast = dice.int(0, 3) === 0;
          const sides = isLast ? { bid: null, ask: null, last: bid } : { bid, ask, last: null };
          const index = dice.int(0, 19) === 0 ? 'XAG-USD' : INDEX;
          return [{ source, index, ...sides, at: now - age }];
        });
        const result = decideIndex(INDEX, quotes, now, memory);
        memory = result.memory;
        const used = result.components.filter(({ verdict }) => verdict === 'used');
        for (const { source, at } of used) {
          const quote = quotes.find((one) => one.source === source)!;
          const { bid, ask, index } = quote;
          const isCrossed = bid !== null && ask !== null && bid > ask;
          expect([at, index, isCrossed]).toEqual([quote.at, INDEX, false]);
          expect(now - at).toBeLessThanOrEqual(10_000);
          expect(at - now).toBeLessThanOrEqual(1_000);
        }
        expect(result.price !== null).toBe(used.length >= INDEX_POLICY.minSources);
        seen.add(result.price === null ? 'none' : 'price');
        if (result.price !== null) {
          const prices = used.map(({ price }) => Number(price));
          expect(new Set(used.map(({ source }) => source)).size).toBeGreaterThanOrEqual(2);
          expect(Number(result.price)).toBeGreaterThanOrEqual(Math.min(...prices));
          expect(Number(result.price)).toBeLessThanOrEqual(Math.max(...prices));
        }
        const price = result.price === null ? '' : String(Number(result.price) / UNIT);
        const parts = partsText(result.components);
        const body = { index: INDEX, n, at: now, price, parts, prev: ticks.at(-1)?.hash };
        const tick = { ...body, prev: body.prev ?? FIRST_PREV };
        ticks.push({ ...tick, hash: sha256(tickText(tick)) });
      }
      expect(await verifyTicks(ticks, [INDEX], FIRST_PREV, sha256)).toBeNull();
      const at = dice.int(0, TICKS - 1);
      const tick = ticks[at]!;
      const forged = dice.pick<Partial<Tick>>([
        ...[{ price: `${tick.price}1` }, { at: tick.at - 1 }, { n: tick.n + 1 }],
        ...[{ index: 'XAG-USD' }, { prev: sha256(tick.prev) }, { hash: sha256(tick.hash) }],
        { parts: tick.parts.includes('used') ? tick.parts.replace('used', 'stale') : 'x' },
      ]);
      const other = ticks.with(at, { ...tick, ...forged });
      const fault = await verifyTicks(other, [INDEX], FIRST_PREV, sha256);
      expect(fault, `${run} ${JSON.stringify(forged)}`).not.toBeNull();
    }
    expect([...seen].sort()).toEqual(['none', 'price']);
  },
  60_000 + RUNS * 20,
);

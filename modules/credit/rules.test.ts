import fs from 'node:fs';
import { DAY } from '@assay/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CREDIT_PARTS,
  type CreditInputs,
  gradeOf,
  MOST_POINTS,
  MOST_SCORE,
  pointsOf,
  scoreOf,
} from './rules.ts';

const NOW = 1_763_640_000_000;
const NOTHING: CreditInputs = {
  ...{ createdAt: NOW, verified: 'none', hasAddress: false, hasTradePassword: false },
  ...{ hasEmail: false, volume: 0n },
};
const score = (change: Partial<CreditInputs>) => scoreOf(pointsOf({ ...NOTHING, ...change }, NOW));

it('CRED-001 the published formula by its table of points, each rounded down', () => {
  const rows: [Partial<CreditInputs>, number][] = [
    [{}, 0],
    [{ createdAt: NOW - 3 * DAY }, 1],
    [{ createdAt: NOW - 365 * DAY }, 150],
    [{ createdAt: NOW - 9_999 * DAY }, 300],
    [{ createdAt: NOW + DAY }, 0],
    [{ verified: 'junior' }, 200],
    [{ verified: 'senior', hasAddress: true }, 350],
    [{ hasTradePassword: true }, 50],
    [{ hasTradePassword: true, hasEmail: true }, 100],
    [{ volume: 199_999_999_999n }, 1],
    [{ volume: 10n ** 18n }, 250],
  ];
  for (const [change, points] of rows) expect([change, score(change)]).toEqual([change, points]);
  const all = CREDIT_PARTS.reduce((sum, part) => sum + MOST_POINTS[part], 0);
  expect(all).toBe(MOST_SCORE);
  expect([0, 399, 400, 699, 700].map(gradeOf)).toEqual([
    ...['basic', 'basic', 'good', 'good', 'veryGood'],
  ]);
});

it('CRED-002 more of anything never lowers it, and no part exceeds what it may bring', () => {
  const inputs = fc.record({
    createdAt: fc.integer({ min: 0, max: NOW }),
    verified: fc.constantFrom('none' as const, 'junior' as const, 'senior' as const),
    ...{ hasAddress: fc.boolean(), hasTradePassword: fc.boolean(), hasEmail: fc.boolean() },
    volume: fc.bigInt(0n, 10n ** 18n),
  });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 0, max: 10 ** 12 }), (one, more) => {
      const points = pointsOf(one, NOW);
      for (const part of CREDIT_PARTS) {
        expect(points[part]).toBeGreaterThanOrEqual(0);
        expect(points[part]).toBeLessThanOrEqual(MOST_POINTS[part]);
      }
      const better = {
        ...{ createdAt: one.createdAt - more, volume: one.volume + BigInt(more) },
        ...{
          verified: 'senior' as const,
          hasAddress: true,
          hasTradePassword: true,
          hasEmail: true,
        },
      };
      expect(score(better)).toBeGreaterThanOrEqual(score(one));
    }),
    { numRuns: 10_000 },
  );
});

it('CRED-004 nothing but the server that composes it reads the score, and no table has it', () => {
  const folder = new URL('../', import.meta.url);
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /\.(ts|sql)$/.test(name) && !name.startsWith('credit/'));
  expect(sources.length).toBeGreaterThan(300);
  const readers = sources.filter((name) => {
    const text = fs.readFileSync(new URL(name, folder), 'utf8');
    return /modules\/credit|\.\.\/credit\/|credit_score|creditScore/.test(text);
  });
  expect(readers).toEqual([]);
});

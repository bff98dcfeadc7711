import { expect, it } from 'vitest';
import { isTermAgainst, readTerm, type TermUnit, termChanges, termText } from './terms.ts';

it('PARM-090 terms are typed as people read them, and are read back exactly', () => {
  const pairs: readonly (readonly [TermUnit, string, string | number])[] = [
    ...([
      ['ppm', '0.05', 500],
      ['ppm', '150', 1_500_000],
      ['coins', '12.5', 1_250_000_000],
      ['coins', '-0.3', -30_000_000],
      ['seconds', '600', 600_000],
      ['times', '25', 25],
      ['price', '0.00012', '0.00012'],
      ['lots', '10', '10'],
      ['dates', '2026-12-25=0/0', '2026-12-25=0/0'],
    ] as const),
  ];
  for (const [unit, text, value] of pairs) {
    expect([unit, readTerm(text, unit)]).toEqual([unit, value]);
    expect([unit, termText(value, unit)]).toEqual([unit, text]);
  }
  expect(readTerm(' 0.30 ', 'price')).toBe('0.3');
  const wrong = [
    ...(['0.00001', '1,5', '', '--1', '1e3'] as const).map((text) => readTerm(text, 'ppm')),
    ...['1.5', 'x'].map((text) => readTerm(text, 'times')),
    ...['-1', '', '0.123456789'].map((text) => readTerm(text, 'price')),
  ];
  expect(wrong.filter((value) => value !== null)).toEqual([]);
});

it('PARM-090 which way of changing a term is against customers is said of each', () => {
  const against = ([spec, before, after]: readonly [
    Parameters<typeof isTermAgainst>[0],
    string | number,
    string | number,
  ]) => isTermAgainst(spec, { field: 'x', before, after });
  const rise = { unit: 'price', against: 'rise' } as const;
  const fall = { unit: 'ppm', against: 'fall' } as const;
  const any = { unit: 'coins', against: 'any' } as const;
  const choice = { unit: 'choice', against: 'rise', values: ['trading', 'closeOnly'] } as const;
  // Nine is less than ten, also as text.
  expect(against([rise, '9', '10'])).toBe(true);
  expect(against([rise, '10', '9'])).toBe(false);
  expect([against([fall, 9, 10]), against([fall, 10, 9])]).toEqual([false, true]);
  expect([against([any, 9, 10]), against([any, 10, 9])]).toEqual([true, true]);
  expect(against([choice, 'trading', 'closeOnly'])).toBe(true);
  expect(against([choice, 'closeOnly', 'trading'])).toBe(false);
  const specs = { a: rise, b: fall };
  expect(termChanges(specs, { a: '1', b: 2 }, { a: '1', b: 3 })).toEqual([
    { field: 'b', before: 2, after: 3 },
  ]);
});

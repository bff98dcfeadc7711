import { Ledger } from '@assay/core/ledger/ledger';
import { createDice } from '@assay/core/testing/dice';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { afterEach, expect, it } from 'vitest';
import { Charging } from './charging.ts';
import { Pair } from './explore.suite.ts';
import { LoanProducts } from './products.ts';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Row = Record<string, bigint | number | string>;

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** Puts another method in the place of one. */
function plant(
  of: { readonly prototype: object },
  name: string,
  make: (real: Method) => Method,
): void {
  const methods = of.prototype as Record<string, Method>;
  const real = methods[name]!;
  undo.push(() => {
    methods[name] = real;
  });
  methods[name] = make(real);
}

/** Changes what is written when a loan is changed. */
function writes(wrong: (row: Row, changes: Row) => void): void {
  plant(ObjectTable, 'change', (real) => {
    return function (row, changes) {
      const given = { ...(changes as Row) };
      if ('days' in given) wrong(row as Row, given);
      return real.call(this, row, given);
    };
  });
}

/** Changes the terms by which loans are counted, in the machine alone. */
function terms(change: (row: Row) => object): void {
  plant(LoanProducts, 'get', (real) => {
    return function (...key) {
      const row = real.call(this, ...key) as Row | undefined;
      return row === undefined ? row : { ...row, ...change(row) };
    };
  });
}

const BUGS: Readonly<Record<string, () => void>> = {
  'a day is charged twice': () =>
    writes((_row, given) => {
      given.days = Number(given.days) - 1;
    }),
  'a day is left out': () =>
    plant(Charging, 'charge', (real) => {
      return function (row, ...rest) {
        const days = (row as Row).days;
        return Number(days) % 7 === 6
          ? Object.assign(row as object, { days: Number(days) + 1 }) &&
              real.call(this, row, ...rest)
          : real.call(this, row, ...rest);
      };
    }),
  'the last day is never charged': () =>
    plant(Charging, 'lacks', (real) => {
      return function (...args) {
        return Math.max(0, Number(real.call(this, ...args)) - 1);
      };
    }),
  'interest is forgotten at each payment': () =>
    writes((row, given) => {
      if (given.interestPaid !== row.interestPaid) given.interest = given.interestPaid!;
    }),
  'principal is repaid before interest': () =>
    writes((row, given) => {
      const paid = BigInt(given.interestPaid!) - BigInt(row.interestPaid!);
      if (paid <= 0n || BigInt(given.repaid!) + paid > BigInt(row.amount!)) return;
      given.repaid = BigInt(given.repaid!) + paid;
      given.interestPaid = row.interestPaid!;
    }),
  'a penalty is never added': () => terms(() => ({ lateHundredths: 0 })),
  'a penalty has no cap': () => terms(() => ({ capPpm: 1_000_000 })),
  'instalments are not equal': () => terms(() => ({ method: 'interestFirst' })),
  'the daily rate is one millionth higher': () =>
    terms(({ dailyPpm }) => ({ dailyPpm: Number(dailyPpm) + 1 })),
  'what is due is due a period late': () =>
    terms(({ instalments, periodDays }) => ({
      periodDays: Number(periodDays) + Number(periodDays) / Number(instalments),
      instalments: Number(instalments) + 1,
    })),
  'late interest is not late': () =>
    writes((_row, given) => {
      given.interestDue = 0n;
    }),
  'an offer holds nothing': () => plant(Ledger, 'hold', () => () => undefined),
  'an offer that ends keeps its hold': () => plant(Ledger, 'release', () => () => undefined),
  'what is owed leaves interest out': () =>
    plant(Charging, 'owedAt', (real) => {
      return function (...args) {
        return { ...(real.call(this, ...args) as object), interest: 0n };
      };
    }),
  'a payment is not posted': () =>
    plant(Ledger, 'post', (real) => {
      return function (from, to, amount, purpose) {
        return purpose === 132 ? undefined : real.call(this, from, to, amount, purpose);
      };
    }),
  'terms of today are used for loans of then': () =>
    plant(LoanProducts, 'get', () => {
      return function (product) {
        return (this as LoanProducts).last(String(product));
      };
    }),
};

it.each(Object.keys(BUGS))('LOAN-021 is found: %s', (name) => {
  BUGS[name]!();
  const hunt = () => {
    for (const seed of [4, 5, 6, 7, 8, 9, 10, 11]) {
      const dice = createDice(seed);
      const pair = new Pair(seed % 2 === 0 ? 500 : 3);
      for (let n = 0; n < 250; n += 1) pair.step(dice);
    }
  };
  expect(hunt).toThrow();
});

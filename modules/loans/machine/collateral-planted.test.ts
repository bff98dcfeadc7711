import { Ledger } from '@assay/core/ledger/ledger';
import { createDice } from '@assay/core/testing/dice';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { afterEach, expect, it } from 'vitest';
import { CollateralPair } from './collateral.suite.ts';
import { CollateralBooks } from './collateral-books.ts';
import { CollateralIndex } from './collateral-index.ts';
import { CollateralMachine } from './collateral-machine.ts';
import { CollateralTermsBook } from './collateral-terms.ts';
import { COLLATERAL_BOUNDS, CollateralTicks } from './collateral-ticks.ts';

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

/** Changes the terms of loans, in the machine alone. */
function terms(change: (row: Row) => object): void {
  plant(CollateralTermsBook, 'get', (real) => {
    return function (...key) {
      const row = real.call(this, ...key) as Row | undefined;
      return row === undefined ? row : { ...row, ...change(row) };
    };
  });
}

/** Changes what is written of a loan. */
function writes(wrong: (row: Row, changes: Row) => void): void {
  plant(ObjectTable, 'change', (real) => {
    return function (row, changes) {
      const given = { ...(changes as Row) };
      wrong(row as Row, given);
      return real.call(this, row, given);
    };
  });
}

/** Changes what is converted. */
function takes(change: (taken: Row) => object): void {
  plant(CollateralBooks, 'take', (real) => {
    return function (row, taken, ...rest) {
      return real.call(this, row, { ...(taken as Row), ...change(taken as Row) }, ...rest);
    };
  });
}

const BUGS: Readonly<Record<string, () => void>> = {
  'hours are charged again': () =>
    writes((row, given) => {
      if ('hours' in given) given.hours = row.hours!;
    }),
  'the rate is a thousandth higher': () =>
    terms(({ aprPpm }) => ({ aprPpm: Number(aprPpm) + 1_000 })),
  'collateral pays at a lower share': () =>
    terms(({ liquidationPpm }) => ({ liquidationPpm: Number(liquidationPpm) - 40_000 })),
  'the fee of a conversion is twice the published one': () =>
    terms(({ feePpm }) => ({ feePpm: Number(feePpm) * 2 + 1 })),
  'a unit more is converted than brings the share back': () =>
    takes(({ collateral }) => ({ collateral: BigInt(collateral!) + 1n })),
  'a loss of the pool is not written down': () => takes(() => ({ lost: 0n })),
  'a call is sent again with each tick': () =>
    plant(CollateralBooks, 'call', (real) => {
      return function (row, calls, ...rest) {
        return real.call(this, row, calls === 0 ? 1 : calls, ...rest);
      };
    }),
  'a guard outlives the change of a loan': () => {
    plant(CollateralTicks, 'forget', () => () => undefined);
  },
  'a slice leaves a loan out': () =>
    plant(CollateralIndex, 'after', (real) => {
      return function (asset, after, most) {
        const rows = real.call(this, asset, after, most) as readonly object[];
        return after === 0 ? rows : rows.slice(1);
      };
    }),
  'a slice is the last one': () => plant(CollateralMachine, 'followUp', () => () => null),
  'released collateral stays held': () => plant(Ledger, 'release', () => () => undefined),
  'principal is repaid before interest': () =>
    writes((row, given) => {
      if (!('interestPaid' in given) || !('repaid' in given)) return;
      const paid = BigInt(given.interestPaid!) - BigInt(row.interestPaid!);
      if (paid <= 0n || BigInt(given.repaid!) + paid > BigInt(row.amount!)) return;
      given.repaid = BigInt(given.repaid!) + paid;
      given.interestPaid = row.interestPaid!;
    }),
  'worse terms take effect at once': () =>
    plant(ObjectTable, 'insert', (real) => {
      return function (row) {
        const given = row as Row;
        const isTerms = 'validFrom' in given;
        return real.call(this, isTerms ? { ...given, validFrom: given.setAt! } : given);
      };
    }),
};

const BOUNDS = [COLLATERAL_BOUNDS, { looked: 3, changed: 2 }];

it.each(Object.keys(BUGS))('LOAN-080 is found: %s', (name) => {
  BUGS[name]!();
  const hunt = () => {
    for (const seed of [4, 5, 6, 7]) {
      const dice = createDice(seed);
      const pair = new CollateralPair(BOUNDS[seed % 2]!);
      for (let n = 0; n < 300; n += 1) pair.step(dice);
    }
  };
  expect(hunt).toThrow();
});

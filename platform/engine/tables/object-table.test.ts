import { BrokenInvariant } from '@assay/core/num/integer';
import type { ChangesOf, RecordDeclaration, RowOf } from '@assay/core/schema/record';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { asset, loan, MARKET_STATUSES, market, referencePrice } from '../testing/samples.ts';
import { ObjectTable } from './object-table.ts';
import { openSampleRealm, type SampleRealm } from './tables.suite.ts';

let realm: SampleRealm;
beforeAll(async () => {
  realm = await openSampleRealm();
});
afterAll(() => realm.close());

const lines = (table: { digest(write: (line: string) => void): void }) => {
  const written: string[] = [];
  table.digest((line) => written.push(line));
  return written;
};

/** Text as the database takes it: anything but NUL and halves of pairs. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('', 'NULL', 'a"b\\', '{,}'),
  )
  .filter((value) => !value.includes('\0') && Buffer.from(value).toString() === value);
const decimal = fc.constantFrom('0.1', '65000', '1.50', '0.00000001', '-3');
const INT64 = 2n ** 63n - 1n;

type Loan = RowOf<typeof loan>;
const anyLoan: fc.Arbitrary<Loan> = fc.record({
  userId: fc.integer({ min: 1, max: 4 }),
  asset: fc.constantFrom('BTC', 'USDT', 'a b', ''),
  amount: fc.bigInt({ min: -INT64, max: INT64 }),
  isOpen: fc.boolean(),
  decidedAt: fc.option(fc.maxSafeInteger()),
});

/** Puts a row in, changes the one that is there, or takes it out. */
type LoanStep = { readonly kind: 'put' | 'delete' | 'endBatch'; readonly row: Loan };
const loanSteps = fc.array(
  fc.record({ kind: fc.constantFrom('put', 'put', 'put', 'delete', 'endBatch'), row: anyLoan }),
  { maxLength: 40 },
) as fc.Arbitrary<LoanStep[]>;

function take(table: ObjectTable<typeof loan>, { kind, row }: LoanStep): void {
  const kept = table.get(row.userId, row.asset);
  if (kind === 'delete' && kept !== undefined) table.delete(kept);
  if (kind !== 'put') return;
  if (kept === undefined) table.insert(row);
  else table.change(kept, { isOpen: row.isOpen, decidedAt: row.decidedAt });
}

describe('small state', () => {
  it('ENGN-080 ENGN-081 whatever became of its rows, the table in the database is the one in memory', async () => {
    await fc.assert(
      fc.asyncProperty(loanSteps, async (steps) => {
        await realm.empty('sample_loan');
        const table = new ObjectTable(loan);
        for (const step of steps) {
          if (step.kind === 'endBatch') await realm.write(table.writers);
          else take(table, step);
        }
        await realm.write(table.writers);
        const loaded = new ObjectTable(loan);
        await loaded.load(realm.reader);
        expect(loaded.rows()).toEqual(table.rows());
        expect(lines(loaded)).toEqual(lines(table));
        table.audit();
        loaded.audit();
      }),
      { numRuns: 60 },
    );
  });

  it('ENGN-080 texts, decimals and numbers of every kind load as what they were', async () => {
    const assets = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        symbol: text,
        name: text,
      }),
      { selector: ({ id }) => id, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(assets, decimal, fc.maxSafeInteger(), async (rows, index, n) => {
        await realm.empty('sample_asset', 'sample_reference_price');
        await realm.client.query(
          'ALTER TABLE sample_asset DROP CONSTRAINT IF EXISTS sample_asset_symbol_key',
        );
        const [listed, prices] = [new ObjectTable(asset), new ObjectTable(referencePrice)];
        for (const row of rows) listed.insert(row);
        for (const symbol of new Set(rows.map((row) => row.symbol))) {
          prices.insert({ symbol, index, n, at: 0 - n }); // never the negative zero
        }
        await realm.write([...listed.writers, ...prices.writers]);
        const [loaded, loadedPrices] = [new ObjectTable(asset), new ObjectTable(referencePrice)];
        await loaded.load(realm.reader);
        await loadedPrices.load(realm.reader);
        expect(loaded.rows()).toEqual(listed.rows());
        expect(loadedPrices.rows()).toEqual(prices.rows());
        expect(lines(loadedPrices)).toEqual(lines(prices));
      }),
      { numRuns: 40 },
    );
  });

  it('ENGN-080 a value that its field cannot have stops the load', async () => {
    await realm.empty('sample_market', 'sample_loan');
    await realm.client.query(`INSERT INTO sample_market VALUES (1, 'A', 1, 0, 'gone')`);
    await expect(new ObjectTable(market).load(realm.reader)).rejects.toThrow(
      'sample_market has a status that is not declared',
    );
    await realm.client.query(`INSERT INTO sample_loan VALUES (9007199254740993, 'A', 1, true, 1)`);
    await expect(new ObjectTable(loan).load(realm.reader)).rejects.toThrow(BrokenInvariant);
    await realm.empty('sample_market', 'sample_loan');
  });

  it('ENGN-081 what never changes is inserted, what changes is upserted, what goes is deleted', () => {
    const kinds = (declaration: RecordDeclaration) =>
      new ObjectTable(declaration).writers.map(({ statement }) => statement.name);
    expect(kinds(asset)).toEqual(['sample_asset.insert']);
    expect(kinds(market)).toEqual(['sample_market.upsert']);
    expect(kinds(loan)).toEqual(['sample_loan.upsert', 'sample_loan.delete']);
    const [writer] = new ObjectTable(market).writers;
    expect(writer?.statement.text).toMatch(
      /ON CONFLICT \(id\) DO UPDATE SET status = excluded.status$/,
    );
  });

  it('ENGN-081 a row is written once a batch, with its values at the end', () => {
    const table = new ObjectTable(market);
    const one = { id: 1, symbol: 'A', tickSize: '0.1', makerFeePpm: 1, status: MARKET_STATUSES[0] };
    const kept = table.insert(one);
    table.change(kept, { status: 'halted' });
    const drain = () => table.writers.flatMap((writer) => writer.drain());
    expect(drain()).toEqual(['{1}', '{A}', '{0.1}', '{1}', '{halted}']);
    expect(drain()).toEqual(['{}', '{}', '{}', '{}', '{}']);
    expect(one.status).toBe('trading');
    expect(table.get(1)).toBe(kept);
  });

  it('ENGN-081 a row changes only through its table', () => {
    const table = new ObjectTable(market);
    const row = { id: 1, symbol: 'A', tickSize: '1', makerFeePpm: 1, status: 'trading' } as const;
    table.insert(row);
    expect(() => table.insert(row)).toThrow('has a row 1 already');
    expect(() => table.change(row, { status: 'halted' })).toThrow('keeps the row 1');
    expect(() => table.delete(table.get(1)!)).toThrow('are never deleted');
    type Status = (typeof MARKET_STATUSES)[number];
    expectTypeOf<ChangesOf<typeof market>>().toEqualTypeOf<{ readonly status?: Status }>();
  });

  it('ENGN-081 rows are in the order of their keys, numbers by size and texts by code unit', () => {
    const assets = new ObjectTable(asset);
    for (const id of [10, 9, 100]) assets.insert({ id, symbol: 's', name: 'n' });
    expect(assets.rows().map(({ id }) => id)).toEqual([9, 10, 100]);
    const loans = new ObjectTable(loan);
    const rest = { amount: 1n, isOpen: true, decidedAt: null };
    for (const [userId, name] of [
      [2, 'B'],
      [2, 'a'],
      [1, 'b'],
      [10, 'A'],
    ] as const) {
      loans.insert({ userId, asset: name, ...rest });
    }
    const keys = loans.rows().map((row) => `${row.userId}${row.asset}`);
    expect(keys).toEqual(['1b', '2B', '2a', '10A']);
    expect(lines(loans)[0]).toBe('sample_loan 1 "b" 1 true null');
    expect(loans.get(2, 'a')?.amount).toBe(1n);
    expect(loans.has(1, 'B')).toBe(false);
  });

  it('ENGN-081 an audit finds a row under a key that is not its own, and a value of another kind', () => {
    const table = new ObjectTable(loan);
    const rest = { asset: 'A', amount: 1n, isOpen: true, decidedAt: null };
    const row = table.insert({ userId: 1, ...rest });
    table.audit();
    Object.assign(row, { amount: 1 });
    expect(() => table.audit()).toThrow('sample_loan has a row 1,"A" with amount 1');
    Object.assign(row, { amount: 1n, userId: 2 });
    expect(() => table.audit()).toThrow('sample_loan has the row 2,"A" as 1,"A"');
  });
});

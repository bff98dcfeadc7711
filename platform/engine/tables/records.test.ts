import { layoutOf } from '@assay/core/schema/layout';
import { NumberRows } from '@assay/core/schema/number-rows';
import { columnsOf, inTable, lineWriter, type Value } from '@assay/core/schema/record';
import { type RecordRef, Records, recordView } from '@assay/core/schema/records';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cold, Int, Layout, Mark, Num, Text } from '../testing/order-layout.ts';
import { order, trade } from '../testing/samples.ts';
import { Field } from '../testing/trade-layout.ts';
import { loadRecords, loadRows } from './load.ts';
import { openSampleRealm, type SampleRealm } from './tables.suite.ts';
import { recordWriters, rowWriters } from './writers.ts';

let realm: SampleRealm;
beforeAll(async () => {
  realm = await openSampleRealm();
});
afterAll(() => realm.close());

class Order extends recordView(order) {
  get isNamed(): boolean {
    return this.clientOrderId !== '';
  }
}
const view = (records: Records, ref: RecordRef) => new Order(records, ref);
type OrderField = Exclude<keyof Order, 'records' | 'ref' | 'isNamed'>;
const line = lineWriter<Order>(order, (one, field) => one[field as OrderField]);
const stored = columnsOf(order).map(({ field }) => field as OrderField);
const valuesOf = (one: Order): Record<string, Value> =>
  Object.fromEntries(stored.map((field) => [field, one[field]]));

const NAMES = ['', 'mine', 'a "b" {c}', 'NULL'];

function fillIn(dice: Dice, one: Order, id: number): void {
  const sign = dice.int(0, 1) * 2 - 1;
  Object.assign(one, { marks: 0, id, userId: dice.int(1, 2 ** 40), market: dice.int(0, 32_767) });
  Object.assign(one, {
    side: dice.int(0, 1),
    slot: dice.int(0, 99),
    slippagePpm: dice.int(0, 1e6),
  });
  one.postOnly = dice.int(0, 1) === 1;
  one.rises = dice.int(0, 1) === 1;
  one.stored = false;
  one.changed = true;
  changeSome(dice, one);
  one.clientOrderId = NAMES[dice.int(0, 3)]!;
  one.limit = sign * (Number.MAX_SAFE_INTEGER - dice.int(0, 9));
}

function changeSome(dice: Dice, one: Order): void {
  one.filled = dice.int(0, 2 ** 45);
  one.status = dice.int(0, 5);
  one.workingTime = dice.int(0, 2 ** 45);
}

/** What became of the orders of a batch, as a machine sorts it out. */
class Sorted {
  placed: RecordRef[] = [];
  changed: RecordRef[] = [];
  renamed: RecordRef[] = [];
  gone: RecordRef[] = [];
}

describe('records in typed arrays', () => {
  it('ENGN-080 ENGN-082 batch after batch, the rows are the records, and load as such', async () => {
    const dice = createDice(82);
    const records = new Records(layoutOf(order), 4);
    const open = new Map<number, RecordRef>();
    const ended: Record<string, Value>[] = [];
    let batch = new Sorted();
    const [live, done] = [recordWriters(order), recordWriters(inTable(order, 'sample_order_done'))];
    const of = (refs: () => readonly RecordRef[]) => () => ({ records, refs: refs() });
    const writers = [
      live.insert(of(() => batch.placed)),
      live.update(of(() => batch.changed)),
      live.updateAll(of(() => batch.renamed)),
      live.delete(of(() => batch.gone)),
      done.insert(of(() => batch.gone)),
    ];
    let id = 0;
    for (let round = 0; round < 40; round += 1) {
      batch = new Sorted();
      for (const [key, ref] of [...open]) {
        const one = view(records, ref);
        const what = dice.int(0, 5);
        if (what < 2) changeSome(dice, one);
        if (what < 2) batch.changed.push(ref);
        if (what === 2) one.clientOrderId = NAMES[dice.int(0, 3)]!;
        if (what === 2) batch.renamed.push(ref);
        if (what !== 3) continue;
        batch.gone.push(ref);
        ended.push(valuesOf(one));
        open.delete(key);
      }
      for (let i = dice.int(0, 6); i > 0; i -= 1) {
        const ref = records.take();
        id += 1;
        fillIn(dice, view(records, ref), id);
        open.set(id, ref);
        batch.placed.push(ref);
      }
      await realm.write(writers);
      for (const ref of batch.gone) records.free(ref);
    }
    const due = [...open.values()].map((ref) => view(records, ref));
    const loaded = new Records(layoutOf(order), 1);
    const found: Order[] = [];
    await loadRecords(realm.reader, order, loaded, (ref) => found.push(view(loaded, ref)), 'id');
    expect(found.length).toBeGreaterThan(10);
    expect(found.map(valuesOf)).toEqual(due.map(valuesOf));
    expect(found.map(line)).toEqual(due.map(line));
    expect(found.every((one) => one.slot === 0 && !one.stored && !one.changed)).toBe(true);
    const history: object[] = [];
    await loadRows(realm.reader, inTable(order, 'sample_order_done'), (row) => history.push(row));
    const byId = (a: object, b: object) => (a as { id: number }).id - (b as { id: number }).id;
    expect(history.sort(byId)).toEqual(ended.sort(byId));
  });

  it('ENGN-082 a load fills a record that was used before, all of it', async () => {
    const dice = createDice(83);
    await realm.empty('sample_order');
    const records = new Records(layoutOf(order), 1);
    const ref = records.take();
    fillIn(dice, view(records, ref), 1);
    view(records, ref).clientOrderId = '';
    const selection = { records, refs: [ref] };
    await realm.write([recordWriters(order).insert(() => selection)]);
    const due = valuesOf(view(records, ref));
    fillIn(dice, view(records, ref), 2);
    Object.assign(view(records, ref), { clientOrderId: 'old', stored: true, slot: 7 });
    records.free(ref);
    await loadRecords(realm.reader, order, records, (loaded) => {
      expect(loaded).toBe(ref);
      expect(valuesOf(view(records, loaded))).toEqual(due);
      expect(view(records, loaded)).toMatchObject({ stored: false, slot: 0, isNamed: false });
    });
  });

  it('ENGN-082 ENGN-083 the enums, the view and a copy see the same, through growth', () => {
    const dice = createDice(84);
    const records = new Records(layoutOf(order), 2);
    const refs: RecordRef[] = [];
    for (let id = 1; id <= 50; id += 1) {
      const ref = records.take();
      fillIn(dice, view(records, ref), id);
      refs.push(ref);
    }
    const copy = records.copy(refs);
    for (const [i, ref] of refs.entries()) {
      const one = view(records, ref);
      expect(records.numbers[ref + Num.id]).toBe(i + 1);
      expect(one.limit).toBe(records.numbers[ref + Num.limit]);
      expect(one.status).toBe(records.ints[ref + Int.status]);
      expect(one.postOnly).toBe(records.has(ref, Mark.postOnly));
      expect(one.workingTime).toBe(records.cold(ref, Cold.workingTime));
      expect(one.clientOrderId).toBe(records.text(ref, Text.clientOrderId));
      expect(one.isNamed).toBe(records.has(ref, Mark.clientOrderId));
      expect(valuesOf(view(copy, (i + 1) << Layout.log))).toEqual(valuesOf(one));
    }
  });

  it('ENGN-080 rows of numbers are written once and cleared on request', async () => {
    const rows = new NumberRows(trade, 1);
    for (let id = 1; id <= 20; id += 1) {
      const row = rows.add();
      for (const [field, value] of [
        [Field.market, 3],
        [Field.id, id],
        [Field.ticks, Number.MAX_SAFE_INTEGER - id],
        [Field.takerSide, id % 2],
        [Field.takerFilled, id * 2],
      ] as const) {
        rows.set(row, field, value);
      }
    }
    const writer = rowWriters(trade).insert(
      () => rows,
      () => rows.clear(),
    );
    await realm.write([writer]);
    expect(rows.count).toBe(0);
    await realm.write([writer]);
    const found: object[] = [];
    await loadRows(realm.reader, trade, (row) => found.push(row), 'id');
    expect(found).toHaveLength(20);
    expect(found[8]).toEqual({ market: 3, id: 9, ticks: 2 ** 53 - 10, takerSide: 1 });
  });

  it('ENGN-082 the line of a record is the JSON of a list of its fields without the excluded one', () => {
    const records = new Records(layoutOf(order), 1);
    const one = view(records, records.take());
    fillIn(createDice(85), one, 7);
    const listed = lineWriter<Order>(order, (each, field) => each[field as OrderField], ',');
    const { market: _, ...digested } = valuesOf(one);
    expect(`[${listed(one)}]`).toBe(JSON.stringify(Object.values(digested)));
  });
});

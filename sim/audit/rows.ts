import { assetOf, isHouse, isOutside, ownerOf } from '@assay/core/ledger/owners';
import type { RealmMachines } from '../../apps/server/realm.ts';
import type { Row, Tables } from '../database/tables.ts';
import { expectThat } from '../history.ts';

/** The durable tables against each other and against the machines while nothing is on its way. */
export class Rows {
  readonly #tables: Tables;
  /** What every account has by the journal, folded as it grows. */
  readonly #folded = new Map<number, bigint>();
  #postings = 0;
  #foldedSeq = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** Balances are the fold of the journal, each asset sums to zero, no account is below zero. */
  checkMoney(lastSeq: number): void {
    this.#fold(lastSeq);
    const sums = new Map<number, bigint>();
    for (const row of this.#tables.rows('balance')) {
      const account = Number(row.account);
      const available = BigInt(row.available as string);
      const total = available + BigInt(row.held as string);
      const folded = this.#folded.get(account) ?? 0n;
      expectThat(total === folded, `account ${account} has ${total}, its journal says ${folded}`);
      const mayOwe = isOutside(ownerOf(account));
      expectThat(available >= 0n || mayOwe, `account ${account} is below zero`);
      sums.set(assetOf(account), (sums.get(assetOf(account)) ?? 0n) + total);
    }
    for (const [asset, sum] of sums) expectThat(sum === 0n, `asset ${asset} sums to ${sum}`);
  }

  /** Memory and tables agree. */
  compare({ ledger, orders }: RealmMachines): void {
    const { rows } = this.#tables.of('balance');
    let count = 0;
    ledger.ledger.forEach((account, available, held) => {
      const row = rows.get(String(account));
      const same = row?.available === String(available) && row?.held === String(held);
      expectThat(same, `account ${account} is not in the table as it is in memory`);
      count += 1;
    });
    expectThat(count === rows.size, 'the table has no balance that memory has not');
    const stored = this.#tables.of('open_order').rows;
    expectThat(stored.size === orders.state.orders.size, 'the table has as many orders as memory');
    for (const order of orders.state.open()) {
      const row = stored.get(String(order.id));
      expectThat(row !== undefined, `order ${order.id} is not in the table`);
      const { lots, filled, held, status, priority, seq } = order;
      const numbers = [lots, filled, held, status, priority, seq];
      const inRow = [row.lots, row.filled, row.held, row.status, row.priority, row.seq];
      expectThat(numbers.join() === inRow.join(), `order ${order.id} is stored otherwise`);
      const isCalledSo =
        row.client_order_id === order.clientOrderId && row.list_name === order.listName;
      expectThat(isCalledSo, `order ${order.id} is called otherwise in the table`);
    }
  }

  /** Only the house and the outside have accounts. */
  checkNobody(): void {
    for (const { account } of this.#tables.rows('balance')) {
      const owner = ownerOf(Number(account));
      expectThat(isHouse(owner) || isOutside(owner), `${owner} has an account in the other realm`);
    }
  }

  #fold(lastSeq: number): void {
    const rows = this.#tables.rows('posting');
    for (const row of rows.slice(this.#postings)) this.#post(row, lastSeq);
    this.#postings = rows.length;
  }

  #post(row: Row, lastSeq: number): void {
    const amount = BigInt(row.amount as string);
    const [from, to] = [Number(row.from_account), Number(row.to_account)];
    expectThat(assetOf(from) === assetOf(to), 'a posting has one asset');
    const seq = Number(row.seq);
    const inOrder = seq >= this.#foldedSeq && seq <= lastSeq;
    expectThat(inOrder, 'a posting belongs to a command of the log');
    this.#foldedSeq = seq;
    this.#folded.set(from, (this.#folded.get(from) ?? 0n) - amount);
    this.#folded.set(to, (this.#folded.get(to) ?? 0n) + amount);
  }
}

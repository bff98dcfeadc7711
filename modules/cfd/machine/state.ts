import type { AccountSlot, Ledger } from '@assay/core/ledger/ledger';
import { assert } from '@assay/core/num/integer';
import { PriceQueue } from '@assay/core/position/price-queue';
import { type Direction, LONG, marginOf, quantityOf } from '@assay/core/position/value';
import type { RowOf } from '@assay/core/schema/record';
import type { Fact } from '@assay/core/schema/registry';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type { Sessions } from '../rules/quote.ts';
import { CLOSE_OUT_PERCENT } from '../rules/risk.ts';
import type * as tables from '../store/tables.ts';
import type { AccountRow, LiveContract, OrderRow, PositionRow } from './contract.ts';

export type LegRow = RowOf<typeof tables.leg>;

/** At which prices a leg is to be looked at: of its contract, and of what converts. */
export type Guards = Pick<LegRow, 'guard' | 'conversionFloor' | 'conversionCeiling'>;
export const NO_GUARDS: Guards = { guard: 0, conversionFloor: null, conversionCeiling: null };

/** What a person has in one direction of a contract. */
export interface Leg {
  readonly row: LegRow;
  readonly live: LiveContract;
  readonly side: Direction;
  quantity: bigint;
  cost: bigint;
}

/** The tables of the machine. */
export interface CfdTables {
  readonly contracts: ObjectTable<typeof tables.contract>;
  readonly quotes: ObjectTable<typeof tables.quote>;
  readonly ticks: ObjectTable<typeof tables.tick>;
  readonly accounts: ObjectTable<typeof tables.account>;
  readonly legs: ObjectTable<typeof tables.leg>;
  readonly orders: ObjectTable<typeof tables.order>;
  readonly positions: ObjectTable<typeof tables.position>;
  readonly peaks: ObjectTable<typeof tables.peak>;
  readonly terms: HistoryTable<typeof tables.termsVersion>;
  readonly receipts: HistoryTable<typeof tables.receipt>;
}

/** Accounts of the ledger, by who owns them. */
export interface Slots {
  person(userId: number): AccountSlot;
  house(): AccountSlot;
  escrow(): AccountSlot;
  insurance(): AccountSlot;
}

/** What one person has open. */
interface Person {
  readonly positions: Set<number>;
  readonly orders: Set<number>;
  readonly legs: Leg[];
}

/** An order that waits for nothing. */
interface Left {
  readonly order: OrderRow;
  readonly why: 'delisted' | 'closeOnly';
}

/** Everything that the rules share: rows, and how they are found. */
export class CfdState {
  readonly tables: CfdTables;
  readonly ledger: Ledger;
  readonly slots: Slots;
  readonly sessions: Sessions;
  readonly publish: (fact: Fact) => void;
  readonly #isHalted: (symbol: string) => boolean;
  readonly #isDelisted: (symbol: string) => boolean;
  /** By id - 1, by symbol, and by the index that they follow. */
  readonly contracts: LiveContract[] = [];
  readonly bySymbol = new Map<string, LiveContract>();
  readonly byIndex = new Map<string, LiveContract[]>();
  /** People whose equity was too low at the last tick, and to whom the house owes something. */
  readonly endangered = new Set<number>();
  readonly owed = new Set<number>();
  /** Orders by the time at which they expire. */
  readonly expiries = new PriceQueue(1);
  readonly #people = new Map<number, Person>();
  /** Receipts of the running command. */
  receiptSeq = 0;
  receiptN = 0;

  constructor(
    options: Pick<CfdState, 'tables' | 'ledger' | 'slots' | 'sessions' | 'publish'> & {
      /** Whether staff have halted the market of a contract, or it is not open. */
      isHalted(symbol: string): boolean;
      /** Whether it has ended for good. */
      isDelisted(symbol: string): boolean;
    },
  ) {
    this.tables = options.tables;
    this.ledger = options.ledger;
    this.slots = options.slots;
    this.sessions = options.sessions;
    this.publish = options.publish;
    this.#isHalted = options.isHalted;
    this.#isDelisted = options.isDelisted;
  }

  /** Whether nothing new is opened, by its terms or because its market is halted. */
  isCloseOnly({ symbol, status }: Pick<LiveContract['row'], 'symbol' | 'status'>): boolean {
    return status === 'closeOnly' || this.#isHalted(symbol);
  }

  /**
   * The orders that wait for nothing: their contract was delisted, or opens nothing more by its
   * terms and there is nothing that they could close. A halt, which can end, ends none. Contracts
   * without such an order are not walked again before something could have made one.
   */
  *left(): Generator<Left> {
    for (const live of this.contracts) {
      const { row, waiting } = live;
      if (waiting.size === 0) continue;
      if (this.#isDelisted(row.symbol)) {
        for (const id of waiting) yield { order: this.tables.orders.get(id)!, why: 'delisted' };
      } else if (row.status === 'closeOnly' && live.mayHaveLeft) {
        for (const id of waiting) {
          const order = this.tables.orders.get(id)!;
          if (!this.#canClose(order)) yield { order, why: 'closeOnly' };
        }
        live.mayHaveLeft = false;
      }
    }
  }

  /** Whether an order of a netted account has positions of the other direction before it. */
  #canClose({ userId, contract, side }: OrderRow): boolean {
    if (this.tables.accounts.get(userId)?.netted !== true) return false;
    for (const id of this.person(userId).positions) {
      const row = this.tables.positions.get(id)!;
      if (row.contract === contract && row.side !== side) return true;
    }
    return false;
  }

  /**
   * Whether a tick that is later than a command waits to be worked on: what it does with what was
   * asked by that command is decided, and nobody takes it back who has seen the tick.
   */
  isDue({ row }: LiveContract, since: number): boolean {
    return this.tables.ticks.rows().some(({ seq, contract }) => contract === row.id && seq > since);
  }

  of(contract: number): LiveContract {
    const live = this.contracts[contract - 1];
    assert(live !== undefined, `contract ${contract} is listed`);
    return live;
  }

  person(userId: number): Person {
    let person = this.#people.get(userId);
    if (person === undefined) {
      person = { positions: new Set(), orders: new Set(), legs: [] };
      this.#people.set(userId, person);
    }
    return person;
  }

  people(): Iterable<[number, Person]> {
    return this.#people;
  }

  /** The account of a person; makes the row when there is none. */
  account(userId: number): AccountRow {
    return (
      this.tables.accounts.get(userId) ??
      this.tables.accounts.insert({
        ...{ userId, netted: false, used: 0n, reserved: 0n, held: 0n, deficit: 0n },
        ...{ owed: 0n, owedSince: 0, level: 0, endangered: 0 },
        closeOutPercent: CLOSE_OUT_PERCENT,
      })
    );
  }

  /** In the order of their numbers. */
  positionsOf(userId: number): PositionRow[] {
    const ids = [...this.person(userId).positions].sort((a, b) => a - b);
    return ids.map((id) => this.tables.positions.get(id)!);
  }

  addOrder(row: OrderRow): void {
    const live = this.of(row.contract);
    this.person(row.userId).orders.add(row.id);
    live.waiting.add(row.id);
    live.mayHaveLeft = true;
    if (row.kind === 'market') live.orders.add(row.id);
    if (row.expiresAt > 0) this.expiries.set(row.id, row.expiresAt);
  }

  /** Takes a waiting order out of everything that knows it. */
  dropOrder(row: OrderRow): void {
    const live = this.of(row.contract);
    this.person(row.userId).orders.delete(row.id);
    live.orders.delete(row.id);
    live.waiting.delete(row.id);
    this.expiries.remove(row.id);
    const { limit, stopOrder } = live.triggers[row.side as Direction];
    limit.remove(row.id);
    stopOrder.remove(row.id);
    this.tables.orders.delete(row);
  }

  addPosition(row: PositionRow): void {
    const live = this.of(row.contract);
    live.positions.set(row.id, row);
    this.person(row.userId).positions.add(row.id);
    if (row.closing > 0n) live.closing.add(row.id);
    this.resize(row, row.lots);
  }

  dropPosition(row: PositionRow): void {
    const live = this.of(row.contract);
    live.positions.delete(row.id);
    live.closing.delete(row.id);
    live.forget(row.side as Direction, row.id);
    live.mayHaveLeft = true;
    this.person(row.userId).positions.delete(row.id);
    this.tables.positions.delete(row);
  }

  quantity(row: Pick<PositionRow, 'contract'>, lots: bigint): bigint {
    return quantityOf(lots, this.of(row.contract).row.contractSize);
  }

  /** What lots of a position need, as when it was opened. */
  marginOf(row: PositionRow, lots: bigint): bigint {
    const { entry, leverage, conversionEntry } = row;
    const rate = this.of(row.contract).rate(conversionEntry);
    return marginOf(entry, this.quantity(row, lots), leverage, rate);
  }

  /** Adds lots of a position to what its owner, and all together, have in its direction. */
  resize(row: PositionRow, lots: bigint): void {
    const live = this.of(row.contract);
    const side = row.side as Direction;
    const quantity = this.quantity(row, lots);
    const cost = BigInt(row.entry) * quantity;
    const total = live.totals[side];
    total.quantity += quantity;
    total.cost += cost;
    const leg = this.#leg(row.userId, live, side);
    leg.quantity += quantity;
    leg.cost += cost;
    if (leg.quantity > 0n) return;
    const { legs } = this.person(row.userId);
    legs.splice(legs.indexOf(leg), 1);
    const { guard, conversionFloor, conversionCeiling } = live.triggers[side];
    for (const queue of [guard, conversionFloor, conversionCeiling]) queue.remove(row.userId);
    this.tables.legs.delete(leg.row);
  }

  setGuards({ row, live, side }: Leg, guards: Guards): void {
    const names = Object.keys(guards) as (keyof Guards)[];
    if (names.some((name) => row[name] !== guards[name])) this.tables.legs.change(row, guards);
    for (const name of names) {
      const queue = live.triggers[side][name];
      if (guards[name]) queue.set(row.userId, guards[name]);
      else queue.remove(row.userId);
    }
  }

  #leg(userId: number, live: LiveContract, side: Direction): Leg {
    const { legs } = this.person(userId);
    const found = legs.find((leg) => leg.live === live && leg.side === side);
    if (found !== undefined) return found;
    const key = { userId, contract: live.row.id, side };
    const stored = this.tables.legs.get(userId, live.row.id, side);
    const row = stored ?? this.tables.legs.insert({ ...key, ...NO_GUARDS });
    const leg = { row, live, side, quantity: 0n, cost: 0n };
    legs.push(leg);
    legs.sort((a, b) => a.live.row.id - b.live.row.id || b.side - a.side);
    return leg;
  }
}

export function guardsOf({ row: { guard, conversionFloor, conversionCeiling } }: Leg): Guards {
  return { guard, conversionFloor, conversionCeiling };
}

/** The direction of an order or a position on the wire. */
export function sideName(side: number): 'buy' | 'sell' {
  return side === LONG ? 'buy' : 'sell';
}

import { assert } from './assert.ts';

/** The lots of an order that are not shown yet. */
interface Reserve {
  /** The level of the order, by price and side. */
  readonly level: number;
  /** Lots that are shown at a time. */
  readonly part: number;
  hidden: number;
}

/** The hidden lots of a book's icebergs, by slot. Few orders have any, so a map is enough. */
export class Reserves {
  readonly #bySlot = new Map<number, Reserve>();
  /** Hidden lots by level. */
  readonly #levels = new Map<number, number>();

  /** Orders that have hidden lots. */
  get size(): number {
    return this.#bySlot.size;
  }

  add(slot: number, level: number, hidden: number, part: number): void {
    assert(!this.#bySlot.has(slot), 'hide: the order hides lots already');
    this.#bySlot.set(slot, { level, part, hidden });
    this.#change(level, hidden);
  }

  /** Hidden lots of an order; 0 for most. */
  of(slot: number): number {
    return this.#bySlot.get(slot)?.hidden ?? 0;
  }

  /** Hidden lots of a level. */
  at(level: number): number {
    return this.#levels.get(level) ?? 0;
  }

  /** How many lots the order shows at a time; 0 for one without hidden lots. */
  part(slot: number): number {
    return this.#bySlot.get(slot)?.part ?? 0;
  }

  /** Takes the lots that the order shows next; 0 when it has none left. */
  show(slot: number): number {
    const reserve = this.#bySlot.get(slot);
    return reserve === undefined ? 0 : this.#take(slot, reserve, reserve.part);
  }

  /** Takes up to `lots` away. Returns how many. */
  shrink(slot: number, lots: number): number {
    const reserve = this.#bySlot.get(slot);
    return reserve === undefined ? 0 : this.#take(slot, reserve, lots);
  }

  /** Forgets the hidden lots of an order that leaves the book. Returns how many they were. */
  drop(slot: number): number {
    return this.shrink(slot, Number.MAX_SAFE_INTEGER);
  }

  #take(slot: number, reserve: Reserve, most: number): number {
    const lots = Math.min(most, reserve.hidden);
    reserve.hidden -= lots;
    if (reserve.hidden === 0) this.#bySlot.delete(slot);
    this.#change(reserve.level, -lots);
    return lots;
  }

  #change(level: number, lots: number): void {
    const hidden = this.at(level) + lots;
    if (hidden === 0) this.#levels.delete(level);
    else this.#levels.set(level, hidden);
  }
}

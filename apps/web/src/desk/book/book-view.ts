import { BUY, type Side } from '@assay/core/order/side';
import type { Level } from './book-state.ts';

/** One row of the book as it is drawn: a group of levels and everything better than it. */
export interface Row {
  /** Price of the group: its worst price, so that a click never promises a better one. */
  readonly ticks: number;
  readonly lots: number;
  /** Lots of this row and all better ones. */
  readonly sumLots: number;
  /** The part of sumLots that is the house's own. */
  readonly sumHouse: number;
  /**
   * Sum of ticks x lots of this row and all better ones; exact up to 2^53, else for reading only.
   */
  readonly sumTickLots: number;
}

/** Multiples of the tick that a person may group by. */
const MULTIPLES = [1, 10, 100, 1000, 10_000] as const;
/** Grouping coarser than this share of the price would leave a row or two. */
const COARSEST = 100;

/** Group sizes in ticks that make sense at a price of `ticks`. */
export function groupings(ticks: number): number[] {
  const sensible = MULTIPLES.filter((multiple) => multiple === 1 || ticks / multiple >= COARSEST);
  return [...sensible];
}

/**
 * The price that a level is counted under: bids down, asks up, so no group looks better than it is.
 */
export function groupTicks(side: Side, ticks: number, group: number): number {
  return (side === BUY ? Math.floor(ticks / group) : Math.ceil(ticks / group)) * group;
}

/** The best `count` rows of a side, grouped by `group` ticks, with running sums. */
export function rowsOf(side: Side, levels: readonly Level[], group: number, count: number): Row[] {
  const rows: Row[] = [];
  let ticks = 0;
  let lots = 0;
  let sumLots = 0;
  let sumHouse = 0;
  let sumTickLots = 0;
  const close = () => {
    if (lots > 0) rows.push({ ticks, lots, sumLots, sumHouse, sumTickLots });
  };
  for (const level of levels) {
    const price = group === 1 ? level.ticks : groupTicks(side, level.ticks, group);
    if (price !== ticks) {
      close();
      if (rows.length === count) return rows;
      ticks = price;
      lots = 0;
    }
    lots += level.lots;
    sumLots += level.lots;
    sumHouse += level.house;
    sumTickLots += level.ticks * level.lots;
  }
  close();
  return rows;
}

/** Length of a bar: a share of `most` in steps of 1/250, so that a hair's change moves nothing. */
export function barOf(part: number, most: number): number {
  return most <= 0 ? 0 : Math.min(250, Math.round((part / most) * 250)) / 250;
}

/** Share of bids in the lots of the rows shown, in percent; null for an empty book. */
export function bidShare(bids: readonly Row[], asks: readonly Row[]): number | null {
  const bid = bids.at(-1)?.sumLots ?? 0;
  const ask = asks.at(-1)?.sumLots ?? 0;
  return bid + ask === 0 ? null : (bid / (bid + ask)) * 100;
}

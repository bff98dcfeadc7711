import {
  type Direction,
  floorDiv,
  ONE,
  quantityOf,
  rateOf,
  type Way,
} from '@assay/core/position/value';
import { dayNumber } from '@assay/core/session/zone';
import { DAY } from '@assay/core/time';
import type { ReceiptKind, Why } from '../schema/commands.ts';

/**
 * The quality of execution: what a customer went by, what they got, and how long it took. Sums are
 * of each person and of all, by month, contract, ending and reason.
 */

export const ENDINGS = ['filled', 'ended', 'refused'] as const;
export type Ending = (typeof ENDINGS)[number];

/** Fills that somebody went by a price for, or asked for; others are not executions of an order. */
const FILLS: readonly Why[] = [
  ...(['market', 'limit', 'stop', 'request', 'netting'] as const),
  ...(['takeProfit', 'stopLoss', 'trailingStop', 'guaranteedStop'] as const),
];
/** Asked for at the price of the next tick, whatever it is: how long it took says something. */
const AT_ONCE: readonly Why[] = ['market', 'request', 'netting'];
/** Why the house ended an order that it had accepted; what its customer ended is none. */
const REJECTIONS: readonly Why[] = [
  ...(['worsePrice', 'insufficientBalance', 'notAvailable'] as const),
  ...(['tooManyPositions', 'closeOnly', 'leverageTooHigh', 'delisted'] as const),
];

/** What a row of sums is of. */
export interface QualityKey {
  readonly userId: number;
  /** Months since January 1970, in UTC. */
  readonly month: number;
  readonly contract: string;
  readonly ending: Ending;
  readonly reason: string;
}

/** Amounts are units of USDT, each execution rounded down: a worse one counts as worse. */
export interface QualitySums {
  count: number;
  measured: number;
  better: number;
  worse: number;
  betterBy: bigint;
  worseBy: bigint;
  timed: number;
  waitMs: number;
  longestMs: number;
  within1s: number;
  within2s: number;
  within5s: number;
}

export type QualityRow = QualityKey & QualitySums;

/** Of a receipt what its quality follows from. */
export interface Executed {
  readonly userId: number;
  readonly kind: ReceiptKind;
  readonly why: Why;
  readonly contract: string;
  readonly contractSize: bigint;
  readonly side: number;
  readonly lots: bigint;
  readonly price: number;
  readonly reference: number;
  /** What made USDT of its amounts, and how; null: they were USDT. */
  readonly conversionPrice: number | null;
  readonly conversionWay: Way | null;
  readonly askedAt: number;
  readonly tickAt: number;
  readonly at: number;
}

/** Everybody together. */
export const ALL = 0;

/** The month of an instant, in UTC, counted from January 1970. */
export function monthOf(at: number): number {
  const day = Math.floor(at / DAY);
  const firstOf = (month: number) => dayNumber(1970 + Math.floor(month / 12), (month % 12) + 1, 1);
  // No month has more days, so that this one is reached from below.
  let month = Math.floor(day / 31);
  while (firstOf(month + 1) <= day) month += 1;
  return month;
}

/** A month as `2026-11`. */
export function monthText(month: number): string {
  const [year, rest] = [1970 + Math.floor(month / 12), month % 12];
  return `${year}-${String(rest + 1).padStart(2, '0')}`;
}

/** What a receipt counts as; null where it is no execution, and no rejection. */
export function qualityOf(receipt: Executed): QualityRow | null {
  const { kind, why, userId, contract, at } = receipt;
  const key = { userId, month: monthOf(at), contract, reason: why };
  if (kind === 'ended') {
    return REJECTIONS.includes(why) ? { ...key, ending: 'ended', ...one() } : null;
  }
  const isFill = kind === 'opened' || kind === 'closed';
  if (!isFill || !FILLS.includes(why)) return null;
  return { ...key, ending: 'filled', ...one(), ...slippageOf(receipt), ...waitOf(receipt) };
}

/** One of something, of which no price is compared. */
export function one(): QualitySums {
  return {
    ...{ count: 1, measured: 0, better: 0, worse: 0, betterBy: 0n, worseBy: 0n },
    ...{ timed: 0, waitMs: 0, longestMs: 0, within1s: 0, within2s: 0, within5s: 0 },
  };
}

/** How much better a fill was for its customer than the price that they went by. */
function slippageOf(executed: Executed) {
  const { kind, side, lots, contractSize, price, reference } = executed;
  if (reference === 0) return {};
  // Whoever opens long buys, and whoever closes a long sells.
  const buys = (kind === 'opened' ? side : -side) as Direction;
  const moved = BigInt(buys) * (BigInt(reference) - BigInt(price));
  const { of, per } = rateOf(executed.conversionPrice, executed.conversionWay);
  const by = floorDiv(moved * quantityOf(lots, contractSize) * of, ONE * per);
  return {
    ...{ measured: 1, better: moved > 0n ? 1 : 0, worse: moved < 0n ? 1 : 0 },
    ...{ betterBy: by > 0n ? by : 0n, worseBy: by < 0n ? -by : 0n },
  };
}

function waitOf({ why, askedAt, tickAt }: Executed) {
  if (askedAt === 0 || !AT_ONCE.includes(why)) return {};
  // The clock of a source may be behind that of the engine: then it was at once.
  const waitMs = Math.max(0, tickAt - askedAt);
  const within = (ms: number) => (waitMs <= ms ? 1 : 0);
  return {
    ...{ timed: 1, waitMs, longestMs: waitMs },
    ...{ within1s: within(1_000), within2s: within(2_000), within5s: within(5_000) },
  };
}

/** Rows of sums, those of the same thing together, of each person and of all. */
export function summed(rows: readonly QualityRow[]): QualityRow[] {
  const found = new Map<string, QualityRow>();
  for (const row of rows.flatMap((of) => [of, { ...of, userId: ALL }])) {
    const { userId, month, contract, ending, reason } = row;
    const key = [userId, month, contract, ending, reason].join(' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, { ...row });
    else add(known, row);
  }
  return [...found.values()];
}

function add(to: QualitySums, row: QualitySums): void {
  to.count += row.count;
  to.measured += row.measured;
  to.better += row.better;
  to.worse += row.worse;
  to.betterBy += row.betterBy;
  to.worseBy += row.worseBy;
  to.timed += row.timed;
  to.waitMs += row.waitMs;
  to.longestMs = Math.max(to.longestMs, row.longestMs);
  to.within1s += row.within1s;
  to.within2s += row.within2s;
  to.within5s += row.within5s;
}

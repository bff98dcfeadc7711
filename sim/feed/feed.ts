import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import { INDEX_HOURS } from '../../apps/server/hours.ts';
import { PaperLog } from '../../modules/options/testing/paper-log.ts';
import type { ClientCommand } from '../history.ts';

/** Indices that contracts and options follow: one that never closes, one with sessions. */
export const FOLLOWED = [
  { index: 'BTC-USDT', start: 100_00_000_000n },
  { index: 'XAU-USD', start: 200_00_000_000n },
] as const;

const TICK_MS = 1_000;
/** Of a time that was longer the log has its first and its last ticks. */
const FIRST_MS = 75_000;
const LAST_MS = 15_000;
/** What a tick moves a price by, in ten thousandths. */
const MOVES = [-30, -11, -4, -1, 0, 0, 0, 1, 4, 11, 30];
/** An outlier, or where an opening finds the price, in percent. */
const JUMPS = [-24, -9, -4, 4, 9, 30];

interface Line {
  readonly index: string;
  readonly start: bigint;
  price: bigint;
  at: number;
  /** Last tick with a price. */
  last: { readonly n: number; readonly at: number; readonly price: bigint } | null;
  /** It is silent until then, or had been closed. */
  silentUntil: number;
  wasOpen: boolean;
  /** What the next tick comes back to after an outlier. */
  before: bigint | null;
}

/**
 * The feed of a simulated house: a tick a second while a session is open, whether anybody takes it
 * or not. Now and then it is silent, has a tick without a price, or one that is far off; openings
 * have gaps. It outlives every engine, as the tick log of the database does.
 */
export class Feed {
  readonly log = new PaperLog();
  readonly #dice: Dice;
  readonly #lines: Line[] = FOLLOWED.map(({ index, start }) => ({
    ...{ index, start, price: start, at: 0, last: null, silentUntil: 0, wasOpen: false },
    before: null,
  }));

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Lets the markets go on until now. */
  advance(now: number): void {
    for (const line of this.#lines) this.#goOn(line, this.#dice, now);
  }

  /** The prices that an engine is given. */
  prices(dice: Dice): ClientCommand {
    const prices: { index: string; price: string; n: number; at: number }[] = [];
    for (const line of this.#lines) {
      // The engine is given the last prices only, and of a slow feed not even those.
      if (line.last === null || dice.int(0, 5) === 0) continue;
      const { n, at, price } = line.last;
      prices.push({ index: line.index, price: formatDecimal(price, SCALE), n, at });
    }
    return { actor: OWNER.feeds, type: 'recordPrices', body: { prices } };
  }

  /** The last tick of an index with a price. */
  lastOf(index: string): Line['last'] {
    return this.#lines.find((line) => line.index === index)?.last ?? null;
  }

  /** Prices as numbers, for what people ask for. */
  present(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#lines.map(({ index, price }) => [index, Number(price) / 1e8]));
  }

  #goOn(line: Line, dice: Dice, now: number): void {
    if (line.at === 0) line.at = now - (now % TICK_MS) - TICK_MS;
    const began = line.at;
    while (line.at + TICK_MS <= now) {
      line.at += TICK_MS;
      const isWithin = line.at - began <= FIRST_MS || now - line.at < LAST_MS;
      if (!isWithin) line.at = now - (now % TICK_MS) - LAST_MS;
      const isOpen = INDEX_HOURS.sessionAt(line.index, line.at) !== null;
      if (isOpen && line.at >= line.silentUntil) this.#tick(line, dice);
      line.wasOpen = isOpen;
    }
  }

  #tick(line: Line, dice: Dice): void {
    const throwOf = dice.int(0, 199);
    if (throwOf === 0) line.silentUntil = line.at + dice.pick([4_000, 12_000, 70_000]);
    if (throwOf < 5) {
      this.log.add(line.index, line.at, '');
      return;
    }
    this.#move(line, dice);
    const { n, at } = this.log.add(line.index, line.at, line.price);
    line.last = { n, at, price: line.price };
  }

  #move(line: Line, dice: Dice): void {
    const { before, start } = line;
    line.before = null;
    if (!line.wasOpen) line.price += (line.price * BigInt(dice.pick(JUMPS))) / 100n;
    else if (before !== null) line.price = before;
    else if (dice.int(0, 89) === 0) {
      line.before = line.price;
      line.price += (line.price * BigInt(dice.pick(JUMPS))) / 100n;
    } else line.price += (line.price * BigInt(dice.pick(MOVES))) / 10_000n;
    // Always back to where it began, or it would end anywhere.
    line.price += (start - line.price) / 50n;
  }
}

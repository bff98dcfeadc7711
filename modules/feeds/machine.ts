import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { INDEX_NAME } from '@assay/core/order/market';
import { dayOf } from '@assay/core/position/rollover';
import type { RowOf } from '@assay/core/schema/record';
import type { RulesFor } from '@assay/core/schema/registry';
import { dayBegins } from '@assay/core/session/calendar';
import { readDayHours } from '@assay/core/session/day-hours';
import { HOUR } from '@assay/core/time';
import type { RowReader, Turn } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { DAY_TAKEN_MS } from './rules/calendar-change.ts';
import { isDated, type PublishedDay, PublishedDays } from './rules/index.ts';
import type { RecordPrices } from './schema.ts';
import { calendarDay, referencePrice } from './store/tables.ts';

/** The last price of an index in the engine. */
export interface ReferencePrice extends RowOf<typeof referencePrice> {
  /** The price in units of 1e-8, a safe integer above zero. */
  readonly units: number;
}

type FeedRules = RulesFor<'recordPrices' | 'setCalendarDay'>;
type Decision<T extends keyof FeedRules> = ReturnType<FeedRules[T]>;

/** The most prices in one command, far above the number of indices in our feeds. */
const MAX_PRICES = 2_000;

/**
 * A tick is at most so far ahead of the engine's time, as receipts admit (`SKEW_MS` in
 * examples/verify-contract.mjs). Beyond it the clock was set back since: the price is to come.
 */
const MAX_AHEAD_MS = HOUR;

/** Called inside the command, before its outcome: changes by the listener belong to the command. */
export type PricesListener = (prices: ReadonlyMap<string, ReferencePrice>, turn: Turn) => void;

/**
 * Reference prices in the engine. They arrive by command, so that the stops that they trigger are
 * part of the one sequence of commands, and a replay triggers the same stops.
 */
export class FeedsMachine extends TableMachine {
  readonly name = 'feeds';
  readonly rules: FeedRules = {
    recordPrices: (body, turn) => this.#recordPrices(body, turn),
    setCalendarDay: (body, turn) => this.#setDay(body, turn),
  };
  /** The hours of indices, with the days that came by command: a replay has the same. */
  readonly hours = new PublishedDays();

  readonly #last = this.keep(referencePrice);
  readonly #days = this.keep(calendarDay);
  readonly #listeners: PricesListener[] = [];

  /** Calls the listener with the prices that a command has just changed, in the command's order. */
  onPrices(listener: PricesListener): void {
    this.#listeners.push(listener);
  }

  /** The last price of the index, however old. */
  lastIndex(index: string): ReferencePrice | undefined {
    const last = this.#last.get(index);
    return last === undefined ? undefined : { ...last, units: unitsOf(last.price) };
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    for (const day of this.#days.rows()) this.hours.set(day);
    for (const { index, price } of this.#last.rows()) {
      assert(unitsOf(price) > 0, `stored price ${price} of ${index} is no price`);
    }
  }

  override audit(): void {
    super.audit();
    for (const { index, price, n } of this.#last.rows()) {
      assert(unitsOf(price) > 0 && n > 0, `price of ${index} is not positive`);
    }
  }

  /** Ignores prices whose tick is not newer than the last one of their index, or is to come. */
  #recordPrices({ prices }: RecordPrices, turn: Turn): Decision<'recordPrices'> {
    if (turn.actor !== OWNER.feeds) return { refusal: 'notAllowed' };
    const taken = readPrices(prices, turn.at);
    if (taken === null) return { refusal: 'badPrices' };
    const news = new Map<string, ReferencePrice>();
    for (const price of taken) {
      const { units: _, ...row } = price;
      const last = this.#last.get(row.index);
      if (last === undefined) this.#last.insert(row);
      else if (row.n > last.n) this.#last.change(last, row);
      else continue;
      news.set(row.index, price);
    }
    if (news.size > 0) {
      const facts = [...news.values()].map(({ index, price, n }) => ({ index, price, n }));
      this.publish({ type: 'pricesRecorded', prices: facts });
      for (const listener of this.#listeners) listener(news, turn);
    }
    return { recorded: news.size };
  }

  /**
   * Takes the hours of a day. Nothing that was decided changes by them: sessions of ticks that
   * were, and the windows of options that are open, end before the day begins.
   */
  #setDay(body: PublishedDay, turn: Turn): Decision<'setCalendarDay'> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const { calendar, date, hours } = body;
    const day = typeof date === 'string' ? dayOf(date) : null;
    const isRead = hours === null || readDayHours(hours) !== null;
    if (!isDated(calendar) || day === null || !isRead) return { refusal: 'badDay' };
    const begins = dayBegins(this.hours.calendar(calendar), day);
    if (begins - turn.at < DAY_TAKEN_MS) return { refusal: 'tooLate' };
    const known = this.#days.get(calendar, date);
    const news = { hours, seq: turn.seq };
    if (known === undefined) this.#days.insert({ calendar, date, ...news });
    else this.#days.change(known, news);
    this.hours.set({ calendar, date, hours });
    return { calendar, date };
  }
}

/** Those that are not to come, with their units; null if an entry of the list is not a price. */
function readPrices(prices: RecordPrices['prices'], at: number): ReferencePrice[] | null {
  if (!Array.isArray(prices) || prices.length === 0 || prices.length > MAX_PRICES) return null;
  const seen = new Set<string>();
  const taken: ReferencePrice[] = [];
  for (const entry of prices as (RecordPrices['prices'][number] | null)[]) {
    if (typeof entry !== 'object' || entry === null) return null;
    const { index, price, n, at: tickAt = at } = entry;
    if (typeof index !== 'string' || !INDEX_NAME.test(index) || seen.has(index)) return null;
    const units = unitsOf(price);
    if (units === 0 || !Number.isSafeInteger(n) || n < 1) return null;
    if (!Number.isSafeInteger(tickAt)) return null;
    seen.add(index);
    if (tickAt > at + MAX_AHEAD_MS) continue;
    taken.push({ index, price: formatSafe(units, SCALE), units, n, at });
  }
  return taken;
}

/** Units of 1e-8, or 0 if the text is no price above zero within the safe integers. */
function unitsOf(text: string): number {
  const units = parseDecimal(text, SCALE);
  return units === null || units > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(units);
}

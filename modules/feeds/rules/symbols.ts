import {
  isOpen,
  nextClose,
  nextOpening,
  type SessionCalendar,
  type SessionSpan,
  type SessionState,
  sessionAt,
  spanAt,
} from '@assay/core/session/calendar';
import { CALENDARS, type CalendarName } from './calendars.ts';

/** What prices are followed beside those of coins, and when they are due. */

export const SYMBOL_CLASSES = ['metal', 'oil', 'gas', 'forex', 'coin'] as const;
export type SymbolClass = (typeof SYMBOL_CLASSES)[number];

/** An index of the house that is not one of a coin. */
export interface FeedSymbol {
  /** Its name: XAU-USD. */
  readonly index: string;
  readonly base: string;
  readonly quote: string;
  readonly class: SymbolClass;
  /** Decimals of its prices. */
  readonly digits: number;
  readonly calendar: CalendarName;
  /** What the base is called; a proper name, the same in every language. */
  readonly name: string;
  /** What the price service of Pyth calls it. */
  readonly pyth: string;
}

/** While its session is open a symbol has a tick this often: the published rate. */
export const TICK_EVERY_MS = 1_000;

const priced =
  (kind: SymbolClass, calendar: CalendarName, quote = 'USD') =>
  (base: string, name: string, digits: number, pyth: string): FeedSymbol => ({
    ...{ index: `${base}-${quote}`, base, quote, class: kind, digits, calendar, name, pyth },
  });

const metal = priced('metal', 'metals');
const oil = priced('oil', 'energy');
const brent = priced('oil', 'brent');
const gas = priced('gas', 'energy');

const CURRENCIES: Readonly<Record<string, string>> = {
  EUR: 'Euro',
  GBP: 'Pound sterling',
  AUD: 'Australian dollar',
  NZD: 'New Zealand dollar',
  USD: 'US dollar',
  CAD: 'Canadian dollar',
  CHF: 'Swiss franc',
};

function pair(base: string, quote: string): FeedSymbol {
  const name = CURRENCIES[base] ?? base;
  const digits = quote === 'JPY' ? 3 : 5;
  return priced('forex', 'forex', quote)(base, name, digits, `FX.${base}/${quote}`);
}

export const SYMBOLS: readonly FeedSymbol[] = [
  metal('XAU', 'Gold', 2, 'Metal.XAU/USD'),
  metal('XAG', 'Silver', 3, 'Metal.XAG/USD'),
  metal('XPT', 'Platinum', 2, 'Metal.XPT/USD'),
  metal('XPD', 'Palladium', 2, 'Metal.XPD/USD'),
  brent('BRENT', 'Brent crude oil', 3, 'Commodities.UKOILSPOT'),
  oil('WTI', 'WTI crude oil', 3, 'Commodities.USOILSPOT'),
  gas('NGAS', 'Natural gas', 4, 'Commodities.NATGAS'),
  pair('EUR', 'USD'),
  pair('GBP', 'USD'),
  pair('AUD', 'USD'),
  pair('NZD', 'USD'),
  pair('USD', 'JPY'),
  pair('USD', 'CHF'),
  pair('USD', 'CAD'),
  pair('EUR', 'GBP'),
  pair('EUR', 'JPY'),
  pair('EUR', 'CHF'),
  pair('EUR', 'AUD'),
  pair('EUR', 'CAD'),
  pair('GBP', 'JPY'),
  pair('GBP', 'CHF'),
  pair('GBP', 'AUD'),
  pair('AUD', 'JPY'),
  pair('AUD', 'NZD'),
  pair('NZD', 'JPY'),
  pair('CAD', 'JPY'),
  pair('CHF', 'JPY'),
  pair('USD', 'SGD'),
];

const byIndex = new Map(SYMBOLS.map((symbol) => [symbol.index, symbol]));

/** The symbol of an index; undefined for the indices of coins. */
export function symbolOf(index: string): FeedSymbol | undefined {
  return byIndex.get(index);
}

/** The class of what an index prices. */
export function classOf(index: string): SymbolClass {
  return symbolOf(index)?.class ?? 'coin';
}

/** The hours of an index: coins are priced always. */
export function calendarOf(index: string): SessionCalendar {
  return CALENDARS[symbolOf(index)?.calendar ?? 'always'];
}

/** The calendar of each index: the usual ones, or those with the days that were published. */
export type CalendarOf = (index: string) => SessionCalendar;

/** Whether ticks of the index are due at an instant. */
export function isIndexOpen(index: string, at: number, of: CalendarOf = calendarOf): boolean {
  return isOpen(of(index), at);
}

/** The first instant after `at` at which ticks of the index are due again; null: always are. */
export function nextIndexOpening(
  index: string,
  at: number,
  of: CalendarOf = calendarOf,
): number | null {
  return nextOpening(of(index), at);
}

/** The first instant after `at` from which no tick of the index is due; null: always are. */
export function nextIndexClose(
  index: string,
  at: number,
  of: CalendarOf = calendarOf,
): number | null {
  return nextClose(of(index), at);
}

/** The session of an index that an instant is in; null while no tick of it is due. */
export function indexSpan(
  index: string,
  at: number,
  of: CalendarOf = calendarOf,
): SessionSpan | null {
  return spanAt(of(index), at);
}

/** What is shown of the session of an index. */
export interface IndexSession extends SessionState {
  readonly calendar: string;
}

export function indexSession(index: string, at: number, of: CalendarOf = calendarOf): IndexSession {
  const calendar = of(index);
  return { calendar: calendar.name, ...sessionAt(calendar, at) };
}

/**
 * The names by which commodities are known elsewhere: the codes of quote services and the months
 * that futures exchanges trade, and the index that stands for them here.
 */
export const COMMODITY_CODES: Readonly<Record<string, string>> = {
  XAU: 'XAU-USD',
  GC: 'XAU-USD',
  XAG: 'XAG-USD',
  SI: 'XAG-USD',
  XPT: 'XPT-USD',
  PL: 'XPT-USD',
  XPD: 'XPD-USD',
  PA: 'XPD-USD',
  OIL: 'BRENT-USD',
  BZ: 'BRENT-USD',
  CL: 'WTI-USD',
  NYMEX: 'WTI-USD',
  NG: 'NGAS-USD',
};

/** What a commodity is shown as: `XAU/USD`; undefined for a code that is not known. */
export function displaySymbol(code: string): string | undefined {
  const symbol = symbolOf(COMMODITY_CODES[code] ?? '');
  return symbol && `${symbol.base}/${symbol.quote}`;
}

/** The session of an index now and those after it, as far as its calendar goes. */
export function nextIndexSpans(
  index: string,
  now: number,
  most: number,
  of: CalendarOf = calendarOf,
): { readonly opensAt: number; readonly closesAt: number }[] {
  const spans: { opensAt: number; closesAt: number }[] = [];
  let at: number | null =
    indexSpan(index, now, of) === null ? nextIndexOpening(index, now, of) : now;
  while (at !== null && spans.length < most) {
    const span = indexSpan(index, at, of);
    if (span === null || span.closesAt === null) break;
    spans.push({ opensAt: span.opensAt, closesAt: span.closesAt });
    at = nextIndexOpening(index, span.closesAt, of);
  }
  return spans;
}

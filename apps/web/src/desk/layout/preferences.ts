import { TOTAL_CURRENCIES } from '@assay/core/num/rate';
import { create } from 'zustand';
import { readStored, writeStored } from '../../lib/storage.ts';
import type { Lead, TicketType } from '../ticket/form.ts';

/** From how many USDT on a balance is listed; '0' lists all. */
export const SMALL_BALANCES = ['0', '1', '10', '100'] as const;

/** In what totals are read. */
export const TOTALS_IN = ['USDT', ...TOTAL_CURRENCIES] as const;

/** How a person has set up the trading page. Kept in the browser, one record a user. */
export interface DeskPreferences {
  readonly bookWidth: number;
  readonly ticketWidth: number;
  readonly bottomHeight: number;
  readonly tradesHeight: number;
  readonly showBook: boolean;
  readonly showBottom: boolean;
  readonly ticketSide: 'end' | 'start';
  /** Where the panels stand: the book beside the ticket, or on the far side of the chart. */
  readonly arrangement: 'classic' | 'pro';
  readonly bookView: 'both' | 'bids' | 'asks';
  /** Unit of the running sum in the book. */
  readonly sumIn: 'base' | 'quote';
  /** Multiple of the tick that each market's book is grouped by. */
  readonly grouping: Readonly<Record<string, number>>;
  /** What a market order is given by: a quantity of the base asset, or an amount of the quote. */
  readonly marketLead: Lead;
  /** What a quantity is given in: the market's base asset, or lots of it. */
  readonly quantityIn: 'asset' | 'lots';
  /** Order types that are sent without asking. */
  readonly sendAtOnce: readonly TicketType[];
  /** Whether an order whose line was dragged is moved without asking. */
  readonly moveAtOnce: boolean;
  readonly sound: boolean;
  readonly hideBalances: boolean;
  /** Balances worth less than this many USDT are not listed; '0' lists all. */
  readonly hideBelow: (typeof SMALL_BALANCES)[number];
  readonly totalIn: (typeof TOTALS_IN)[number];
  readonly hideOtherPairs: boolean;
  readonly recentMarkets: readonly string[];
}

export const DEFAULT_PREFERENCES: DeskPreferences = {
  bookWidth: 272,
  ticketWidth: 288,
  bottomHeight: 196,
  tradesHeight: 280,
  showBook: true,
  showBottom: true,
  ticketSide: 'end',
  arrangement: 'classic',
  bookView: 'both',
  sumIn: 'base',
  grouping: {},
  marketLead: 'quantity',
  quantityIn: 'asset',
  sendAtOnce: [],
  moveAtOnce: false,
  sound: false,
  hideBalances: false,
  hideBelow: '0',
  totalIn: 'USDT',
  hideOtherPairs: false,
  recentMarkets: [],
};

const KEY = 'assay.deal';
const RECENT_MAX = 6;

/** What a reset of the layout brings back. */
const LAYOUT = [
  'bookWidth',
  'ticketWidth',
  'bottomHeight',
  'tradesHeight',
  'showBook',
  'showBottom',
  'ticketSide',
  'arrangement',
] as const satisfies readonly (keyof DeskPreferences)[];

export type Arrangement = DeskPreferences['arrangement'];

/** What an arrangement changes of the usual layout. */
const PRESETS: Readonly<Record<Arrangement, Partial<DeskPreferences>>> = {
  classic: {},
  pro: { arrangement: 'pro', bottomHeight: 216 },
};

const WORDS: Readonly<Record<string, readonly string[]>> = {
  end: ['start', 'end'],
  both: ['both', 'bids', 'asks'],
  base: ['base', 'quote'],
  quantity: ['quantity', 'total'],
  asset: ['asset', 'lots'],
  classic: ['classic', 'pro'],
  0: SMALL_BALANCES,
  USDT: TOTALS_IN,
};

interface Store extends DeskPreferences {
  /** The owner of the record: a user's id, or 0 for a visitor. */
  readonly owner: number;
  adopt(owner: number): void;
  change(change: Partial<DeskPreferences>): void;
  /** Sets the panels of an arrangement up as it is meant; the ticket stays on its side. */
  arrange(arrangement: Arrangement): void;
  resetLayout(): void;
  visited(market: string): void;
}

export const useDeskPreferences = create<Store>((set, get) => ({
  ...read(0),
  owner: 0,
  adopt(owner) {
    if (owner !== get().owner) set({ ...read(owner), owner });
  },
  change(change) {
    set(change);
    write(get());
  },
  arrange(arrangement) {
    get().change({ ...usualLayout(), ...PRESETS[arrangement], ticketSide: get().ticketSide });
  },
  resetLayout() {
    get().change(usualLayout());
  },
  visited(market) {
    const others = get().recentMarkets.filter((each) => each !== market);
    get().change({ recentMarkets: [market, ...others].slice(0, RECENT_MAX) });
  },
}));

function usualLayout(): Partial<DeskPreferences> {
  return Object.fromEntries(LAYOUT.map((key) => [key, DEFAULT_PREFERENCES[key]]));
}

function keyOf(owner: number): string {
  return owner === 0 ? KEY : `${KEY}.${owner}`;
}

/** A user without a record of their own starts from the visitor's. */
function read(owner: number): DeskPreferences {
  return restored(readStored(keyOf(owner)) ?? readStored(KEY));
}

/** Exported for its test: only values of the right kind are taken over. */
export function restored(text: string | null): DeskPreferences {
  let stored: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed as Record<string, unknown>;
  } catch {
    // A record that cannot be read is as good as none.
  }
  const entries = Object.entries(DEFAULT_PREFERENCES).map(([key, usual]) => {
    const value = stored[key];
    return [key, fits(value, usual) ? value : usual];
  });
  return Object.fromEntries(entries) as DeskPreferences;
}

function fits(value: unknown, usual: unknown): boolean {
  if (Array.isArray(usual)) {
    return Array.isArray(value) && value.every((each) => typeof each === 'string');
  }
  if (typeof usual === 'number') return typeof value === 'number' && value > 0 && value < 4000;
  if (typeof usual === 'string') return WORDS[usual]?.includes(value as string) ?? false;
  return typeof value === typeof usual && value !== null;
}

function write({ owner, ...store }: Store): void {
  const kept = Object.keys(DEFAULT_PREFERENCES).map((key) => [
    key,
    store[key as keyof DeskPreferences],
  ]);
  writeStored(keyOf(owner), JSON.stringify(Object.fromEntries(kept)));
}

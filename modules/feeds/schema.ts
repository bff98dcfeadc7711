import { defineCalls } from '@assay/core/schema/call';
import {
  id,
  indexName,
  instant,
  limit,
  marketSymbol,
  oneOf,
  text,
} from '@assay/core/schema/fields';
import type {} from '@assay/core/schema/registry';
import { z } from 'zod';
import { VERDICTS } from './rules/index.ts';
import { INTERVALS } from './rules/interval.ts';
import { DATED_CALENDARS, type PublishedDay } from './rules/published-days.ts';
import { SYMBOL_CLASSES } from './rules/symbols.ts';

export { INTERVALS, type Interval } from './rules/interval.ts';

/** Why a quote is left out of an index. */
const REASONS = VERDICTS.filter((verdict) => verdict !== 'used');

export const SOURCE_KINDS = ['live', 'replay', 'simulated'] as const;

/** Prices over a span of time. `trades` 0: nothing was traded here, it is built from the index. */
export const candleView = z.strictObject({
  openAt: z.int(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  /** In the base asset: traded here, on our own book. */
  volume: z.string(),
  /** In the base asset: what the sources of the index report of other venues; never in `volume`. */
  referenceVolume: z.string(),
  trades: z.int(),
});
export type CandleView = z.infer<typeof candleView>;

/**
 * Snapshot and delta of `candles.<market>.<interval>`: the candle that grows. `closed` is the one
 * before it, when that has changed since the last delta.
 */
export interface CandlesData {
  readonly candle: CandleView | null;
  readonly closed?: CandleView;
}

/** One line of the tick log; what each field is and how it is checked: `Tick` in rules.ts. */
export const tickView = z.strictObject({
  /** The name that the index had then. */
  index: z.string(),
  n: z.int(),
  at: z.int(),
  price: z.string(),
  parts: z.string(),
  prev: z.string(),
  hash: z.string(),
});
export type TickView = z.infer<typeof tickView>;

/** The hours of an index; null for what never opens or closes, because it is always open. */
export const sessionView = z.strictObject({
  calendar: z.string(),
  open: z.boolean(),
  nextOpening: z.int().nullable(),
  nextClose: z.int().nullable(),
});
export type SessionView = z.infer<typeof sessionView>;

/** What is signed of the ticks of a day; `tickHeadText` in core/receipt is the text. */
const tickHeadView = z.strictObject({
  index: z.string(),
  day: z.string(),
  firstN: z.int(),
  n: z.int(),
  hash: z.string(),
  root: z.string(),
  at: z.int(),
  /** Ed25519, in hex. */
  signature: z.string(),
});

const day = z.iso.date();

const componentView = z.strictObject({
  source: z.string(),
  /** "" when the source gave no price above zero. */
  price: z.string(),
  weight: z.int(),
  at: z.int(),
  verdict: z.enum(VERDICTS),
});

export const feedStatusView = z.strictObject({
  source: z.enum(SOURCE_KINDS),
  simulated: z.boolean(),
  /** How the source was chosen: `auto` looked for live prices at the very first start. */
  setting: z.enum(['auto', ...SOURCE_KINDS]),
  /** Simulated prices are in use although live ones could be had now. */
  liveReachable: z.boolean(),
  /** SHA-256 of the seed of simulated prices; "" for others. */
  seedHash: z.string(),
  startedAt: z.int(),
  /** Whether the history of candles is complete. */
  historyReady: z.boolean(),
  /** How each source is doing; `failing` is "" or the class of its last failure. */
  sources: z.array(z.strictObject({ source: z.string(), heardAt: z.int(), failing: z.string() })),
  indices: z.array(
    z.strictObject({
      /** Its name; a market's view has it as `indexName`. */
      index: z.string(),
      /** `closed`: outside of its session no price is due. */
      status: z.enum(['fresh', 'stale', 'closed']),
      class: z.enum(SYMBOL_CLASSES),
      /** How many ms there are between two ticks while its session is open: the published rate. */
      tickEveryMs: z.int(),
      session: sessionView,
      /** The last price, when and as which tick; "" and 0 before the first. */
      price: z.string(),
      at: z.int(),
      n: z.int(),
      components: z.array(componentView),
    }),
  ),
});

const market = marketSymbol;

const HOURS_MAX = 80;
/** Dates of one change: a trading day of a venue can be two of them. */
const DAYS_MAX = 10;

/** The body of the command by which two people publish hours of days of a calendar. */
export const changeCalendar = z.strictObject({
  calendar: oneOf(...DATED_CALENDARS),
  days: z
    .array(
      z.strictObject({
        date: day,
        /** What holds now: whoever signs reads it, and it must still hold then. */
        before: text(0, HOURS_MAX),
        /** Empty: closed; null: as usual again. */
        after: text(0, HOURS_MAX).nullable(),
      }),
    )
    .min(1)
    .max(DAYS_MAX),
});

/** Hours of a day that were published. */
const calendarDayView = z.strictObject({
  ...{ versionId: z.int(), calendar: z.enum(DATED_CALENDARS), date: z.string() },
  /** Empty: closed. */
  before: z.string(),
  /** Null: as usual again. */
  hours: z.string().nullable(),
  /** When the day begins at the venue. */
  beginsAt: z.int(),
  ...{ reason: z.string(), publishedAt: z.int() },
});
export type CalendarDayView = z.infer<typeof calendarDayView>;

export const calls = defineCalls({
  getKline: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'Candles of a market, oldest first: of its trades, and of the index where there were none.',
    input: z.strictObject({
      market,
      interval: oneOf(...INTERVALS),
      /** Earliest opening; without it the latest candles are returned. */
      from: instant.optional(),
      to: instant.optional(),
      limit: limit(500, 1000),
    }),
    output: z.array(candleView),
    refusals: ['unknownMarket'],
  },
  getTickLog: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'The hash-chained log of index prices, from a tick on or the last ones; anyone can check it.',
    input: z.strictObject({ index: indexName, from: id.optional(), limit: limit(100, 1000) }),
    output: z.strictObject({
      index: z.string(),
      /** All names that the index has had, oldest first: ticks were hashed under these. */
      names: z.array(z.string()),
      ticks: z.array(tickView),
    }),
    refusals: ['unknownIndex', 'ticksMissing', 'ticksBroken'],
  },
  getTicksBetween: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'The ticks of a span of ten minutes at most, by their times: what a moment was settled by.',
    input: z.strictObject({ index: indexName, from: instant, to: instant }),
    output: z.strictObject({
      index: z.string(),
      names: z.array(z.string()),
      ticks: z.array(tickView),
    }),
    refusals: ['unknownIndex', 'spanTooLong', 'ticksMissing', 'ticksBroken'],
  },
  getTickProof: {
    method: 'GET',
    auth: 'visitor',
    limit: 'proof',
    summary: 'A tick, the signed head of its day, and the path from the tick to the head’s root.',
    input: z.strictObject({ index: indexName, n: id }),
    output: z.strictObject({
      publicKey: z.string(),
      tick: tickView,
      head: tickHeadView,
      /** Hashes beside the way from the leaf to the root, from below, in hex. */
      path: z.array(z.string()),
    }),
    refusals: ['unknownIndex', 'unknownTick'],
  },
  getTickDays: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'The sealed days of an index, the latest first, and the signed head of the newest ticks.',
    input: z.strictObject({
      index: indexName,
      /** Days before this one; `2026-11-26`. */
      before: day.optional(),
      limit: limit(30, 400),
    }),
    output: z.strictObject({
      publicKey: z.string(),
      /** Null before the first tick. */
      newest: tickHeadView.nullable(),
      days: z.array(
        z.strictObject({
          head: tickHeadView,
          bytes: z.int(),
          /** SHA-256 of the file. */
          fileHash: z.string(),
          sealedAt: z.int(),
        }),
      ),
    }),
    refusals: ['unknownIndex'],
  },
  getTickDay: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The file of a sealed day of an index, from which its head can be recomputed.',
    input: z.strictObject({ index: indexName, day }),
    output: z.strictObject({
      head: tickHeadView,
      fileHash: z.string(),
      /** The file in base64: lines of ticks, compressed by gzip. */
      file: z.string(),
    }),
    refusals: ['unknownIndex', 'notSealed'],
  },
  getFeedExclusions: {
    method: 'GET',
    auth: 'operator',
    right: 'system.read',
    summary: 'Quotes that were left out of indices since the start: how many, why, and the latest.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** The most frequent first. */
      counts: z.array(
        z.strictObject({
          source: z.string(),
          reason: z.enum(REASONS),
          count: z.int(),
          lastAt: z.int(),
        }),
      ),
      /** Of each reason the latest; "" where there was no price. */
      examples: z.array(
        z.strictObject({
          at: z.int(),
          index: z.string(),
          source: z.string(),
          reason: z.enum(REASONS),
          price: z.string(),
          indexPrice: z.string(),
        }),
      ),
    }),
    refusals: [],
  },
  getCalendarDays: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Days whose hours differ from those of their calendar, the latest published first.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), days: z.array(calendarDayView) }),
    refusals: [],
  },
  getFeedStatus: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Where prices come from, how each source is doing, and which indices are stale.',
    input: z.strictObject({}),
    output: feedStatusView,
    refusals: [],
  },
});

/** Index prices came in by a command; those whose tick is not newer than the last are left out. */
export interface PricesRecorded {
  readonly type: 'pricesRecorded';
  readonly prices: readonly {
    /** Name of the index. */
    readonly index: string;
    readonly price: string;
    readonly n: number;
  }[];
}

/** Index prices with the numbers of their ticks. */
export interface RecordPrices {
  readonly prices: readonly {
    /** Name of the index. */
    readonly index: string;
    readonly price: string;
    readonly n: number;
    /** The tick's own time; logs from before it was recorded have none. */
    readonly at?: number;
  }[];
}

/** Why `setCalendarDay` is refused, in the order in which the reasons are checked. */
export const SET_CALENDAR_DAY_REFUSALS = ['notAllowed', 'badDay', 'tooLate'] as const;

/** Why `recordPrices` is refused, in the order in which the reasons are checked. */
export const RECORD_PRICES_REFUSALS = ['notAllowed', 'badPrices'] as const;

declare module '@assay/core/schema/registry' {
  interface Facts {
    pricesRecorded: PricesRecorded;
  }
  interface Commands {
    recordPrices: {
      body: RecordPrices;
      outcome: { readonly recorded: number };
      refusal: (typeof RECORD_PRICES_REFUSALS)[number];
    };
    setCalendarDay: {
      body: PublishedDay;
      outcome: { readonly calendar: string; readonly date: string };
      refusal: (typeof SET_CALENDAR_DAY_REFUSALS)[number];
    };
  }
}

import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallOutput } from '@assay/core/schema/call';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { archiveCalls } from './archive/calls.ts';
import type { ExcludedQuote } from './exclusions.ts';
import type { IndexState } from './index-states.ts';
import type { PublishedCalendars } from './published-calendars.ts';
import { candleView } from './rules/candle.ts';
import { candleBytes } from './rules/interval.ts';
import { classOf, TICK_EVERY_MS } from './rules/symbols.ts';
import type { calls } from './schema.ts';
import type { FeedService } from './service.ts';
import { Sessions } from './sessions.ts';

/** A settlement window is a minute at most. */
const SPAN_MAX_MS = 600_000;
const SPAN_MAX_TICKS = 700;

type Exclusions = CallOutput<(typeof calls)['getFeedExclusions']>;
type Status = CallOutput<(typeof calls)['getFeedStatus']>;

/** Handlers of this module's calls over the running feed. */
export function feedsCalls(
  feed: FeedService,
  calendars: Pick<PublishedCalendars, 'of' | 'views'>,
): Handlers<typeof calls> {
  const sessions = new Sessions(calendars.of);
  return {
    async getKline({ market, interval, ...range }, context) {
      if (!feed.has(market)) return refuse('unknownMarket', { market });
      const { actor, now } = context;
      const realm = actor?.realm ?? 'real';
      context.spendBytes(candleBytes(interval, range.limit));
      const candles = await feed.reader.klines(realm, market, interval, range, now);
      return candles.map(candleView);
    },
    async getTickLog({ index, from, limit }, context) {
      if (!feed.hasIndex(index)) return refuse('unknownIndex', { index });
      const spend = (bytes: number) => context.spendBytes(bytes);
      const ticks = await feed.allTicks.read(index, from, limit, spend);
      if (typeof ticks === 'string') return refuse(ticks);
      return { index, names: await feed.allTicks.names(index), ticks };
    },
    async getTicksBetween({ index, from, to }, context) {
      if (!feed.hasIndex(index)) return refuse('unknownIndex', { index });
      if (to - from > SPAN_MAX_MS) return refuse('spanTooLong', { ms: String(SPAN_MAX_MS) });
      const spend = (bytes: number) => context.spendBytes(bytes);
      const ticks = await feed.allTicks.between(index, from, to, SPAN_MAX_TICKS, spend);
      if (typeof ticks === 'string') return refuse(ticks);
      return { index, names: await feed.allTicks.names(index), ticks };
    },
    ...archiveCalls(feed),
    getFeedExclusions() {
      const { exclusions } = feed;
      return { counts: exclusions.counts(), examples: exclusions.examples().map(excludedView) };
    },
    getCalendarDays: (_input, { now }) => ({ at: now, days: calendars.views() }),
    getFeedStatus(_input, { now }) {
      const { components: sources, indices, ...status } = feed.status();
      return {
        ...status,
        sources: [...sources],
        indices: indices.map((state) => ({
          ...indexStatus(state),
          session: sessions.of(state.index, now),
        })),
      };
    },
  };
}

const priceText = (price: bigint | null) => (price === null ? '' : formatDecimal(price, SCALE));

function excludedView(quote: ExcludedQuote): Exclusions['examples'][number] {
  return { ...quote, price: priceText(quote.price), indexPrice: priceText(quote.indexPrice) };
}

function indexStatus(state: IndexState): Omit<Status['indices'][number], 'session'> {
  const { index, status, tick, components } = state;
  return {
    index,
    status,
    class: classOf(index),
    tickEveryMs: TICK_EVERY_MS,
    price: tick?.price ?? '',
    at: tick?.at ?? 0,
    n: tick?.n ?? 0,
    components: components.map((component) => ({
      ...component,
      price: priceText(component.price),
    })),
  };
}

import type { MarketPair } from '@assay/modules/markets';
import type { MarketView } from '@assay/modules/markets/schema';
import { MINUTES, RESOLUTIONS } from './resolutions.ts';

/** The type of all markets, by which front ends group them. */
export const TYPE = 'crypto';
const FOUND_DEFAULT = 30;
const FOUND_MAX = 100;

/** The description of a market for a chart. `exchange`: the name under which we are listed. */
export function symbolInfo(market: MarketView, exchange: string): object {
  const scale = 10 ** market.priceDecimals;
  return {
    name: market.market,
    ticker: market.market,
    full_name: `${exchange}:${market.market}`,
    description: describe(market),
    type: TYPE,
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange,
    listed_exchange: exchange,
    minmov: Math.round(Number(market.tickSize) * scale),
    pricescale: scale,
    format: 'price',
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: MINUTES,
    supported_resolutions: RESOLUTIONS,
    volume_precision: market.quantityDecimals,
    visible_plots_set: 'ohlcv',
    currency_code: market.quote,
    data_status: 'streaming',
  };
}

/** Simulated prices are labelled wherever they are shown. */
function describe({ name, quote, simulated }: MarketPair): string {
  return `${name} / ${quote}${simulated ? ' (simulated prices)' : ''}`;
}

/** Markets whose symbol or name contains the query; symbols that start with it come first. */
export function search(
  markets: readonly MarketPair[],
  query: URLSearchParams,
  exchange: string,
): object[] {
  const text = (query.get('query') ?? '').toUpperCase();
  const isOther = (field: string, ours: string) => {
    const wanted = query.get(field) ?? '';
    return wanted !== '' && wanted.toUpperCase() !== ours.toUpperCase();
  };
  if (isOther('type', TYPE) || isOther('exchange', exchange)) return [];
  const asked = Number(query.get('limit') ?? FOUND_DEFAULT);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, FOUND_MAX) : FOUND_DEFAULT;
  const rank = ({ market }: MarketPair) => Number(!market.startsWith(text));
  return markets
    .filter(({ market, name }) => market.includes(text) || name.toUpperCase().includes(text))
    .sort((a, b) => rank(a) - rank(b) || a.market.localeCompare(b.market))
    .slice(0, limit)
    .map((market) => ({
      symbol: market.market,
      full_name: `${exchange}:${market.market}`,
      description: describe(market),
      exchange,
      ticker: market.market,
      type: TYPE,
    }));
}

/** Figures of one market for a watch list; a figure that does not exist yet is left out. */
export function quote(market: MarketView, exchange: string): object {
  const { last, open24h, ask, bid, high24h, low24h, volume24h } = market;
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const change = last === '' || open24h === '' ? undefined : Number(last) - Number(open24h);
  const digits = (value: number | undefined, count: number) =>
    value === undefined ? undefined : Number(value.toFixed(count));
  return {
    s: 'ok',
    n: market.market,
    v: {
      ch: digits(change, market.priceDecimals),
      chp: digits(change && (change / Number(open24h)) * 100, 2),
      short_name: market.market,
      exchange,
      description: describe(market),
      lp: number(last),
      ask: number(ask),
      bid: number(bid),
      open_price: number(open24h),
      high_price: number(high24h),
      low_price: number(low24h),
      prev_close_price: number(open24h),
      volume: number(volume24h),
    },
  };
}

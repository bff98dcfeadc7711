import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { type AlertKind, CHANGE_MAX_PPM, CHANGE_MIN_PPM, fires, PERCENT_SCALE } from './rules.ts';
import type { AlertView, calls } from './schema.ts';
import type { Alert, AlertStore } from './store.ts';
import { levelText, type Watch } from './watch.ts';

/** What is known of markets. */
export interface Quotes {
  has(market: string): boolean;
  /** The index price now, and that of 24 hours ago, in units; null where there is none. */
  now(market: string): bigint | null;
  open(market: string): bigint | null;
}

export interface CallsOptions {
  readonly store: AlertStore;
  readonly watch: Watch;
  readonly quotes: Quotes;
  /** Alerts that somebody may have waiting. */
  readonly most: (now: number) => number;
}

export function alertCalls({ store, watch, quotes, most }: CallsOptions): Handlers<typeof calls> {
  return {
    getAlerts: async (_input, { actor }) => ({
      alerts: (await store.list(actor.userId)).map(viewOf),
    }),
    addAlert: async ({ market, kind: wanted, level: text }, { actor, now }) => {
      if (!quotes.has(market)) return refuse('unknownMarket', { market });
      const price = quotes.now(market);
      if (price === null) return refuse('noPrice', { market });
      const level = parseDecimal(text, wanted === 'change' ? PERCENT_SCALE : SCALE);
      if (level === null || !isFit(wanted, level)) return refuse('levelUnfit');
      const kind: AlertKind = wanted !== 'reach' ? wanted : level > price ? 'above' : 'below';
      if (fires({ kind, level }, price, quotes.open(market))) return refuse('alreadyReached');
      const { userId } = actor;
      const made = { userId, market, kind, level, madeAt: now, madePrice: price };
      const limit = most(now);
      const alert = await watch.write(market, () => store.add(made, limit));
      if (alert === null) return refuse('tooManyAlerts', { limit: String(limit) });
      return viewOf(alert);
    },
    removeAlert: async ({ alertId }, { actor }) => {
      if (!(await store.remove(actor.userId, alertId))) return refuse('noAlert');
      watch.remove(alertId);
      return {};
    },
  };
}

/** What is exact as a number too: some ninety million, which no price comes near. */
const PRICE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

function isFit(kind: AlertKind | 'reach', level: bigint): boolean {
  if (kind === 'change') return level >= CHANGE_MIN_PPM && level <= CHANGE_MAX_PPM;
  return level < PRICE_MAX;
}

function viewOf(alert: Alert): AlertView {
  const { alertId, market, kind, madeAt, madePrice, firedAt, firedPrice } = alert;
  return {
    ...{ alertId, market, kind, level: levelText(alert), madeAt, firedAt },
    madePrice: formatDecimal(madePrice, SCALE),
    firedPrice: firedPrice === null ? null : formatDecimal(firedPrice, SCALE),
  };
}

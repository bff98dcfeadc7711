import type { ApiKey } from '@assay/modules/api-keys';
import { networkOf } from '@assay/platform/http/limits';
import { API_ERRORS } from './errors.ts';

const MINUTE_MS = 60_000;
/** After this many refusals in a minute a network is banned for a while. */
const BAN_AFTER = 100;
const BAN_MS = 2 * MINUTE_MS;
const ENTRIES_MAX = 50_000;

/** What one network or account may use in a fixed interval, as clients count it. */
export interface LimitRule {
  readonly type: 'REQUEST_WEIGHT' | 'ORDERS' | 'RAW_REQUESTS';
  readonly interval: 'SECOND' | 'MINUTE' | 'DAY';
  readonly intervalNum: number;
  readonly limit: number;
}

/** The limits times `factor`, for load tests and for machines that share one address. */
export function apiLimits(factor: number) {
  const times = (limit: number) => Math.max(1, Math.ceil(limit * factor));
  return {
    weight: { type: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: times(6_000) },
    ordersShort: { type: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: times(200) },
    ordersDay: { type: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: times(200_000) },
  } as const satisfies Record<string, LimitRule>;
}

/**
 * What a network may cancel in a minute: an allowance of its own beside the weight, so that whoever
 * has used that up, or is banned for it, still gets out of the market.
 */
export const CANCELS_PER_MINUTE = 3_000;

export type ApiLimitTable = ReturnType<typeof apiLimits>;

const INTERVAL_MS = { SECOND: 1_000, MINUTE: MINUTE_MS, DAY: 86_400_000 } as const;

/**
 * Counts in fixed intervals that start at full minutes, days and so on: clients read the counts
 * from headers and rely on their reset. REST and WebSocket share one instance, so that both count
 * together.
 */
export class ApiLimits {
  readonly table: ApiLimitTable;
  readonly #cancelsMax: number;
  readonly #weights: Counter;
  readonly #cancels = new Counter(MINUTE_MS);
  readonly #ordersShort: Counter;
  readonly #ordersDay: Counter;
  readonly #refusals: Counter;
  readonly #bans = new Map<string, number>();

  constructor(factor = 1) {
    this.table = apiLimits(factor);
    this.#cancelsMax = Math.max(1, Math.ceil(CANCELS_PER_MINUTE * factor));
    this.#weights = new Counter(lengthOf(this.table.weight));
    this.#ordersShort = new Counter(lengthOf(this.table.ordersShort));
    this.#ordersDay = new Counter(lengthOf(this.table.ordersDay));
    this.#refusals = new Counter(MINUTE_MS);
  }

  /** Charges the weight of a request; returns the weight used. @throws ApiError above the limit */
  takeWeight(ip: string, weight: number, now: number): number {
    const network = networkOf(ip);
    const until = this.#bans.get(network) ?? 0;
    if (until > now) throw API_ERRORS.banned(until, until - now);
    const used = this.#weights.count(network, weight, now);
    if (used <= this.table.weight.limit) return used;
    this.#refuse(network, now);
    throw API_ERRORS.tooManyRequests(this.table.weight.limit, remainingOf(MINUTE_MS, now));
  }

  /** Charges a request that only cancels, by its weight. @throws ApiError above the limit */
  takeCancels(ip: string, weight: number, now: number): void {
    const network = networkOf(ip);
    if (this.#cancels.count(network, weight, now) <= this.#cancelsMax) return;
    this.#refuse(network, now);
    throw API_ERRORS.tooManyRequests(this.#cancelsMax, remainingOf(MINUTE_MS, now));
  }

  /** Counts a refusal; a network with too many is banned. */
  #refuse(network: string, now: number): void {
    if (this.#refusals.count(network, 1, now) <= BAN_AFTER) return;
    if (this.#bans.size >= ENTRIES_MAX) this.#bans.clear();
    this.#bans.set(network, now + BAN_MS);
  }

  /** Charges new orders of an account. @throws ApiError above a limit, and then charges nothing */
  takeOrders(owner: Owner, orders: number, now: number): void {
    const { ordersShort, ordersDay } = this.table;
    const account = accountOf(owner);
    const usedDay = this.#ordersDay.count(account, orders, now);
    if (usedDay > ordersDay.limit) {
      this.#ordersDay.count(account, -orders, now);
      const wait = remainingOf(lengthOf(ordersDay), now);
      throw API_ERRORS.tooManyOrders(ordersDay.limit, '1 DAY', wait);
    }
    if (this.#ordersShort.count(account, orders, now) > ordersShort.limit) {
      this.#ordersShort.count(account, -orders, now);
      this.#ordersDay.count(account, -orders, now);
      const wait = remainingOf(lengthOf(ordersShort), now);
      throw API_ERRORS.tooManyOrders(ordersShort.limit, '10 SECOND', wait);
    }
  }

  /** The current usage, for headers and for `rateLimits` of answers. */
  used(ip: string, owner: Owner | null, now: number) {
    const account = owner && accountOf(owner);
    return {
      weight: this.#weights.of(networkOf(ip), now),
      ordersShort: account === null ? 0 : this.#ordersShort.of(account, now),
      ordersDay: account === null ? 0 : this.#ordersDay.of(account, now),
    };
  }
}

/** A person's virtual account counts as an account of its own. */
type Owner = Pick<ApiKey, 'realm' | 'userId'>;

function accountOf({ realm, userId }: Owner): string {
  return `${realm} ${userId}`;
}

function lengthOf({ interval, intervalNum }: LimitRule): number {
  return INTERVAL_MS[interval] * intervalNum;
}

function remainingOf(intervalMs: number, now: number): number {
  return intervalMs - (now % intervalMs);
}

/** Counts by name in the current interval; all counts are dropped when the next one starts. */
class Counter {
  readonly #intervalMs: number;
  #counts = new Map<string, number>();
  #interval = -1;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  count(name: string, amount: number, now: number): number {
    this.#roll(now);
    const sum = (this.#counts.get(name) ?? 0) + amount;
    if (sum <= amount && this.#counts.size >= ENTRIES_MAX) this.#counts.clear();
    this.#counts.set(name, sum);
    return sum;
  }

  of(name: string, now: number): number {
    this.#roll(now);
    return this.#counts.get(name) ?? 0;
  }

  #roll(now: number): void {
    const interval = Math.floor(now / this.#intervalMs);
    if (interval === this.#interval) return;
    this.#interval = interval;
    this.#counts = new Map();
  }
}

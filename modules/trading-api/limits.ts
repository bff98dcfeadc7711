import type { ApiKey } from '@assay/modules/api-keys';
import { Counter } from '@assay/platform/http/counter';
import { networkOf } from '@assay/platform/http/limits';
import { Lookups } from '@assay/platform/http/lookups';
import { API_ERRORS } from './errors.ts';

const MINUTE_MS = 60_000;
/** After this many refusals in a minute an account, or who has none in a network, is banned. */
const BAN_AFTER = 100;
const BAN_MS = 2 * MINUTE_MS;
const BANS_MAX = 50_000;

/** What one account or network may use in a fixed interval, as clients count it. */
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
 * What an account may cancel in a minute: an allowance of its own beside the weight, so that who
 * has used that up, or is banned for it, still gets out of the market.
 */
export const CANCELS_PER_MINUTE = 3_000;

/** What all accounts of one network may use together, as so many times the limit of one. */
export const ACCOUNTS_OF_NETWORK = 10;
/** An account that has used no more than this part of its limit is not held up by the others. */
const LIGHT_PART = 10;

/**
 * Whom a request counts against. One that proves an account counts against the account alone, so
 * that no neighbour can use up what its owner may do. All others count against their network: what
 * anybody may ask apart from what failed to prove an account.
 */
export interface Payer {
  readonly name: string;
  readonly network: string;
  readonly isAccount: boolean;
}

/** For requests that were signed with a key of the account. */
export function accountPayer(owner: Owner, ip: string): Payer {
  return { name: accountOf(owner), network: networkOf(ip), isAccount: true };
}

/** For requests that only name a key. A name is no secret, so they use nothing of signed ones. */
export function namedPayer(owner: Owner, ip: string): Payer {
  return { name: `${accountOf(owner)} named`, network: networkOf(ip), isAccount: true };
}

/** For requests that anybody may send. */
export function networkPayer(ip: string): Payer {
  const network = networkOf(ip);
  return { name: network, network, isAccount: false };
}

/** For requests that should prove an account, and do not. */
export function failurePayer(ip: string): Payer {
  const network = networkOf(ip);
  return { name: `failed ${network}`, network, isAccount: false };
}

export type ApiLimitTable = ReturnType<typeof apiLimits>;

const INTERVAL_MS = { SECOND: 1_000, MINUTE: MINUTE_MS, DAY: 86_400_000 } as const;

/**
 * Counts in fixed intervals that start at full minutes, days and so on: clients read the counts
 * from headers and rely on their reset. REST and WebSocket share one instance, so that both count
 * together.
 */
export class ApiLimits {
  readonly table: ApiLimitTable;
  readonly lookups: Lookups;
  readonly #cancelsMax: number;
  readonly #weights: Counter;
  /** What the accounts of a network have used together. */
  readonly #shares: Counter;
  readonly #cancels = new Counter(MINUTE_MS);
  readonly #ordersShort: Counter;
  readonly #ordersDay: Counter;
  readonly #refusals: Counter;
  readonly #bans = new Map<string, number>();

  constructor(factor = 1) {
    this.table = apiLimits(factor);
    this.lookups = new Lookups(Math.max(1, factor));
    this.#cancelsMax = Math.max(1, Math.ceil(CANCELS_PER_MINUTE * factor));
    this.#weights = new Counter(lengthOf(this.table.weight));
    this.#shares = new Counter(lengthOf(this.table.weight));
    this.#ordersShort = new Counter(lengthOf(this.table.ordersShort));
    this.#ordersDay = new Counter(lengthOf(this.table.ordersDay));
    this.#refusals = new Counter(MINUTE_MS);
  }

  /** Charges the weight of a request. @throws ApiError above the limit */
  takeWeight({ name, network, isAccount }: Payer, weight: number, now: number): void {
    const until = this.#bans.get(name) ?? 0;
    if (until > now) throw API_ERRORS.banned(until, until - now);
    const { limit } = this.table.weight;
    const used = this.#weights.count(name, weight, now);
    if (used > limit) {
      this.#refuse(name, now);
      throw API_ERRORS.tooManyRequests(limit, remainingOf(MINUTE_MS, now));
    }
    if (!isAccount) return;
    const share = limit * ACCOUNTS_OF_NETWORK;
    if (this.#shares.count(network, weight, now) > share && used > limit / LIGHT_PART) {
      throw API_ERRORS.tooManyRequests(share, remainingOf(MINUTE_MS, now));
    }
  }

  /** Charges a request that only cancels, by its weight. @throws ApiError above the limit */
  takeCancels({ name }: Payer, weight: number, now: number): void {
    if (this.#cancels.count(name, weight, now) <= this.#cancelsMax) return;
    this.#refuse(name, now);
    throw API_ERRORS.tooManyRequests(this.#cancelsMax, remainingOf(MINUTE_MS, now));
  }

  /** Counts a refusal; who has too many is banned. */
  #refuse(name: string, now: number): void {
    if (this.#refusals.count(name, 1, now) <= BAN_AFTER) return;
    if (this.#bans.size >= BANS_MAX) this.#bans.clear();
    this.#bans.set(name, now + BAN_MS);
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
  used({ name }: Payer, owner: Owner | null, now: number) {
    const account = owner && accountOf(owner);
    return {
      weight: this.#weights.of(name, now),
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

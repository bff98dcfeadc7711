import type { ApiCall, Endpoint, KeyCall } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import type { ApiLimits } from '../limits.ts';
import { rateLimit } from '../market/exchange-info.ts';
import { paramsOf } from './params.ts';
import { FUTURES_TABLE, keyOf } from './table.ts';

/** The handler of a row; `call` has the key where the row needs one. */
export type FuturesAnswer = (params: never, call: ApiCall & Partial<KeyCall>) => unknown;

/**
 * The table as endpoints. A row without a handler in `answers` replies that its market is closed,
 * in the form that clients understand; perpetuals have to supply nothing but `answers`.
 */
export function futuresEndpoints(
  limits: ApiLimits,
  answers: Readonly<Record<string, FuturesAnswer>> = withoutContracts(limits),
): Endpoint[] {
  return FUTURES_TABLE.map((row) => ({
    method: row.method,
    path: row.path,
    security: row.security,
    weight: row.weight,
    summary: row.summary,
    params: paramsOf(row.must, row.may),
    answer: answers[keyOf(row)] ?? closed,
  }));
}

function closed(): never {
  throw API_ERRORS.marketClosed();
}

/** The answers while there are no contracts: an empty list of them, and the time. */
function withoutContracts(limits: ApiLimits): Record<string, FuturesAnswer> {
  const answers: Record<string, FuturesAnswer> = {};
  for (const base of ['/fapi/v1', '/dapi/v1']) {
    answers[`GET ${base}/ping`] = () => ({});
    answers[`GET ${base}/time`] = (_params, { now }) => ({ serverTime: now });
    answers[`GET ${base}/exchangeInfo`] = (_params, { now }) => ({
      timezone: 'UTC',
      serverTime: now,
      rateLimits: Object.values(limits.table).map(rateLimit),
      exchangeFilters: [],
      assets: [],
      symbols: [],
    });
  }
  return answers;
}

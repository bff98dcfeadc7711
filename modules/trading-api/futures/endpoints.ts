import type { ApiCall, Endpoint, KeyCall } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import type { ApiLimits } from '../limits.ts';
import { rateLimit } from '../market/exchange-info.ts';
import { paramsOf } from './params.ts';
import { FUTURES_TABLE, keyOf } from './table.ts';

/** What answers a row of the table; of rows that need a key, the call says whose it is. */
export type FuturesAnswer = (params: never, call: ApiCall & Partial<KeyCall>) => unknown;

/**
 * The table as endpoints. A row without an answer says that its market is closed, in the shape in
 * which clients understand it: `answers` is all that perpetuals have to fill in.
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

/** Until there are contracts clients load an empty list of them, and the time. */
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

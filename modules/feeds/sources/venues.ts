import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange } from 'ccxt';

/** An exchange whose public prices are read. No account, no key: nothing is ever sent but reads. */
export interface Venue {
  readonly id: string;
  /**
   * The hosts that requests of this venue may go to; everything else is refused before it leaves.
   */
  readonly hosts: readonly string[];
  /** A small public address that answers when the venue can be reached. */
  readonly probe: string;
  /** Weight in the index, roughly by turnover in USDT; none has half of all. */
  readonly weight: number;
  /** Options of the library: only the spot markets are read. */
  readonly options: Readonly<Record<string, unknown>>;
}

export const VENUES: readonly Venue[] = [
  {
    id: 'binance',
    hosts: ['api.binance.com'],
    probe: 'https://api.binance.com/api/v3/ping',
    weight: 3,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  },
  {
    id: 'okx',
    hosts: ['www.okx.com'],
    probe: 'https://www.okx.com/api/v5/public/time',
    weight: 2,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  },
  {
    id: 'bybit',
    hosts: ['api.bybit.com'],
    probe: 'https://api.bybit.com/v5/market/time',
    weight: 2,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  },
  {
    id: 'kucoin',
    hosts: ['api.kucoin.com'],
    probe: 'https://api.kucoin.com/api/v1/timestamp',
    weight: 1,
    options: { defaultType: 'spot' },
  },
  {
    id: 'gate',
    hosts: ['api.gateio.ws'],
    probe: 'https://api.gateio.ws/api/v4/spot/time',
    weight: 1,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  },
  {
    id: 'kraken',
    hosts: ['api.kraken.com'],
    probe: 'https://api.kraken.com/0/public/Time',
    weight: 1,
    options: { defaultType: 'spot' },
  },
];

/** A market list of a large exchange is 20 MB of JSON. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
/** Headers and body together; the library's own limit covers the headers only. */
const ANSWER_MAX_MS = 20_000;

/** A request that must not leave, or an answer that is larger than any honest one. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/**
 * `fetch` that goes to `hosts` by https only, follows no redirect, waits `ANSWER_MAX_MS` at most
 * and takes no more than `ANSWER_MAX_BYTES`.
 */
export function fetchFrom(hosts: readonly string[], send: typeof fetch): typeof fetch {
  const allowed = new Set(hosts);
  return async (input, init) => {
    const url = new URL(String(input));
    if (url.protocol !== 'https:' || !allowed.has(url.hostname) || url.port !== '') {
      throw new EgressRefused(`requests to ${url.hostname} are not allowed`);
    }
    const deadline = AbortSignal.timeout(ANSWER_MAX_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const { method, headers, body } = init ?? {};
    const response = await send(url, {
      ...(method === undefined ? {} : { method }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined || body === null ? {} : { body }),
      redirect: 'error',
      signal,
    });
    return bounded(response);
  };
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  let taken = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      taken += chunk.byteLength;
      if (taken > ANSWER_MAX_BYTES) controller.error(new EgressRefused('the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}

/**
 * The library's class for one venue, loaded by its own file: its front door loads 104 exchanges,
 * which takes two seconds and 200 MB.
 */
export async function openExchange(venue: Venue, send: typeof fetch): Promise<Exchange> {
  const entry = createRequire(import.meta.url).resolve('ccxt');
  const file = path.join(path.dirname(entry), '..', 'js', 'src', `${venue.id}.js`);
  const { default: Class } = await import(pathToFileURL(file).href);
  return new Class({
    enableRateLimit: true,
    timeout: 8_000,
    options: venue.options,
    fetchImplementation: fetchFrom(venue.hosts, send),
    // No second try inside the library: the poll that calls it comes again anyway.
    maxRetriesOnFailure: 0,
  }) as Exchange;
}

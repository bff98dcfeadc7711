import http from 'node:http';
import ccxt from 'ccxt';
import type { Follower } from './books.suite.ts';
import { type KeptBook, NO_KEY, type Take } from './client.suite.ts';

export type Exchange = InstanceType<typeof ccxt.pro.binance>;

/**
 * The client whose words are its own throughout, so that it has tests of its own: only addresses
 * and options are given.
 */
export function ccxtOf(at: string, key = NO_KEY): Exchange {
  const ws = at.replace('http', 'ws');
  const spot = `${ws}/stream/ws`;
  return new ccxt.pro.binance({
    apiKey: key.name,
    secret: key.secret,
    enableRateLimit: false,
    // Sockets that are not secure need it.
    httpAgent: new http.Agent(),
    urls: {
      api: {
        ...{ public: `${at}/api/v3`, private: `${at}/api/v3`, v1: `${at}/api/v1` },
        ...{ sapi: `${at}/sapi/v1`, sapiV2: `${at}/sapi/v2`, sapiV3: `${at}/sapi/v3` },
        ws: { spot, margin: spot, 'ws-api': { spot: `${ws}/ws-api/v3` } },
      },
    },
    options: {
      fetchMarkets: { types: ['spot'] },
      fetchMargins: false,
      fetchCurrencies: false,
      defaultType: 'spot',
      warnOnFetchOpenOrdersWithoutSymbol: false,
      watchOrderBookLimit: 5_000,
    },
  });
}

/** The book that it keeps; it is asked for again after each change and after each failure. */
export function ccxtBook(at: string): Follower {
  const exchange = ccxtOf(at);
  const symbol = 'BTC/USDT';
  let restarts = 0;
  let ended = false;
  const watch = async (take: Take) => {
    while (!ended) {
      try {
        const { nonce } = await exchange.watchOrderBook(symbol);
        take({ e: 'depthUpdate', u: nonce });
      } catch {
        restarts += 1;
      }
    }
  };
  return {
    streams: {
      depth: (take) => {
        void watch(take);
      },
    },
    keptBook: () => {
      const { bids, asks } = exchange.orderbooks[symbol] as Omit<KeptBook, 'restarts'>;
      return { bids: bids.map((one) => [...one]), asks: asks.map((one) => [...one]), restarts };
    },
    end: () => {
      ended = true;
      return exchange.close();
    },
  };
}

import http from 'node:http';
import { sleep } from '@assay/platform/streams/streams.suite';
import ccxt from 'ccxt';
import type { Follower } from './books.suite.ts';
import { type Client, type KeptBook, NO_KEY } from './client.suite.ts';

export type Exchange = InstanceType<typeof ccxt.pro.binance>;

/**
 * The client that has a format of its own for everything, and so tests of its own. It is given
 * addresses and options only.
 */
export function ccxtOf(at: string, key = NO_KEY): Exchange {
  const ws = at.replace('http', 'ws');
  const spot = `${ws}/stream/ws`;
  return new ccxt.pro.binance({
    apiKey: key.name,
    secret: key.secret,
    enableRateLimit: false,
    // Required for plain `ws://` sockets.
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

/**
 * Its book and the events of its account, in the form in which it received them. Each watch is
 * repeated after every change and failure, as its users do. Of an order that changed twice at once
 * it reports the last state only, so fills are taken from its trades, and of the other steps only
 * cancellations are checked.
 */
export function ccxtFollower(at: string, key = NO_KEY): Follower & Pick<Client, 'events'> {
  const exchange = ccxtOf(at, key);
  const symbol = 'BTC/USDT';
  let restarts = 0;
  let ended = false;
  const watch = (next: () => Promise<void>, failed: () => void = () => undefined) => {
    const watching = async () => {
      while (!ended) {
        await next().catch(() => {
          failed();
          return sleep(100);
        });
      }
    };
    void watching();
  };
  return {
    streams: {
      depth: (onEvent) => {
        const next = async () => {
          const { nonce } = await exchange.watchOrderBook(symbol);
          onEvent({ e: 'depthUpdate', u: nonce });
        };
        watch(next, () => {
          restarts += 1;
        });
      },
    },
    keptBook: () => {
      const { bids, asks } = exchange.orderbooks[symbol] as Omit<KeptBook, 'restarts'>;
      return { bids: bids.map((one) => [...one]), asks: asks.map((one) => [...one]), restarts };
    },
    events: {
      'by its own words': (onEvent) => {
        watch(async () => {
          for (const { info } of await exchange.watchMyTrades(symbol)) onEvent(info);
        });
        watch(async () => {
          for (const { info } of await exchange.watchOrders(symbol)) {
            if (info.x === 'CANCELED') onEvent(info);
          }
        });
        watch(async () => {
          const { BTC, USDT } = await exchange.watchBalance();
          const free = { BTC: BTC?.free, USDT: USDT?.free };
          const B = Object.entries(free).map(([name, f]) => ({ a: name, f: String(f) }));
          onEvent({ e: 'outboundAccountPosition', B });
        });
      },
    },
    end: () => {
      ended = true;
      return exchange.close();
    },
  };
}

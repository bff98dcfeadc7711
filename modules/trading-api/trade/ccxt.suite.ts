import ccxt, { type binance } from 'ccxt';
import type { TestApi, TestKey } from '../../../apps/server/testing/test-api.ts';

/** The client with a key of the virtual account: only addresses and options are given. */
export function ccxtOf(api: TestApi, key: TestKey): binance {
  const at = (path: string) => `${api.origin}/demo${path}`;
  return new ccxt.binance({
    apiKey: key.name,
    secret: key.secret,
    enableRateLimit: false,
    urls: {
      api: {
        ...{ public: at('/api/v3'), private: at('/api/v3'), v1: at('/api/v1') },
        ...{ sapi: at('/sapi/v1'), sapiV2: at('/sapi/v2'), sapiV3: at('/sapi/v3') },
      },
    },
    options: {
      fetchMarkets: { types: ['spot'] },
      fetchMargins: false,
      fetchCurrencies: false,
      defaultType: 'spot',
      warnOnFetchOpenOrdersWithoutSymbol: false,
    },
  });
}

import http from 'node:http';
import ccxt from 'ccxt';

/** The virtual accounts of a local server; without /demo at the end, the real markets. */
const base = process.env.API_BASE ?? 'http://127.0.0.1:8080/demo';

/**
 * A client for the address above with the key from API_KEY and API_SECRET. The library's class is
 * named after the protocol that it speaks; all of its addresses are replaced, so that nothing is
 * sent anywhere else.
 */
export function connect() {
  const { API_KEY: apiKey, API_SECRET: secret } = process.env;
  if (!apiKey || !secret) throw new Error('Set API_KEY and API_SECRET: see examples/README.md');
  const at = (path) => base + path;
  const socket = (path) => base.replace(/^http/, 'ws') + path;
  const api = {
    ...{ public: at('/api/v3'), private: at('/api/v3'), v1: at('/api/v1') },
    ...{ sapi: at('/sapi/v1'), sapiV2: at('/sapi/v2'), sapiV3: at('/sapi/v3') },
    ws: {
      spot: socket('/stream/ws'),
      margin: socket('/stream/ws'),
      'ws-api': { spot: socket('/ws-api/v3') },
    },
  };
  return new ccxt.pro.binance({
    ...{ apiKey, secret, urls: { api } },
    options: { fetchMarkets: { types: ['spot'] }, fetchMargins: false },
    // Sockets over plain ws:// need an agent; over wss:// leave it out.
    ...(base.startsWith('http:') && { httpAgent: new http.Agent() }),
  });
}

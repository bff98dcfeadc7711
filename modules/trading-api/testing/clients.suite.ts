import { apiNode } from './api-node.suite.ts';
import { binance } from './binance.suite.ts';
import type { MakeClient } from './client.suite.ts';
import { connector } from './connector.suite.ts';
import { nodeBinance } from './node-binance.suite.ts';
import { spot } from './spot.suite.ts';

/** Published clients, given their address and a key only. */
export const clients: readonly (readonly [name: string, make: MakeClient])[] = [
  ['binance', binance],
  ['@binance/connector', connector],
  ['@binance/spot', spot],
  ['binance-api-node', apiNode],
  ['node-binance-api', nodeBinance],
];

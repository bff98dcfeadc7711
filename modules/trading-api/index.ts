import type { KeyRing } from '@assay/modules/api-keys';
import type { Committed } from '@assay/platform/engine/engine';
import type { Reading } from '@assay/platform/http/reading';
import type { Upgrade } from '@assay/platform/http/server';
import type { Surface } from '@assay/platform/http/surface';
import type { Log } from '@assay/platform/log';
import type { Sockets } from '@assay/platform/streams/sockets';
import type { Endpoint } from './endpoint.ts';
import { futuresEndpoints } from './futures/endpoints.ts';
import { generalEndpoints } from './general.ts';
import type { ApiLimits } from './limits.ts';
import { marketEndpoints } from './market/endpoints.ts';
import type { ApiRealm } from './realm.ts';
import { listenKeyEndpoints } from './streams/listen-keys.ts';
import { ApiStreams } from './streams/streams.ts';
import { restSurfaces, socketSurfaces } from './surfaces.ts';
import { tradeEndpoints } from './trade/endpoints.ts';
import { walletEndpoints } from './wallet/endpoints.ts';

export { createDocs } from './docs/docs.ts';
export { ApiLimits, apiLimits } from './limits.ts';
export type { ApiRealm } from './realm.ts';
export type { ApiMoney, ApiMoves } from './wallet/money.ts';

export interface TradingApiOptions {
  /** '' for the real markets, '/demo' for those of virtual accounts. */
  readonly base: string;
  readonly realm: ApiRealm;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  /** One for the whole server. */
  readonly reading: Reading;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number;
  /** One for both realms: a network has one allowance. */
  readonly sockets: Sockets;
}

/** The trading API of one realm, as it is added to the HTTP server. */
export interface TradingApi {
  readonly surfaces: readonly Surface[];
  /** The endpoints of all surfaces; the reference is generated from them. */
  readonly endpoints: readonly Endpoint[];
  /** Handlers of WebSockets by path; a path that ends with a slash covers all paths below it. */
  readonly sockets: ReadonlyMap<string, Upgrade>;
  /** Publishes a committed batch of the realm; its books and candles must contain it already. */
  commit(batch: Committed): void;
  /** A candle of the market may have changed. */
  moved(market: string): void;
  /** The engine has reloaded: connections that read streams are closed, so that they reconnect. */
  restart(): void;
  stop(): void;
}

/** Creates the API of one realm. */
export function createTradingApi(options: TradingApiOptions): TradingApi {
  const { base, keys, limits, reading, log, realm, now, sockets } = options;
  const streams = new ApiStreams({ realm, keys, limits, reading, log, now });
  const endpoints: Endpoint[] = [
    ...generalEndpoints(),
    ...marketEndpoints(realm, limits),
    ...tradeEndpoints(realm, limits),
    ...walletEndpoints(realm),
    ...futuresEndpoints(limits),
    ...listenKeyEndpoints(streams.listenKeys, keys),
  ];
  const rest = { base, realm: realm.realm, endpoints, keys, limits, reading, log };
  return {
    endpoints,
    surfaces: [...restSurfaces(rest), ...socketSurfaces(rest)],
    sockets: streams.upgrades(base, sockets, endpoints),
    commit: (batch) => streams.commit(batch),
    moved: (market) => streams.moved(market),
    restart: () => streams.restart(),
    stop: () => streams.stop(),
  };
}

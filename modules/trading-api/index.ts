import type { KeyRing } from '@assay/modules/api-keys';
import type { Surface } from '@assay/platform/http/surface';
import type { Log } from '@assay/platform/log';
import type { Endpoint } from './endpoint.ts';
import { futuresEndpoints } from './futures/endpoints.ts';
import { generalEndpoints } from './general.ts';
import type { ApiLimits } from './limits.ts';
import { marketEndpoints } from './market/endpoints.ts';
import type { ApiRealm } from './realm.ts';
import { restSurfaces } from './surfaces.ts';
import { tradeEndpoints } from './trade/endpoints.ts';
import { walletEndpoints } from './wallet/endpoints.ts';

export { createDocs } from './docs/docs.ts';
export { ApiLimits, apiLimits } from './limits.ts';
export type { ApiRealm } from './realm.ts';

export interface TradingApiOptions {
  /** '' for the real markets, '/demo' for those of virtual accounts. */
  readonly base: string;
  readonly realm: ApiRealm;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  readonly log: Pick<Log, 'error'>;
}

/** The trading API of one realm: what is added to the HTTP server. */
export interface TradingApi {
  readonly surfaces: readonly Surface[];
  /** What the surfaces answer: the reference is printed from it. */
  readonly endpoints: readonly Endpoint[];
}

/** Puts the API of one realm together. */
export function createTradingApi(options: TradingApiOptions): TradingApi {
  const { base, keys, limits, log, realm } = options;
  const endpoints: Endpoint[] = [
    ...generalEndpoints(),
    ...marketEndpoints(realm, limits),
    ...tradeEndpoints(realm, limits),
    ...walletEndpoints(realm),
    ...futuresEndpoints(limits),
  ];
  return {
    endpoints,
    surfaces: restSurfaces({ base, realm: realm.realm, endpoints, keys, limits, log }),
  };
}

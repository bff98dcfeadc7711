import type { Endpoint } from '../endpoint.ts';
import type { ApiLimits } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { accountEndpoints } from './account.ts';
import { cancelEndpoints } from './cancel.ts';
import { emptyEndpoints } from './lists.ts';
import { orderListEndpoints } from './order-lists.ts';
import { otoEndpoints } from './oto.ts';
import { placeEndpoints } from './place.ts';
import { queryEndpoints } from './queries.ts';

/** Endpoints of orders, account and histories of one realm. */
export function tradeEndpoints(realm: ApiRealm, limits: ApiLimits): Endpoint[] {
  return [
    ...placeEndpoints(realm),
    ...cancelEndpoints(realm),
    ...orderListEndpoints(realm),
    ...otoEndpoints(realm),
    ...queryEndpoints(realm),
    ...accountEndpoints(realm, limits),
    ...emptyEndpoints(),
  ];
}

import type { RealmPart } from '../../apps/server/realm.ts';
import { savings } from '../../modules/ledger/testing/savings/part.ts';
import { prepaid } from '../../modules/orders/testing/prepaid/part.ts';
import { realMoney } from './real-money.ts';

/** What parts add to a realm, for whoever only needs their tables: a new one adds itself here. */
export const REALM_PARTS: readonly RealmPart[] = [prepaid, savings, realMoney];

import type { CallRequest, CallOutput as TableOutput } from '@assay/core/schema/call';
import type { calls as alerts } from '@assay/modules/alerts/schema';
import type { calls as apiKeys } from '@assay/modules/api-keys/schema';
import type { calls as cfd } from '@assay/modules/cfd/schema';
import type { calls as content } from '@assay/modules/content/schema';
import type { calls as credit } from '@assay/modules/credit/schema';
import type { calls as earn } from '@assay/modules/earn/schema';
import type { calls as emergency } from '@assay/modules/emergency/schema';
import type { calls as feeds } from '@assay/modules/feeds/schema';
import type { calls as identity, UserInfo } from '@assay/modules/identity/schema';
import type { calls as inbox } from '@assay/modules/inbox/schema';
import type { calls as launch } from '@assay/modules/launch/schema';
import type { calls as ledger } from '@assay/modules/ledger/schema';
import type { calls as loans } from '@assay/modules/loans/schema';
import type { calls as markets } from '@assay/modules/markets/schema';
import type { calls as options } from '@assay/modules/options/schema';
import type { calls as orders } from '@assay/modules/orders/schema';
import type { calls as parameters } from '@assay/modules/parameters/schema';
import type { calls as promotion } from '@assay/modules/promotion/schema';
import type { calls as purchases } from '@assay/modules/purchases/schema';
import type { calls as rewards } from '@assay/modules/rewards/schema';
import type { calls as support } from '@assay/modules/support/schema';
import type { calls as verification } from '@assay/modules/verification/schema';
import type { calls as wallet } from '@assay/modules/wallet/schema';

type Tables = typeof alerts &
  typeof apiKeys &
  typeof inbox &
  typeof cfd &
  typeof content &
  typeof earn &
  typeof credit &
  typeof emergency &
  typeof feeds &
  typeof identity &
  typeof launch &
  typeof ledger &
  typeof loans &
  typeof markets &
  typeof options &
  typeof orders &
  typeof parameters &
  typeof promotion &
  typeof purchases &
  typeof rewards &
  typeof support &
  typeof verification &
  typeof wallet;

/**
 * The tables are imported as types only, so that the browser need not load a schema library: what a
 * call is sent by follows from its name. Where the tables say something else, nothing compiles.
 */
const READS = [
  ...(['has_renzheng', 'hasTpassword', 'idcardinfo', 'lend_img', 'lendList', 'lendMy'] as const),
  ...(['new_data', 'previewBankWithdrawal', 'previewLoan', 'previewPurchase'] as const),
  ...(['info', 'previewCollateralLoan', 'previewWithdrawal', 'planExit', 'quoteOption'] as const),
] as const;
/** Calls that change something, although their names begin with `get`. */
const WRITES = ['getCode', 'getDepositAddress'] as const;

/** The calls of people; those of staff are the console's. */
export type CallName = {
  [K in keyof Tables]: Tables[K]['auth'] extends 'operator' ? never : K;
}[keyof Tables];

type MethodOf<K> = K extends (typeof WRITES)[number]
  ? 'POST'
  : K extends `get${string}` | (typeof READS)[number]
    ? 'GET'
    : 'POST';
/** Names from which another method follows than their table has. */
type Misnamed = {
  [K in CallName]: Tables[K]['method'] extends MethodOf<K> ? never : K;
}[CallName];

/** Whether a call is sent by GET and changes nothing. */
export function isRead(name: [Misnamed] extends [never] ? CallName : never): boolean {
  const named: string = name;
  if (WRITES.some((one) => one === named)) return false;
  return named.startsWith('get') || READS.some((one) => one === named);
}

/** The input of a call. */
export type CallInput<K extends CallName> = CallRequest<Tables[K]>;

/** The data that a call returns. */
export type CallOutput<K extends CallName> = TableOutput<Tables[K]>;

/** The user to whom a session belongs. */
export type Profile = UserInfo;

import type { CallRequest, CallOutput as TableOutput } from '@assay/core/schema/call';
import type { calls as apiKeys } from '@assay/modules/api-keys/schema';
import type { calls as content } from '@assay/modules/content/schema';
import type { calls as feeds } from '@assay/modules/feeds/schema';
import type { calls as identity, UserInfo } from '@assay/modules/identity/schema';
import type { calls as ledger } from '@assay/modules/ledger/schema';
import type { calls as markets } from '@assay/modules/markets/schema';
import type { calls as orders } from '@assay/modules/orders/schema';

type Tables = typeof apiKeys &
  typeof content &
  typeof feeds &
  typeof identity &
  typeof ledger &
  typeof markets &
  typeof orders;

/**
 * The HTTP method of each call that the web app makes. The list is written out so that the browser
 * need not load a schema library for it. The modules' tables are imported as types only, and a line
 * that differs from its table does not compile.
 */
export const METHODS = {
  addCollectCurrenct: 'POST',
  amendOrder: 'POST',
  cancelAllOrders: 'POST',
  cancelOrder: 'POST',
  changeApiKey: 'POST',
  createApiKey: 'POST',
  endSession: 'POST',
  exitVirtualAccount: 'POST',
  getApiKeys: 'GET',
  getAsset2: 'GET',
  getCode: 'POST',
  getCurrencyMessage: 'GET',
  getDealList: 'GET',
  getDepth: 'GET',
  getFavourites: 'GET',
  getFills: 'GET',
  getInfo: 'GET',
  getKline: 'GET',
  getLogHead: 'GET',
  getLogProof: 'GET',
  getmarketList: 'GET',
  getOpenOrders: 'GET',
  getOrderHistory: 'GET',
  getSessions: 'GET',
  getSetting: 'GET',
  getTelCode: 'GET',
  logout: 'POST',
  new_data: 'GET',
  placeOco: 'POST',
  placeOrder: 'POST',
  reg_checkcode: 'POST',
  resetVirtualAccount: 'POST',
  revokeApiKey: 'POST',
  tempLogin: 'POST',
  updatePassword: 'POST',
  userLogin: 'POST',
  userRegister: 'POST',
} as const satisfies { [K in keyof Tables]?: Tables[K]['method'] };

export type CallName = keyof typeof METHODS;

/** The input of a call. */
export type CallInput<K extends CallName> = CallRequest<Tables[K]>;

/** The data that a call returns. */
export type CallOutput<K extends CallName> = TableOutput<Tables[K]>;

/** The user to whom a session belongs. */
export type Profile = UserInfo;

import { hash, randomBytes } from 'node:crypto';
import type { BookRules } from '@assay/core/order/market';
import type { Sender } from '@assay/modules/orders';
import type { KeyCall } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import type { ApiRealm } from '../realm.ts';

/** The commands of one request: their sender with permanent ids, and a generated order id. */
export interface Request {
  readonly userId: number;
  /** The sender of one command; `part` distinguishes the commands of a request with several. */
  sender(part?: string): Sender;
  /** The client order id of an order, or of a cancellation, to which the client gave none. */
  readonly generatedName: string;
}

const NAME_LENGTH = 22;

/**
 * A signed request that is sent again within its window, by its client or by somebody who saw it,
 * must act once. So the signed text, which includes the timestamp, is the permanent id of its
 * command, and the engine repeats the first answer, even if the order has changed since. The id is
 * the text and not the signature, because one text can have several signatures.
 */
export function requestOf({ key, signed }: KeyCall): Request {
  const { userId } = key;
  if (signed === undefined) {
    const generatedName = randomBytes(16).toString('base64url');
    return { userId, generatedName, sender: () => ({ userId, commandId: undefined }) };
  }
  const digest = hash('sha256', signed, 'base64url');
  const id = `api:${key.id}:${digest}`;
  return {
    userId,
    generatedName: digest.slice(0, NAME_LENGTH),
    sender: (part) => ({ userId, commandId: part === undefined ? id : `${id}:${part}` }),
  };
}

/** The rules of a listed market. @throws ApiError -1121 */
export function rulesOf({ orders }: Pick<ApiRealm, 'orders'>, symbol: string): BookRules {
  const rules = orders.realm.rules(symbol);
  if (rules === undefined) throw API_ERRORS.symbol();
  return rules;
}

import { hash, randomBytes } from 'node:crypto';
import type { BookRules } from '@assay/core/order/market';
import type { Sender } from '@assay/modules/orders';
import type { KeyCall } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import type { ApiRealm } from '../realm.ts';

/** The commands of one request: their sender, and a generated client order id. */
export interface Request {
  readonly userId: number;
  /** The sender of one command; `part` distinguishes the commands of a request with several. */
  sender(part?: string): Sender;
  /** The client order id of an order, or of a cancellation, to which the client gave none. */
  readonly generatedName: string;
  /** The id of a list to which the client gave none. */
  readonly generatedListName: string;
}

const NAME_LENGTH = 22;

/**
 * `names`: the client's own ids of what the request does, each of which may be missing. A signed
 * request with one of them is the same request when it is sent again: its signed text is the
 * permanent id of its command, and the engine repeats the first answer, even if the order has
 * changed since. The id is the text and not the signature, because one text can have several
 * signatures. Without an id of the client every request is a new one (decision 0022), because
 * clients that mean several equal orders send them within one millisecond.
 */
export function requestOf({ key, signed }: KeyCall, ...names: (string | undefined)[]): Request {
  const { userId } = key;
  if (signed === undefined || names.every((name) => name === undefined)) {
    const generatedName = randomBytes(16).toString('base64url');
    const sender = () => ({ userId, commandId: undefined });
    return { userId, ...namesFrom(generatedName), sender };
  }
  const digest = hash('sha256', signed, 'base64url');
  const id = `api:${key.id}:${digest}`;
  return {
    userId,
    ...namesFrom(digest.slice(0, NAME_LENGTH)),
    sender: (part) => ({ userId, commandId: part === undefined ? id : `${id}:${part}` }),
  };
}

function namesFrom(generatedName: string) {
  return { generatedName, generatedListName: `${generatedName}-list` };
}

/** The rules of a listed market. @throws ApiError -1121 */
export function rulesOf({ orders }: Pick<ApiRealm, 'orders'>, symbol: string): BookRules {
  const rules = orders.realm.rules(symbol);
  if (rules === undefined) throw API_ERRORS.symbol();
  return rules;
}

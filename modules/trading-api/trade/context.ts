import { hash, randomBytes } from 'node:crypto';
import type { MarketRules } from '@assay/core/order/market';
import type { Sender } from '@assay/modules/orders';
import type { KeyCall } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import type { ApiRealm } from '../realm.ts';

/** A request by a permanent name: the sender of its commands, and a name for what it makes. */
export interface Request {
  readonly userId: number;
  /** The sender of one of its commands; a request that has several tells them apart by `part`. */
  sender(part?: string): Sender;
  /** For an order, or a cancelling, that its client has given none. */
  readonly generatedName: string;
}

const NAME_LENGTH = 22;

/**
 * A signed request that is sent again within its window, by its client or by somebody who saw it,
 * must act once. So what was signed (the timestamp is part of it) is the permanent id of its
 * command: the engine gives the first answer again, whatever has become of the order. It is the
 * text that counts and not the signature, of which one text can have several.
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

/** The rules of a listed market. */
export function rulesOf({ orders }: Pick<ApiRealm, 'orders'>, symbol: string): MarketRules {
  const rules = orders.realm.rules(symbol);
  if (rules === undefined) throw API_ERRORS.symbol();
  return rules;
}

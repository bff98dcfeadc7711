import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { PlaceOrder } from '@assay/core/order/intent';
import type { OrderName } from '@assay/core/order/life/change';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import type { Refused } from '@assay/core/order/refusals';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { Refusal } from '@assay/core/schema/outcome';
import type { Command, RefusedReply, Reply } from '@assay/platform/engine/command';
import type { OrderCommandName } from '../schema/index.ts';
import type { BookStreams } from '../streams.ts';
import type { OpenOrder } from './open-order.ts';

/** What the calls need from one realm. */
export interface OrdersRealm {
  readonly name: Realm;
  submit<T extends OrderCommandName>(command: Command<T>): Promise<Reply<T>>;
  /** The dry run of placeOrder: why the order would be refused now, or null. */
  tryOrder(userId: number, order: PlaceOrder, at: number): Refused | null;
  /** The rules of a listed market, as they are now. Its units never change. */
  rules(market: string): BookRules | undefined;
  rulesById(market: number): BookRules | undefined;
  /** Ids of the listed markets of a product; undefined for an unknown one. */
  marketsOf(product: string): readonly number[] | undefined;
  assetSymbol(asset: number): string;
  /** The asset that orders of a side hold. */
  heldAsset(rules: BookRules, side: Side): string;
  readonly streams: Pick<BookStreams, 'depth'>;
  /**
   * The user's own open order of this name, durable or not. Commands are decided when they are
   * submitted: a command that is submitted without awaiting anything in between finds the order in
   * this state.
   */
  openOrder(userId: number, name: OrderName): OpenOrder | undefined;
}

/** Who sends a command, and its permanent id if the sender gave one. */
export interface Sender {
  readonly userId: number;
  readonly commandId: string | undefined;
}

/** Sends a command on behalf of its sender. */
export function send<T extends OrderCommandName>(
  realm: OrdersRealm,
  type: T,
  body: Command<T>['body'],
  { userId, commandId }: Sender,
): Promise<Reply<T>> {
  if (commandId === undefined) return realm.submit({ type, actor: userId, body });
  return realm.submit({ type, actor: userId, id: commandId, body });
}

/** The subject of a refused command, as far as it is known. */
export interface About {
  readonly rules?: BookRules | undefined;
  readonly product?: string | undefined;
  readonly market?: string | undefined;
  readonly side?: number | undefined;
}

/** The refusal as the caller gets it, with the limit that the order violates. */
export function refused<R extends string>(
  realm: Pick<OrdersRealm, 'assetSymbol' | 'heldAsset'>,
  reply: Pick<RefusedReply, 'refusal' | 'detail'>,
  about: About,
): Refusal<R> {
  // The engine's name for a refusal that has one name on the wire for all modules.
  if (reply.refusal === 'commandIdReused') return new Refusal('idempotencyConflict' as R);
  const own = reply.detail ?? {};
  const limits =
    about.rules === undefined ? {} : limitsOf(realm, about.rules, reply.refusal, about);
  const { product, market = about.rules?.symbol } = about;
  const named = {
    ...(product === undefined ? {} : { product }),
    ...(market === undefined ? {} : { market }),
  };
  return new Refusal(reply.refusal as R, { ...named, ...limits, ...own });
}

function limitsOf(
  realm: Pick<OrdersRealm, 'assetSymbol' | 'heldAsset'>,
  rules: BookRules,
  refusal: string,
  about: About,
): Record<string, string> {
  const { base } = rules;
  const quote = realm.assetSymbol(rules.quoteAsset);
  switch (refusal) {
    case 'invalidQuantity':
      return { base };
    case 'stepSize':
      return { base, step: quantityText(rules, 1) };
    case 'minQuantity':
      return { base, min: quantityText(rules, rules.minLots) };
    case 'maxQuantity':
      return { base, max: quantityText(rules, rules.maxLots) };
    case 'invalidPrice':
    case 'invalidAmount':
      return { quote };
    case 'tickSize':
      return { quote, tick: priceText(rules, 1) };
    case 'maxPrice':
      return { quote, max: priceText(rules, rules.maxTicks) };
    case 'minNotional':
      return { quote, min: formatSafe(rules.minNotional, SCALE) };
    case 'maxNotional':
      return { quote, max: formatSafe(rules.maxNotional, SCALE) };
    case 'insufficientBalance':
      return { asset: realm.heldAsset(rules, about.side === BUY ? BUY : SELL) };
    default:
      return {};
  }
}

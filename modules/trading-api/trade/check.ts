import { accountId, WALLET } from '@assay/core/ledger/owners';
import { notional, orderHold, protectionPrice } from '@assay/core/order/cost';
import type { MarketRules } from '@assay/core/order/market';
import { BUY } from '@assay/core/order/side';
import { Refusal } from '@assay/core/schema/outcome';
import { readAccounts } from '@assay/modules/ledger';
import type { Moment } from '@assay/modules/spot';
import {
  hasLimit,
  isStop,
  isWithin,
  type OrderIntent,
  type PlaceOrder,
  priceBand,
  readOrder,
  type SpotRefusal,
  TRIGGER_WHEN,
} from '@assay/modules/spot/rules';
import type { ApiRealm } from '../realm.ts';
import { type Rates, ratesOf } from './commission.ts';

const RISES = TRIGGER_WHEN.indexOf('rises');

/**
 * What an order would be refused with as things stand, in the order in which the engine looks; null
 * when nothing is known against it. A market order to buy a quantity is taken to pay the best price
 * for all of it: the book below is not walked.
 */
export async function checkOrder(
  realm: ApiRealm,
  rules: MarketRules,
  userId: number,
  order: PlaceOrder,
  now: number,
): Promise<Refusal<SpotRefusal> | null> {
  const refuse = (code: SpotRefusal) => new Refusal(code);
  const moment = realm.spot.moment(rules.symbol, now);
  if (moment === undefined) return refuse('unknownMarket');
  if (!moment.trading) return refuse('marketHalted');
  const intent = readOrder(rules, order);
  if (intent.refusal !== undefined) return new Refusal(intent.refusal, intent.detail);
  const { clientOrderId } = intent;
  if (clientOrderId !== '' && realm.spot.openOrder(userId, { clientOrderId }) !== undefined) {
    return refuse('clientOrderIdInUse');
  }
  const stop = isStop(intent.type);
  const open = await realm.records.open(userId, rules.id);
  const alike = open.filter(({ order: { status } }) => (status === 'pending') === stop);
  if (alike.length >= (stop ? rules.maxStopOrders : rules.maxOpenOrders)) {
    return refuse('tooManyOrders');
  }
  const refusal = refuseMoment(rules, intent, moment);
  if (refusal !== null) return refuse(refusal);
  const rates = await ratesOf(realm, userId, rules);
  const asset = intent.side === BUY ? rules.quoteAsset : rules.baseAsset;
  const account = accountId(userId, WALLET.currency, asset);
  const { rows } = await readAccounts(realm.db.pool, realm.realm, account, account + 1);
  const available = rows[0]?.available ?? 0n;
  const hold = BigInt(leastHold(rules, intent, moment, rates));
  return hold > available ? refuse('insufficientBalance') : null;
}

function refuseMoment(
  rules: MarketRules,
  { type, side, limit, trigger, triggerWhen, postOnly }: OrderIntent,
  { last, reference, bid, ask }: Moment,
): SpotRefusal | null {
  if (limit > 0 && reference > 0 && !isWithin(priceBand(rules, side, reference), limit)) {
    return 'percentPrice';
  }
  const best = side === BUY ? ask : bid;
  if (isStop(type)) {
    if (last === 0) return 'noReferencePrice';
    const isRight = (triggerWhen === RISES) === trigger > last;
    return trigger === last || !isRight ? 'triggersAtOnce' : null;
  }
  if (!hasLimit(type)) return best === 0 ? 'noLiquidity' : null;
  const takes = best !== 0 && (side === BUY ? limit >= best : limit <= best);
  return postOnly && takes ? 'wouldTake' : null;
}

/** The least that the order would hold. */
function leastHold(
  rules: MarketRules,
  intent: OrderIntent,
  { ask, bid }: Moment,
  { makerPpm, takerPpm }: Rates,
): number {
  const { type, side, lots, limit, trigger, slippagePpm } = intent;
  const best = side === BUY ? ask : bid;
  const stop = isStop(type) ? protectionPrice(side, trigger, slippagePpm) : best;
  const price = hasLimit(type) ? limit : stop;
  return orderHold(rules, intent, notional(rules, price, lots), makerPpm, takerPpm);
}

import { ownerName } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { protection } from '../../modules/orders/testing/reference/match.ts';
import { larger, readUnits, worth } from '../../modules/orders/testing/reference/state.ts';
import { MARKETS } from '../../modules/spot/testing/spot-realm.ts';
import type { EndState } from './fixture.ts';
import type { OrderWords } from './words.ts';

/** What an order of the recording is to the migration of decision 0018. */
export type Carried = OrderWords & { readonly freed: bigint };

/**
 * A state that was recorded before decision 0018, as it must be after its migration: an open buy
 * that has paid no fee holds its notional, and what it held beyond that is available.
 */
export function carriedOver(end: EndState): { state: EndState; freed: readonly Carried[] } {
  const freed: Carried[] = [];
  const openOrders = end.openOrders.map((order): OrderWords => {
    if (order.side !== 'buy' || order.fee !== '0') return { ...order, feeAsset: 'quote' };
    const limit = end.openOrders.find(({ id }) => id === order.oco && id !== order.id);
    const held = larger(0n, needOf(order) - (limit === undefined ? 0n : needOf(limit)));
    freed.push({ ...order, freed: units(order.held) - held });
    return { ...order, held: text(held), feeAsset: 'base' };
  });
  const balances = end.balances.map((balance) => {
    const { owner, asset } = balance;
    const quoteOf = (symbol: string) => end.markets.find((one) => one.symbol === symbol)?.quote;
    const more = sumOf(
      freed.filter(({ user, market }) => ownerName(user) === owner && quoteOf(market) === asset),
    );
    if (more === 0n) return balance;
    const available = text(units(balance.available) + more);
    return { ...balance, available, held: text(units(balance.held) - more) };
  });
  return { state: { ...end, openOrders, balances }, freed };
}

/**
 * The balances that the trading API answered then, as it must answer them now: `freed` are the
 * orders of the person who asks.
 */
export function carriedAnswer(
  balances: readonly ApiBalance[],
  freed: readonly Carried[],
): readonly ApiBalance[] {
  const more = sumOf(freed);
  return balances.map(({ asset, free, locked }) => {
    if (asset !== 'USDT') return { asset, free, locked };
    return { asset, free: text(units(free) + more), locked: text(units(locked) - more) };
  });
}

interface ApiBalance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}

function sumOf(orders: readonly Carried[]): bigint {
  return orders.reduce((sum, order) => sum + order.freed, 0n);
}

/** The notional of what is left at the worst price; an amount is all that its order holds. */
function needOf(order: OrderWords): bigint {
  if (order.quoteAmount !== '0') return units(order.held);
  const { side, triggerPrice, maxSlippagePpm, market, limitPrice } = order;
  const tick = () => units(MARKETS.find(({ symbol }) => symbol === market)?.tickSize ?? '');
  const price =
    limitPrice === ''
      ? protection(side as string, units(triggerPrice), BigInt(maxSlippagePpm), tick())
      : units(limitPrice);
  return worth(price, units(order.quantity) - units(order.filledQuantity));
}

const units = (decimal: string) => readUnits(decimal) ?? 0n;
const text = (amount: bigint) => formatDecimal(amount, SCALE);

import type { OrderTerms } from '../schema/registry.ts';
import type { PlaceOrder } from './intent.ts';
import type { SelfTradeName, SideName, TriggerSource } from './order.ts';

/**
 * Two orders of which one cancels the other: a limit order that rests on the better side of the
 * price, and a stop on the worse side of it. Both have the same quantity; together they hold what
 * the more expensive one needs.
 */
export interface PlaceOco {
  readonly market: string;
  readonly side: SideName;
  readonly quantity: string;
  /** Of the limit order, which is post-only. */
  readonly limitPrice: string;
  readonly triggerPrice: string;
  readonly triggerSource?: TriggerSource | undefined;
  /** Without it the stop goes at market. */
  readonly stopLimitPrice?: string | undefined;
  readonly limitClientOrderId?: string | undefined;
  readonly stopClientOrderId?: string | undefined;
  readonly selfTrade?: SelfTradeName | undefined;
  /** Of a stop at market. */
  readonly maxSlippagePpm?: number | undefined;
  /** Of both: terms that only the product of the market knows. */
  readonly terms?: Partial<OrderTerms> | undefined;
}

/** The two as separate orders. */
export function ocoLegs(oco: PlaceOco): readonly [limit: PlaceOrder, stop: PlaceOrder] {
  const { market, side, quantity, selfTrade, terms } = oco;
  const { triggerPrice, stopLimitPrice, maxSlippagePpm } = oco;
  const both = { market, side, quantity, selfTrade, terms };
  return [
    {
      ...both,
      type: 'limit',
      limitPrice: oco.limitPrice,
      postOnly: true,
      clientOrderId: oco.limitClientOrderId,
    },
    {
      ...both,
      type: stopLimitPrice === undefined ? 'stopMarket' : 'stopLimit',
      limitPrice: stopLimitPrice,
      triggerPrice,
      triggerSource: oco.triggerSource,
      maxSlippagePpm,
      clientOrderId: oco.stopClientOrderId,
    },
  ];
}

import type { OrderTerms } from '../schema/registry.ts';
import type { PlaceOrder } from './intent.ts';
import type { SelfTradeName, SideName, TriggerSource } from './order.ts';

/**
 * Two orders of which one cancels the other: one on the better side of the price, a limit order
 * that rests there or a stop that takes profit, and a stop on the worse side. Both have the same
 * quantity; together they hold what the more expensive one needs.
 */
export interface PlaceOco {
  readonly market: string;
  readonly side: SideName;
  readonly quantity: string;
  /** Of the order on the better side, which is post-only unless it is a stop. */
  readonly limitPrice?: string | undefined;
  /** Makes the order on the better side a stop; without a limit price it goes at market. */
  readonly takeProfitPrice?: string | undefined;
  /** Of the stop on the worse side. */
  readonly triggerPrice: string;
  /** Of each stop. */
  readonly triggerSource?: TriggerSource | undefined;
  /** Without it the stop goes at market. */
  readonly stopLimitPrice?: string | undefined;
  readonly limitClientOrderId?: string | undefined;
  readonly stopClientOrderId?: string | undefined;
  /** The client's own id of the list, apart from the ids of its orders. */
  readonly listClientOrderId?: string | undefined;
  readonly selfTrade?: SelfTradeName | undefined;
  /** Of each stop at market. */
  readonly maxSlippagePpm?: number | undefined;
  /** Of both: terms that only the product of the market knows. */
  readonly terms?: Partial<OrderTerms> | undefined;
}

/** The two as separate orders. */
export function ocoLegs(oco: PlaceOco): readonly [better: PlaceOrder, stop: PlaceOrder] {
  const { market, side, quantity, selfTrade, terms } = oco;
  const { limitPrice, takeProfitPrice, triggerPrice, stopLimitPrice, maxSlippagePpm } = oco;
  const both = { market, side, quantity, selfTrade, terms };
  const better = { ...both, limitPrice, clientOrderId: oco.limitClientOrderId };
  const stop = { ...both, limitPrice: stopLimitPrice, clientOrderId: oco.stopClientOrderId };
  const { triggerSource } = oco;
  const takesAtMarket = takeProfitPrice !== undefined && limitPrice === undefined;
  const stopsAtMarket = stopLimitPrice === undefined;
  // Where neither goes at market, the stop is refused for the slippage.
  const stopSlippage = stopsAtMarket || !takesAtMarket ? maxSlippagePpm : undefined;
  return [
    takeProfitPrice === undefined
      ? { ...better, type: 'limit', postOnly: true }
      : {
          ...better,
          type: takesAtMarket ? 'stopMarket' : 'stopLimit',
          triggerPrice: takeProfitPrice,
          triggerSource,
          maxSlippagePpm: takesAtMarket ? maxSlippagePpm : undefined,
        },
    {
      ...stop,
      type: stopsAtMarket ? 'stopMarket' : 'stopLimit',
      triggerPrice,
      triggerSource,
      maxSlippagePpm: stopSlippage,
    },
  ];
}

import type {} from '@assay/core/schema/registry';

/** Pays every position of a halted market at its index price, and ends its orders. */
interface SettlePrepaid {
  readonly market: string;
}

/** In the order in which they are checked. */
type SettleRefusal = 'notAllowed' | 'unknownMarket' | 'stillTrading' | 'noIndexPrice';

declare module '@assay/core/schema/registry' {
  interface Commands {
    settlePrepaid: {
      body: SettlePrepaid;
      outcome: { readonly ticks: number; readonly positions: number };
      refusal: SettleRefusal;
    };
  }
}

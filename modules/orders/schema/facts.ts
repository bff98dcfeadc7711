import type {} from '@assay/core/schema/registry';
import type { FillView, OrderView, TradeView } from './views.ts';

/** One side of a price level: side (0 bids), price, quantity, and the house's part of it. */
export type LevelFact = readonly [
  side: 0 | 1,
  price: string,
  quantity: string,
  houseQuantity: string,
];

/** The state of a customer's order at the end of its batch. */
export interface OrderChanged {
  readonly type: 'orderChanged';
  readonly userId: number;
  /** The command that last changed the order. */
  readonly seq: number;
  readonly order: OrderView;
  /** The client order id before the batch; of an order placed in the batch, its first one. */
  readonly formerName: string;
  /** Of a stop: its trigger is reached when the price rises. */
  readonly rises: boolean;
  /** Of a list of orders: the id of its first order; else 0. */
  readonly oco: number;
  /** The id that its client gave the list; "" for none. */
  readonly listName: string;
  /** The order was placed to wait until the first order of its list is filled. */
  readonly follows: boolean;
  /** The wait of an order that was placed to wait for another is over, and it was placed. */
  readonly isAwake: boolean;
  /** The command that set the order's priority: placed it, fired the stop, or amended it. */
  readonly prioritySeq: number;
  /** When the order began to work in the book, in ms; 0 for one that waits. */
  readonly workingTime: number;
}

/** A customer's side of a trade. */
export interface OrderFilled {
  readonly type: 'orderFilled';
  readonly userId: number;
  readonly seq: number;
  readonly fill: FillView;
  /** The total filled quantity of the order, this trade included. */
  readonly filledQuantity: string;
}

/** A trade. Everybody may see `trade`; the owners are for listeners in the server only. */
export interface TradeMade {
  readonly type: 'tradeMade';
  readonly market: string;
  readonly seq: number;
  readonly trade: TradeView;
  /** price x quantity. */
  readonly quote: string;
  readonly buyer: number;
  readonly seller: number;
  /** Whether the house was one of the two. */
  readonly house: boolean;
}

/** The levels of a book that a batch touched, as they are at its end. */
export interface BookChanged {
  readonly type: 'bookChanged';
  readonly market: string;
  readonly levels: readonly LevelFact[];
}

declare module '@assay/core/schema/registry' {
  interface Facts {
    orderChanged: OrderChanged;
    orderFilled: OrderFilled;
    tradeMade: TradeMade;
    bookChanged: BookChanged;
  }
  interface AccountFields {
    /** Open orders; in a delta also those that have ended. */
    orders: readonly OrderView[];
    /** Only in deltas. */
    fills: readonly FillView[];
  }
}

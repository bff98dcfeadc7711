import type { Rates, SideName } from '@assay/core/order/order';
import type { Preview } from '@assay/core/order/preview';
import type { ComponentType } from 'react';
import type { BalanceView, FillView, MarketView, OrderView } from '../lib/api/wire.ts';
import type { OrderChange, Placed, PlacedOrder, Sending } from './orders.ts';
import type { RefusalWords } from './refusals.ts';
import type { Check, Surroundings } from './ticket/check.ts';
import type { TicketForm, TicketType } from './ticket/form.ts';
import type { Funding } from './ticket/funding.ts';

/**
 * What a product hands in to be traded on the desk. The parts of the desk take what differs from
 * here and never ask which product it is.
 */
export interface DeskProduct {
  /** As the server names it: what the desk lists and cancels is of this product. */
  readonly name: string;
  /** The order types that its ticket offers. */
  readonly types: readonly TicketType[];
  /** The wallet that its orders are paid from. */
  readonly wallet: BalanceView['wallet'];
  /** Its ticket: a TicketForm around the fields that its orders have. */
  readonly Ticket: ComponentType;
  /** Its tables below the chart; the first one is open at first. */
  readonly tables: readonly [DeskTable, ...DeskTable[]];
  readonly calls: OrderCalls;
  /** The asset that orders of a side hold. */
  heldIn(market: MarketView, side: SideName): string;
  /** The rates of whoever is logged in; null for those of the market. */
  useRates(): Rates | null;
  /** What the account can cover in the desk's market. The same object while nothing changes. */
  useFunding(): Funding;
  /** Checks what the ticket holds and previews it, by the rules that the engine will apply. */
  check(form: TicketForm, around: Surroundings): Check;
  /** What an order comes to: the figures that follow its value and fee. */
  useTotals(): (side: SideName, type: TicketType, preview: Preview | null) => readonly Total[];
  useWords(): ProductWords;
}

/** A figure of the preview, in 1e-8 units of an asset; undefined while it is not known. */
export interface Total {
  readonly name: string;
  readonly units: number | undefined;
  readonly asset: string;
}

/** Words that differ between products. */
export interface ProductWords {
  /** The button that sends the ticket. */
  send(side: SideName): string;
  /** The title of the question before an order is sent. */
  confirm(side: SideName): string;
  readonly refusal: RefusalWords;
  /** What else there is to know of its markets, below their rules. */
  readonly note?: string;
}

/** A table below the chart, such as open orders or positions. */
export interface DeskTable {
  /** Stands in the address, so that a link leads back to the table. */
  readonly name: string;
  readonly Title: ComponentType;
  readonly Rows: ComponentType;
  /** Controls at the end of the line of tabs. */
  readonly Tools: ComponentType;
}

/**
 * How orders are placed, changed, cancelled and listed. All reject with CallError only, and leave
 * it to the desk to say what went wrong. `commandId` is permanent: a command that is sent again
 * under it gets its first answer.
 */
export interface OrderCalls {
  /** Null when the person did not confirm what their settings have confirmed. */
  readonly place: (order: Sending, commandId: string) => Promise<Placed | null>;
  readonly amend: (
    orderId: number,
    change: Partial<OrderChange>,
    commandId: string,
  ) => Promise<PlacedOrder | null>;
  readonly cancel: (orderId: number, commandId: string) => Promise<unknown>;
  /** All open orders of the product, or those of one market; resolves to their ids. */
  readonly cancelAll: (market: string | undefined, commandId: string) => Promise<readonly number[]>;
  readonly pastOrders: (query: PastQuery<number>) => Promise<PastPage<OrderView, number>>;
  readonly pastFills: (query: PastQuery<string>) => Promise<PastPage<FillView, string>>;
}

export interface PastQuery<Cursor> {
  /** Without it all markets of the product. */
  readonly market?: string;
  /** The earliest moment, in ms. */
  readonly from?: number;
  /** The `next` of the page before. */
  readonly before?: Cursor;
  readonly limit: number;
}

/** Rows newest first; `next` is null on the last page. */
export interface PastPage<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

import type { Frame } from '@assay/platform/streams/streams.suite';

/** An answer in the client's own shape, which tests read freely. */
export type Answer = ReturnType<typeof JSON.parse>;

/** An order or an order list by the parameter names of the API. */
export type Order = Readonly<Record<string, string>>;
export type More = Readonly<Record<string, string | number>>;

export type OnEvent = (event: Frame) => void;

/** An error, as far as a client reports it to its user. */
export interface ClientError {
  readonly code: number;
  readonly msg: string;
  readonly status?: number;
  readonly retryAfter?: string;
}

/**
 * A published client behind one interface. An adapter only maps method names and undoes the
 * client's renaming of fields. Where a client has no method, the adapter has none either.
 */
export interface Client extends Orders {
  info(): Promise<Answer>;
  /** As the API sends it: `{ lastUpdateId, bids: [[price, quantity]], asks }`. */
  depth(limit: number): Promise<Answer>;
  tape(limit: number): Promise<Answer>;
  /** By the field names of the API. */
  aggregates(limit: number): Promise<Answer>;
  /** Each candle is a list. */
  candles(limit: number): Promise<Answer>;
  day(): Promise<Answer>;
  prices(): Promise<Answer>;
  average(): Promise<Answer>;

  test(order: Order): Promise<Answer>;
  replace?(orderId: number, order: Order): Promise<Answer>;
  amend?(orderId: number, newQty: string): Promise<Answer>;
  /** Parameters above… and below…, or the older names: whichever the client sends. */
  bracket(list: Bracket): Promise<Answer>;
  show(orderId: number): Promise<Answer>;
  open(more?: More): Promise<Answer>;
  all(more?: More): Promise<Answer>;
  trades(more?: More): Promise<Answer>;
  cancelAll(ofSymbol?: string): Promise<Answer>;
  errorOf(error: Answer): ClientError;

  /** Market streams by kind. Events of `depth` have the field names of the API. */
  readonly streams: Readonly<Record<StreamKind, (onEvent: OnEvent) => unknown>>;
  /** Ways to receive the events of its account, by the field names of the API. */
  readonly events: Readonly<Record<string, (onEvent: OnEvent) => unknown>>;
  /** The book that it keeps itself, and how often it had to restart it. */
  keptBook?(): KeptBook;
  /** Orders by WebSocket messages instead of HTTP requests. */
  byMessages?(): Promise<Orders>;
  /** Closes every socket. */
  end(): unknown;
}

/** The operations that work both by HTTP requests and by WebSocket messages. */
export interface Orders {
  place(order: Order): Promise<Answer>;
  cancel(orderId: number): Promise<Answer>;
  account(): Promise<Answer>;
}

export type StreamKind = 'trade' | 'kline' | '24hrTicker' | 'depth';

/** Sells at a limit price above, or at a stop below. */
export interface Bracket {
  readonly quantity: string;
  readonly price: string;
  readonly stopPrice: string;
  readonly stopLimitPrice: string;
}

export interface KeptBook {
  /** Price and quantity, best first. */
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
  readonly restarts: number;
}

/** Makes a client for an address, `http://127.0.0.1:1234/demo`, and a key; markets need no key. */
export type MakeClient = (at: string, key?: { name: string; secret: string }) => Client;

export const NO_KEY = { name: '', secret: '' };
/** The market that all of them use. */
export const SYMBOL = 'BTCUSDT';

export const quiet = () => undefined;

/** Converts amounts to numbers, for clients whose methods take them so. */
export function numbersIn(order: Order): More {
  const amounts = ['quantity', 'price', 'stopPrice', 'quoteOrderQty', 'orderId'];
  return Object.fromEntries(
    Object.entries(order).map(([name, value]) => [
      name,
      amounts.includes(name) ? Number(value) : value,
    ]),
  );
}

/** An order list by the current parameter names. */
export function aboveAndBelow({ price, stopPrice, stopLimitPrice }: Bracket) {
  return {
    ...{ aboveType: 'LIMIT_MAKER', abovePrice: price, belowType: 'STOP_LOSS_LIMIT' },
    ...{ belowStopPrice: stopPrice, belowPrice: stopLimitPrice, belowTimeInForce: 'GTC' },
  };
}

/** Undoes the renaming of clients that turn lists into objects and short names into long ones. */
export const rows = (list: object[]) => list.map((one) => Object.values(one));
export const bookOf = ({ lastUpdateId, bids, asks }: Answer) => ({
  ...{ lastUpdateId, bids: rows(bids), asks: rows(asks) },
});
export const wireNamesOf = (list: Answer[]) =>
  list.map((one) => ({
    ...{ a: one.aggId, p: one.price, q: one.quantity, f: one.firstId, l: one.lastId },
    ...{ T: one.timestamp, m: one.isBuyerMaker, M: one.wasBestPrice },
  }));
export const pricesOf = (answer: Record<string, unknown>) =>
  Object.entries(answer).map(([symbol, price]) => ({ symbol, price }));

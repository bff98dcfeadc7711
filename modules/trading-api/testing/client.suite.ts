import type { Frame } from '@assay/platform/streams/streams.suite';

/** Each client has answers of its own shape, and tests look into all of them. */
export type Answer = ReturnType<typeof JSON.parse>;

/** An order or a list of orders by the names that parameters have on the wire. */
export type Order = Readonly<Record<string, string>>;
export type More = Readonly<Record<string, string | number>>;

export type Take = (event: Frame) => void;

/** Of an error as much as a client tells the program that uses it. */
export interface Told {
  readonly code: number;
  readonly msg: string;
  readonly status?: number;
  readonly retryAfter?: string;
}

/**
 * What is done with a client that somebody else published, in its own words: an adaptor says how a
 * thing is called there and undoes its renaming, and nothing else. What a client has no method for
 * is missing.
 */
export interface Client extends Orders {
  info(): Promise<Answer>;
  /** As the wire has it: `{ lastUpdateId, bids: [[price, quantity]], asks }`. */
  depth(limit: number): Promise<Answer>;
  tape(limit: number): Promise<Answer>;
  /** In the letters of the wire. */
  aggregates(limit: number): Promise<Answer>;
  /** Rows of a list each. */
  candles(limit: number): Promise<Answer>;
  day(): Promise<Answer>;
  prices(): Promise<Answer>;
  average(): Promise<Answer>;

  test(order: Order): Promise<Answer>;
  replace?(orderId: number, order: Order): Promise<Answer>;
  amend?(orderId: number, newQty: string): Promise<Answer>;
  /** By the names above… and below…, or by the older ones: what the client sends. */
  bracket(list: Bracket): Promise<Answer>;
  show(orderId: number): Promise<Answer>;
  open(more?: More): Promise<Answer>;
  all(more?: More): Promise<Answer>;
  trades(more?: More): Promise<Answer>;
  cancelAll(ofSymbol?: string): Promise<Answer>;
  told(error: Answer): Told;

  /** Streams of the market, by kind. Events of `depth` are in the letters of the wire. */
  readonly streams: Readonly<Record<StreamKind, (take: Take) => unknown>>;
  /** Ways to hear of its account, events in the letters of the wire. */
  readonly events: Readonly<Record<string, (take: Take) => unknown>>;
  /** The book that it keeps itself, and how often it had to begin anew. */
  keptBook?(): KeptBook;
  /** Orders by messages over a socket instead of requests. */
  byMessages?(): Promise<Orders>;
  /** Closes every socket. */
  end(): unknown;
}

/** What can be done by requests and by messages alike. */
export interface Orders {
  place(order: Order): Promise<Answer>;
  cancel(orderId: number): Promise<Answer>;
  account(): Promise<Answer>;
}

export type StreamKind = 'trade' | 'kline' | '24hrTicker' | 'depth';

/** Sells at a limit above, or below once the price has fallen to the stop. */
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

/** An address, `http://127.0.0.1:1234/demo`, and a key; without one it only reads markets. */
export type MakeClient = (at: string, key?: { name: string; secret: string }) => Client;

export const NO_KEY = { name: '', secret: '' };
/** The market that all of them use. */
export const SYMBOL = 'BTCUSDT';

export const quiet = () => undefined;

/** Of clients whose methods take amounts as numbers. */
export function numbersIn(order: Order): More {
  const amounts = ['quantity', 'price', 'stopPrice', 'quoteOrderQty', 'orderId'];
  return Object.fromEntries(
    Object.entries(order).map(([name, value]) => [
      name,
      amounts.includes(name) ? Number(value) : value,
    ]),
  );
}

/** A list of orders by the names that it has today. */
export function aboveAndBelow({ price, stopPrice, stopLimitPrice }: Bracket) {
  return {
    ...{ aboveType: 'LIMIT_MAKER', abovePrice: price, belowType: 'STOP_LOSS_LIMIT' },
    ...{ belowStopPrice: stopPrice, belowPrice: stopLimitPrice, belowTimeInForce: 'GTC' },
  };
}

/** Some clients make objects of what comes as rows, and words of letters; here it is undone. */
export const rows = (list: object[]) => list.map((one) => Object.values(one));
export const bookOf = ({ lastUpdateId, bids, asks }: Answer) => ({
  ...{ lastUpdateId, bids: rows(bids), asks: rows(asks) },
});
export const lettersOf = (list: Answer[]) =>
  list.map((one) => ({
    ...{ a: one.aggId, p: one.price, q: one.quantity, f: one.firstId, l: one.lastId },
    ...{ T: one.timestamp, m: one.isBuyerMaker, M: one.wasBestPrice },
  }));
export const pricesOf = (answer: Record<string, unknown>) =>
  Object.entries(answer).map(([symbol, price]) => ({ symbol, price }));

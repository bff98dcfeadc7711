/** It has no types of its own; this is what the tests call. */
declare module '@binance/connector' {
  type Answer = Promise<{ data: ReturnType<typeof JSON.parse> }>;
  type Options = Readonly<Record<string, string | number>>;

  export class Spot {
    constructor(key: string, secret: string, options: { baseURL: string });
    newOrder(symbol?: string, side?: string, type?: string, options?: Options): Answer;
    getOrder(symbol: string, options: Options): Answer;
    openOrders(options: Options): Answer;
    allOrders(symbol: string): Answer;
    myTrades(symbol: string): Answer;
    cancelOrder(symbol: string, options: Options): Answer;
    cancelOpenOrders(symbol: string): Answer;
    account(): Answer;
  }
}

/** Types of the methods that tests call; the package has none. */
declare module '@binance/connector' {
  type Sent = Promise<{ data: ReturnType<typeof JSON.parse> }>;
  type Options = Readonly<Record<string, string | number>>;
  type Streaming = Readonly<Record<string, unknown>>;

  export class Spot {
    constructor(key: string, secret: string, options: { baseURL: string });
    exchangeInfo(): Sent;
    depth(symbol: string, options: Options): Sent;
    trades(symbol: string, options: Options): Sent;
    aggTrades(symbol: string, options: Options): Sent;
    klines(symbol: string, interval: string, options: Options): Sent;
    ticker24hr(symbol: string): Sent;
    tickerPrice(): Sent;
    avgPrice(symbol: string): Sent;
    newOrder(symbol?: string, side?: string, type?: string, options?: Options): Sent;
    newOrderTest(symbol?: string, side?: string, type?: string, options?: Options): Sent;
    cancelAndReplace(
      ...given: [symbol?: string, side?: string, type?: string, mode?: string, options?: Options]
    ): Sent;
    newOCOOrder(
      ...given: [string, side: string, quantity: string, above: string, below: string, Options]
    ): Sent;
    getOrder(symbol: string, options: Options): Sent;
    openOrders(options: Options): Sent;
    allOrders(symbol: string, options?: Options): Sent;
    myTrades(symbol: string, options?: Options): Sent;
    cancelOrder(symbol: string, options: Options): Sent;
    cancelOpenOrders(symbol: string): Sent;
    account(): Sent;
    userAsset(): Sent;
    accountSnapshot(type: string): Sent;
    createListenKey(): Sent;
  }

  export class WebsocketStream {
    constructor(options: Streaming);
    trade(symbol: string): void;
    kline(symbol: string, interval: string): void;
    ticker(symbol: string): void;
    diffBookDepth(symbol: string, speed: string): void;
    userData(listenKey: string): void;
    disconnect(): void;
  }

  export class WebsocketAPI {
    constructor(key: string, secret: string, options: Streaming);
    newOrder(symbol?: string, side?: string, type?: string, options?: Options): void;
    cancelOrder(symbol: string, options: Options): void;
    account(options: Options): void;
    disconnect(): void;
  }
}

import { createRequire } from 'node:module';
import { WebsocketAPIClient, WebsocketClient } from 'binance';
import ApiNode from 'binance-api-node';
import NodeBinance from 'node-binance-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { type Frame, sleep } from './streams.suite.ts';

/** Sockets of clients as they are published, with nothing but their address and a key. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// It has no types of its own.
const Connector = createRequire(import.meta.url)('@binance/connector');

const MARKET = 'BTCUSDT';
const quiet = () => undefined;

let api: TestApi;
let rest = '';
let ws = '';
let user = 0;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  rest = `${api.origin}/demo`;
  ws = rest.replace('http', 'ws');
  user = await api.demo.newUser({ USDT: '1000000', BTC: '20' });
  key = await api.key(user);
  await api.demo.quote({ [MARKET]: '60000' });
});
afterAll(() => api.stop());

/** What a client has heard, and deals until it has heard what fits. */
class Heard {
  readonly all: Frame[] = [];
  readonly take = (one: unknown): void => {
    const read = typeof one === 'string' ? JSON.parse(one) : one;
    for (const frame of Array.isArray(read) ? read : [read]) this.all.push(frame);
  };

  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (let i = 0; i < 200; i += 1) {
      const found = this.all.find(fits);
      if (found !== undefined) return found;
      const order = { market: MARKET, side: 'buy', type: 'market', quantity: '0.001' };
      await api.demo.place(user, order as never);
      await sleep(50);
    }
    throw new Error(`not heard among ${this.all.length}: ${JSON.stringify(this.all.at(-1))}`);
  }
}

const LIMIT = { symbol: MARKET, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const;
const ORDER = { ...LIMIT, quantity: '0.01', price: '50000' } as const;

describe('clients', () => {
  it('TAPI-251 binance: streams, events by a listen key and by signature, orders', async () => {
    const logger = { trace: quiet, info: quiet, error: quiet, debug: quiet, warning: quiet };
    const options = {
      ...{ api_key: key.name, api_secret: key.secret },
      ...{ wsUrl: ws, restOptions: { baseUrl: rest }, beautify: false },
    };
    const heard = new Heard();
    const client = new WebsocketClient(options, logger as never);
    client.on('message', heard.take);
    client.on('exception', quiet as never);
    await client.subscribe(['btcusdt@trade', 'btcusdt@kline_1m', 'btcusdt@depth@100ms'], 'main');
    // It puts the name of the stream into the event.
    await heard.until((frame) => frame.streamName === 'btcusdt@trade' && frame.s === MARKET);
    await heard.until((frame) => frame.e === 'kline');
    await heard.until((frame) => frame.e === 'depthUpdate');
    await client.subscribeSpotUserDataStream('main');
    await heard.until((frame) => frame.e === 'executionReport' && frame.X === 'FILLED');

    const caller = new WebsocketAPIClient(
      { ...options, attachEventListeners: false },
      logger as never,
    );
    caller.getWSClient().on('message', heard.take);
    caller.getWSClient().on('exception', quiet as never);
    const placed = await caller.submitNewSpotOrder({ ...ORDER, timestamp: Date.now() } as never);
    expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } });
    const { orderId } = placed.result as { orderId: number };
    const named = { symbol: MARKET, orderId, timestamp: Date.now() };
    expect((await caller.cancelSpotOrder(named as never)).result).toMatchObject({ orderId });
    await caller.subscribeUserDataStream('mainWSAPI');
    const event = (frame: Frame) => (frame.wsKey === 'mainWSAPI' ? (frame.event ?? frame) : {});
    const found = await heard.until((frame) => event(frame).x === 'TRADE');
    expect(event(found).s).toBe(MARKET);
    client.closeAll(true);
    caller.disconnectAll();
  });

  it('TAPI-251 @binance/connector: streams, combined streams, orders', async () => {
    const heard = new Heard();
    const logger = { info: quiet, debug: quiet, warn: quiet, error: quiet };
    const callbacks = { message: heard.take };
    const streams = new Connector.WebsocketStream({ wsURL: ws, logger, callbacks });
    streams.aggTrade(MARKET);
    await heard.until((frame) => frame.e === 'aggTrade');
    streams.subscribe('btcusdt@bookTicker');
    await heard.until((frame) => frame.A !== undefined && frame.s === MARKET);
    const combined = new Connector.WebsocketStream({
      ...{ wsURL: ws, logger, callbacks, combinedStreams: true },
    });
    combined.subscribe(['btcusdt@miniTicker', 'btcusdt@depth10@100ms']);
    await heard.until((frame) => frame.stream === 'btcusdt@miniTicker');
    await heard.until((frame) => frame.stream === 'btcusdt@depth10@100ms');

    const opened = { open: quiet };
    const opening = new Promise<void>((resolve) => {
      opened.open = resolve as never;
    });
    const caller = new Connector.WebsocketAPI(key.name, key.secret, {
      ...{ wsURL: `${ws}/ws-api/v3`, logger },
      callbacks: { open: () => opened.open(), message: heard.take },
    });
    await opening;
    const { symbol, side, type, ...more } = ORDER;
    caller.newOrder(symbol, side, type, { ...more, id: 'first' });
    const placed = await heard.until((frame) => frame.id === 'first');
    expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } });
    caller.cancelOrder(symbol, { orderId: placed.result.orderId, id: 'second' });
    expect((await heard.until((frame) => frame.id === 'second')).status).toBe(200);
    caller.account({ id: 'third' });
    expect(
      (await heard.until((frame) => frame.id === 'third')).result.balances.length,
    ).toBeGreaterThan(1);
    caller.startUserDataStream();
    const started = await heard.until((frame) => frame.result?.listenKey !== undefined);
    const { listenKey } = started.result;
    const events = new Connector.WebsocketStream({ wsURL: ws, logger, callbacks });
    events.userData(listenKey);
    await heard.until((frame) => frame.e === 'executionReport');
    for (const one of [streams, combined, caller, events]) one.disconnect();
  });

  it('TAPI-251 binance-api-node: streams and events by signature', async () => {
    const make = (ApiNode as unknown as { default?: typeof ApiNode }).default ?? ApiNode;
    const client = make({
      ...{ apiKey: key.name, apiSecret: key.secret },
      ...{ httpBase: rest, wsBase: `${ws}/ws`, wsApi: `${ws}/ws-api/v3` },
    } as never);
    const heard = new Heard();
    const ends = [
      client.ws.trades(MARKET, heard.take),
      client.ws.depth(MARKET, heard.take),
      client.ws.candles(MARKET, '1m', heard.take),
      client.ws.ticker(MARKET, heard.take),
      await client.ws.user(heard.take),
    ];
    await heard.until((frame) => frame.eventType === 'trade' || frame.tradeId !== undefined);
    await heard.until((frame) => frame.eventType === 'depthUpdate');
    await heard.until((frame) => frame.eventType === 'kline');
    await heard.until((frame) => frame.eventType === '24hrTicker');
    const report = await heard.until((frame) => frame.eventType === 'executionReport');
    expect(report).toMatchObject({ symbol: MARKET, executionType: 'NEW' });
    for (const end of ends) end();
  });

  it('TAPI-251 node-binance-api: streams, a book that it keeps, events', async () => {
    const client = new NodeBinance({
      ...{ APIKEY: key.name, APISECRET: key.secret, reconnect: false, log: quiet },
      urls: {
        ...{ base: `${rest}/api/`, sapi: `${rest}/sapi/` },
        ...{ stream: `${ws}/ws/`, combineStream: `${ws}/stream?streams=` },
      },
    } as never);
    // The only address that it takes as a field and not as an option.
    (client as unknown as { wsApi: string }).wsApi = `${ws}/ws-api/v3`;
    const heard = new Heard();
    const { websockets } = client as unknown as {
      websockets: Record<string, (...given: unknown[]) => unknown>;
    };
    websockets.trades?.(MARKET, heard.take);
    await heard.until((frame) => frame.e === 'trade');
    websockets.trades?.([MARKET, 'ETHUSDT'], heard.take);
    websockets.depthCache?.(MARKET, (symbol: string, depth: object) =>
      heard.take({ symbol, depth }),
    );
    const cached = await heard.until((frame) => frame.depth !== undefined);
    expect(Object.keys(cached.depth.bids).length).toBeGreaterThan(0);
    websockets.userData?.(heard.take, heard.take, heard.take);
    await heard.until((frame) => frame.e === 'executionReport');
    for (const name of Object.keys(client.websockets.subscriptions())) {
      client.websockets.terminate(name);
    }
  });
});

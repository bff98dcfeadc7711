import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { Wire } from '../http/wire.ts';
import type { Desk, Done } from './rounds.ts';

/** How orders reach a server: by our calls, by signed requests, by signed messages of a socket. */
export type Kind = 'calls' | 'signed' | 'socket';

const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];

/** A virtual account of its own, in one of some markets, and a price that rests there. */
interface Trader {
  readonly wire: Wire;
  readonly token: string;
  readonly market: string;
  readonly quantity: string;
  readonly price: string;
}

/** One trader of a server. Answers are not read: that would cost as much as sending. */
export async function openDesk(kind: Kind, port: number, i: number): Promise<Desk> {
  const trader = await openTrader(port, i);
  if (kind === 'calls') return callDesk(trader);
  const key = await makeKey(trader);
  return kind === 'signed' ? signedDesk(trader, key) : socketDesk(port, trader, key);
}

/** The same requests to a server that only answers. */
export async function bareDesk(port: number): Promise<Desk> {
  const wire = await Wire.connect(port);
  const [market = ''] = MARKETS;
  return callDesk({ wire, token: 'x'.repeat(43), market, quantity: '0.2', price: '90000' });
}

async function call(wire: Wire, name: string, token: string, form: string) {
  const { code, message, data } = JSON.parse(await wire.post(`/web/${name}`, token, form));
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

async function openTrader(port: number, i: number): Promise<Trader> {
  const wire = await Wire.connect(port);
  const market = MARKETS[i % MARKETS.length] as string;
  const { token } = await call(wire, 'tempLogin', '', '');
  const response = await fetch(`http://127.0.0.1:${port}/web/getDepth?market=${market}&limit=5`);
  const { bids } = ((await response.json()) as { data: { bids: [string, string][] } }).data;
  // Deep enough to rest, near enough for the price band.
  const best = bids.at(-1)?.[0] as string;
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  const price = (Number(best) * 0.9).toFixed(decimals);
  return { wire, token, market, quantity: market === 'XRPUSDT' ? '20' : '0.2', price };
}

interface Key {
  readonly name: string;
  readonly secret: string;
}

async function makeKey({ wire, token }: Trader): Promise<Key> {
  const form = 'label=bench&kind=hmac&permission=trade&ips=';
  const { apiKey, secret } = await call(wire, 'createApiKey', token, form);
  return { name: apiKey.name, secret };
}

function signatureOf({ secret }: Key, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function callDesk({ wire, token, market, quantity, price }: Trader): Desk {
  const post = async (name: string, form: string, cid: string): Promise<Done> => {
    const text = await wire.post(`/web/${name}`, token, `${form}&cid=${cid}`);
    const orderId = /"order":\{"id":(\d+)/.exec(text)?.[1];
    return { good: text.startsWith('{"code":0,'), orderId };
  };
  const order = `market=${market}&side=`;
  const limit = `type=limit&quantity=${quantity}&limitPrice=${price}`;
  return {
    rest: (name) => post('placeOrder', `${order}buy&${limit}`, name),
    cancel: (orderId, name) => post('cancelOrder', `orderId=${orderId}`, name),
    take: (side, name) => post('placeOrder', `${order}${side}&type=market&quoteAmount=20`, name),
    close: () => wire.close(),
  };
}

/** An order in the words of the trading API. */
type Params = Readonly<Record<string, string>>;

function apiOrders({ market: symbol, quantity, price }: Trader) {
  const limit = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity, price };
  return {
    rest: (newClientOrderId: string): Params => ({ ...limit, newClientOrderId }),
    take: (side: string, newClientOrderId: string): Params => ({
      ...{ symbol, side: side.toUpperCase(), type: 'MARKET', quoteOrderQty: '20' },
      newClientOrderId,
    }),
    cancel: (orderId: string): Params => ({ symbol, orderId }),
  };
}

function signedDesk(trader: Trader, key: Key): Desk {
  const { wire } = trader;
  const orders = apiOrders(trader);
  const send = async (method: string, params: Params): Promise<Done> => {
    const form = new URLSearchParams({ ...params, timestamp: String(Date.now()) }).toString();
    const signed = `${form}&signature=${signatureOf(key, form)}`;
    const text = await wire.send(method, '/demo/api/v3/order', `X-MBX-APIKEY: ${key.name}`, signed);
    return { good: text.startsWith('{"symbol"'), orderId: /"orderId":(\d+)/.exec(text)?.[1] };
  };
  return {
    rest: (name) => send('POST', orders.rest(name)),
    cancel: (orderId) => send('DELETE', orders.cancel(orderId)),
    take: (side, name) => send('POST', orders.take(side, name)),
    close: () => wire.close(),
  };
}

async function socketDesk(port: number, trader: Trader, key: Key): Promise<Desk> {
  trader.wire.close();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/demo/ws-api/v3?returnRateLimits=false`, {
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let answered: (text: string) => void = () => undefined;
  socket.on('message', (data) => answered(String(data)));
  const orders = apiOrders(trader);
  const send = async (method: string, order: Params): Promise<Done> => {
    const params: Params = { ...order, apiKey: key.name, timestamp: String(Date.now()) };
    const named = Object.keys(params).sort();
    const signature = signatureOf(key, named.map((name) => `${name}=${params[name]}`).join('&'));
    const text = await new Promise<string>((resolve) => {
      answered = resolve;
      socket.send(JSON.stringify({ id: 1, method, params: { ...params, signature } }));
    });
    const good = text.startsWith('{"id":1,"status":200');
    return { good, orderId: /"orderId":(\d+)/.exec(text)?.[1] };
  };
  return {
    rest: (name) => send('order.place', orders.rest(name)),
    cancel: (orderId) => send('order.cancel', orders.cancel(orderId)),
    take: (side, name) => send('order.place', orders.take(side, name)),
    close: () => socket.terminate(),
  };
}

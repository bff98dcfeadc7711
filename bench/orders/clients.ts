import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { Wire } from '../http/wire.ts';
import type { Answer, OrderClient } from './rounds.ts';

/** How orders reach a server: by our calls, by signed requests, or by signed socket messages. */
export type Kind = 'calls' | 'signed' | 'socket';

const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];

/** A virtual account that trades in one market, and a price at which orders rest there. */
interface Account {
  readonly wire: Wire;
  readonly token: string;
  readonly market: string;
  readonly quantity: string;
  readonly price: string;
}

/** One client of a server. Answers are not parsed: that would cost as much as sending. */
export async function openClient(kind: Kind, port: number, i: number): Promise<OrderClient> {
  const account = await openAccount(port, i);
  if (kind === 'calls') return callClient(account);
  const key = await makeKey(account);
  return kind === 'signed' ? signedClient(account, key) : socketClient(port, account, key);
}

/** Sends the same requests to a server that only answers. */
export async function bareClient(port: number): Promise<OrderClient> {
  const wire = await Wire.connect(port);
  const [market = ''] = MARKETS;
  return callClient({ wire, token: 'x'.repeat(43), market, quantity: '0.2', price: '90000' });
}

async function call(wire: Wire, name: string, token: string, form: string) {
  const { code, message, data } = JSON.parse(await wire.post(`/web/${name}`, token, form));
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

async function openAccount(port: number, i: number): Promise<Account> {
  const wire = await Wire.connect(port);
  const market = MARKETS[i % MARKETS.length] as string;
  const { token } = await call(wire, 'tempLogin', '', '');
  const response = await fetch(`http://127.0.0.1:${port}/web/getDepth?market=${market}&limit=5`);
  const { bids } = ((await response.json()) as { data: { bids: [string, string][] } }).data;
  // Far enough from the market to rest, near enough for the price band.
  const best = bids.at(-1)?.[0] as string;
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  const price = (Number(best) * 0.9).toFixed(decimals);
  return { wire, token, market, quantity: market === 'XRPUSDT' ? '20' : '0.2', price };
}

interface Key {
  readonly name: string;
  readonly secret: string;
}

async function makeKey({ wire, token }: Account): Promise<Key> {
  const form = 'label=bench&kind=hmac&permission=trade&ips=';
  const { apiKey, secret } = await call(wire, 'createApiKey', token, form);
  return { name: apiKey.name, secret };
}

function signatureOf({ secret }: Key, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function callClient({ wire, token, market, quantity, price }: Account): OrderClient {
  const post = async (name: string, form: string, cid: string): Promise<Answer> => {
    const text = await wire.post(`/web/${name}`, token, `${form}&cid=${cid}`);
    const orderId = /"order":\{"id":(\d+)/.exec(text)?.[1];
    return { ok: text.startsWith('{"code":0,'), orderId };
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

/** An order in the parameters of the trading API. */
type Params = Readonly<Record<string, string>>;

function apiOrders({ market: symbol, quantity, price }: Account) {
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

function signedClient(account: Account, key: Key): OrderClient {
  const { wire } = account;
  const orders = apiOrders(account);
  const send = async (method: string, params: Params): Promise<Answer> => {
    const form = new URLSearchParams({ ...params, timestamp: String(Date.now()) }).toString();
    const signed = `${form}&signature=${signatureOf(key, form)}`;
    const text = await wire.send(method, '/demo/api/v3/order', `X-MBX-APIKEY: ${key.name}`, signed);
    return { ok: text.startsWith('{"symbol"'), orderId: /"orderId":(\d+)/.exec(text)?.[1] };
  };
  return {
    rest: (name) => send('POST', orders.rest(name)),
    cancel: (orderId) => send('DELETE', orders.cancel(orderId)),
    take: (side, name) => send('POST', orders.take(side, name)),
    close: () => wire.close(),
  };
}

async function socketClient(port: number, account: Account, key: Key): Promise<OrderClient> {
  account.wire.close();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/demo/ws-api/v3?returnRateLimits=false`, {
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let answered: (text: string) => void = () => undefined;
  socket.on('message', (data) => answered(String(data)));
  const orders = apiOrders(account);
  const send = async (method: string, order: Params): Promise<Answer> => {
    const params: Params = { ...order, apiKey: key.name, timestamp: String(Date.now()) };
    const named = Object.keys(params).sort();
    const signature = signatureOf(key, named.map((name) => `${name}=${params[name]}`).join('&'));
    const text = await new Promise<string>((resolve) => {
      answered = resolve;
      socket.send(JSON.stringify({ id: 1, method, params: { ...params, signature } }));
    });
    const ok = text.startsWith('{"id":1,"status":200');
    return { ok, orderId: /"orderId":(\d+)/.exec(text)?.[1] };
  };
  return {
    rest: (name) => send('order.place', orders.rest(name)),
    cancel: (orderId) => send('order.cancel', orders.cancel(orderId)),
    take: (side, name) => send('order.place', orders.take(side, name)),
    close: () => socket.terminate(),
  };
}

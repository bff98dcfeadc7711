import { createHmac, randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { quantile, Wire } from '../http/wire.ts';

/**
 * Clients of the WebSocket API, in a process of their own. Arguments: port, clients, seconds. Each
 * trades in a virtual account of its own as those of bench/api do, every message signed. One JSON
 * line comes out.
 */
const [, , portText, clientsText, secondsText] = process.argv;
const port = Number(portText);
const clients = Number(clientsText);
const seconds = Number(secondsText);
const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];
const WARM_SHARE = 0.6;

interface Session {
  readonly socket: WebSocket;
  readonly name: string;
  readonly secret: string;
  readonly market: string;
  readonly price: string;
  answered: (text: string) => void;
}

async function call(wire: Wire, name: string, token: string, form: string) {
  const { code, message, data } = JSON.parse(await wire.post(`/web/${name}`, token, form));
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

async function open(i: number): Promise<Session> {
  const wire = await Wire.connect(port);
  const market = MARKETS[i % MARKETS.length] as string;
  const { token } = await call(wire, 'tempLogin', '', '');
  const made = await call(
    wire,
    'createApiKey',
    token,
    'label=bench&kind=hmac&permission=trade&ips=',
  );
  wire.close();
  const response = await fetch(`http://127.0.0.1:${port}/web/getDepth?market=${market}&limit=5`);
  const bids = ((await response.json()) as { data: { bids: [string, string][] } }).data.bids;
  // Deep enough to rest, near enough for the price band.
  const best = bids.at(-1)?.[0] as string;
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  const price = (Number(best) * 0.9).toFixed(decimals);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/demo/ws-api/v3?returnRateLimits=false`, {
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const { name } = made.apiKey;
  const session: Session = {
    ...{ socket, name, secret: made.secret, market, price },
    answered: () => undefined,
  };
  socket.on('message', (data) => session.answered(String(data)));
  return session;
}

const samples: number[] = [];
let orders = 0;
let refused = 0;
let measuring = false;
let running = true;

async function ask(
  session: Session,
  method: string,
  params: Record<string, string>,
): Promise<string> {
  const { socket, name, secret } = session;
  const all: Record<string, string> = { ...params, apiKey: name, timestamp: String(Date.now()) };
  const text = Object.keys(all)
    .sort()
    .map((key) => `${key}=${all[key]}`)
    .join('&');
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const message = JSON.stringify({ id: 1, method, params: { ...all, signature } });
  const started = performance.now();
  const answer = await new Promise<string>((resolve) => {
    session.answered = resolve;
    socket.send(message);
  });
  if (measuring) {
    samples.push(performance.now() - started);
    if (method === 'order.place') orders += 1;
  }
  if (!answer.startsWith('{"id":1,"status":200')) refused += 1;
  return answer;
}

async function trade(session: Session): Promise<void> {
  const { market: symbol, price } = session;
  const quantity = symbol === 'XRPUSDT' ? '20' : '0.2';
  const own = randomUUID().slice(0, 18);
  for (let round = 0; running; round += 1) {
    const named = { symbol, newClientOrderId: `${own}-${round}` };
    if (round % 10 === 9) {
      const side = round % 20 === 9 ? 'BUY' : 'SELL';
      await ask(session, 'order.place', { ...named, side, type: 'MARKET', quoteOrderQty: '20' });
      continue;
    }
    const limit = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity, price };
    const placed = await ask(session, 'order.place', { ...named, ...limit });
    const orderId = /"orderId":(\d+)/.exec(placed)?.[1];
    if (orderId !== undefined) await ask(session, 'order.cancel', { symbol, orderId });
  }
}

const sessions: Session[] = [];
for (let i = 0; i < clients; i += 1) sessions.push(await open(i));
const loops = sessions.map(trade);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * WARM_SHARE));
measuring = true;
const started = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const elapsed = (performance.now() - started) / 1_000;
running = false;
await Promise.all(loops);
for (const { socket } of sessions) socket.terminate();
const sorted = Float64Array.from(samples).sort();
console.log(
  JSON.stringify({
    perSecond: Math.round(samples.length / elapsed),
    ordersPerSecond: Math.round(orders / elapsed),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    refused,
  }),
);
process.exit(0);

import { createHmac, randomUUID } from 'node:crypto';
import { quantile, Wire } from '../http/wire.ts';

/**
 * The clients of the API bench, in a process of their own. Arguments: port, clients, seconds, and
 * `api` for signed requests or `web` for the same orders by our own calls. One JSON line comes out.
 *
 * Each client trades in a virtual account of its own: it rests a limit order, cancels it, and in
 * one of ten rounds buys or sells at market.
 */
const [, , portText, clientsText, secondsText, kind] = process.argv;
const port = Number(portText);
const clients = Number(clientsText);
const seconds = Number(secondsText);
const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'];
/** The server's compiler needs some tens of thousands of requests before it is warm. */
const WARM_SHARE = 0.6;

interface Session {
  readonly wire: Wire;
  readonly token: string;
  readonly name: string;
  readonly secret: string;
  readonly market: string;
  readonly price: string;
}

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown>;
}

async function call(wire: Wire, name: string, token: string, form: string) {
  const text = await wire.post(`/web/${name}`, token, form);
  const { code, message, data } = JSON.parse(text) as Envelope;
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

async function open(i: number): Promise<Session> {
  const wire = await Wire.connect(port);
  const market = MARKETS[i % MARKETS.length] as string;
  const token = (await call(wire, 'tempLogin', '', '')).token as string;
  const form = 'label=bench&kind=hmac&permission=trade&ips=';
  const made = await call(wire, 'createApiKey', token, form);
  const { name } = made.apiKey as { name: string };
  const response = await fetch(`http://127.0.0.1:${port}/web/getDepth?market=${market}&limit=5`);
  const depth = (await response.json()) as Envelope;
  const bids = depth.data.bids as [string, string][];
  // Deep enough to rest, near enough for the price band.
  const best = bids.at(-1)?.[0] as string;
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  const price = (Number(best) * 0.9).toFixed(decimals);
  return { wire, token, name, secret: made.secret as string, market, price };
}

const samples: number[] = [];
let orders = 0;
let refused = 0;
let measuring = false;
let running = true;

/** What was answered, unread: reading all of it would cost as much as sending it. */
async function timed(places: boolean, send: () => Promise<string>): Promise<string> {
  const started = performance.now();
  const text = await send();
  if (measuring) {
    samples.push(performance.now() - started);
    if (places) orders += 1;
  }
  if (!text.startsWith(kind === 'web' ? '{"code":0,' : '{"symbol"')) refused += 1;
  return text;
}

function signed({ wire, name, secret }: Session, method: string, form: string): Promise<string> {
  const text = `${form}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const path = '/demo/api/v3/order';
  return wire.send(method, path, `X-MBX-APIKEY: ${name}`, `${text}&signature=${signature}`);
}

async function tradeBySignature(session: Session): Promise<void> {
  const { market, price } = session;
  const quantity = market === 'XRPUSDT' ? '20' : '0.2';
  const own = randomUUID().slice(0, 18);
  for (let round = 0; running; round += 1) {
    const named = `symbol=${market}&newClientOrderId=${own}-${round}`;
    if (round % 10 === 9) {
      const side = round % 20 === 9 ? 'BUY' : 'SELL';
      const form = `${named}&side=${side}&type=MARKET&quoteOrderQty=20`;
      await timed(true, () => signed(session, 'POST', form));
      continue;
    }
    const limit = `${named}&side=BUY&type=LIMIT&timeInForce=GTC&quantity=${quantity}&price=${price}`;
    const placed = await timed(true, () => signed(session, 'POST', limit));
    const order = /"orderId":(\d+)/.exec(placed)?.[1];
    if (order === undefined) continue;
    await timed(false, () => signed(session, 'DELETE', `symbol=${market}&orderId=${order}`));
  }
}

async function tradeByCalls({ wire, token, market, price }: Session): Promise<void> {
  const quantity = market === 'XRPUSDT' ? '20' : '0.2';
  const own = randomUUID().slice(0, 18);
  for (let round = 0; running; round += 1) {
    const cid = `cid=${own}-${round}`;
    const post = (name: string, form: string) => wire.post(`/web/${name}`, token, `${form}&${cid}`);
    if (round % 10 === 9) {
      const side = round % 20 === 9 ? 'buy' : 'sell';
      const form = `market=${market}&side=${side}&type=market&quoteAmount=20`;
      await timed(true, () => post('placeOrder', form));
      continue;
    }
    const limit = `market=${market}&side=buy&type=limit&quantity=${quantity}&limitPrice=${price}`;
    const placed = await timed(true, () => post('placeOrder', limit));
    const order = /"order":\{"id":(\d+)/.exec(placed)?.[1];
    if (order === undefined) continue;
    await timed(false, () => post('cancelOrder', `orderId=${order}`));
  }
}

/** All threads of the server, without its database. */
async function serverCpuSeconds(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** What neighbours on the machine disturb least: time of a processor, not of the clock. */
function perCommand(micros: number): number {
  return Math.round((micros / samples.length) * 10) / 10;
}

const sessions: Session[] = [];
for (let i = 0; i < clients; i += 1) sessions.push(await open(i));
const loops = sessions.map(kind === 'web' ? tradeByCalls : tradeBySignature);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * WARM_SHARE));
const serverBefore = await serverCpuSeconds();
measuring = true;
const started = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const elapsed = (performance.now() - started) / 1_000;
const serverSeconds = (await serverCpuSeconds()) - serverBefore;
running = false;
await Promise.all(loops);
for (const { wire } of sessions) wire.close();
const sorted = Float64Array.from(samples).sort();
console.log(
  JSON.stringify({
    perSecond: Math.round(samples.length / elapsed),
    ordersPerSecond: Math.round(orders / elapsed),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    serverCpuMicros: perCommand(serverSeconds * 1e6),
    refused,
  }),
);

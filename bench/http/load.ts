import { quantile, Wire } from './wire.ts';

/**
 * The clients of the order bench, in a process of their own. Arguments: port, clients, seconds,
 * `orders` for the real server or `bare` for one that only answers. One JSON line comes out.
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
  readonly market: string;
  readonly price: string;
}

async function open(i: number): Promise<Session> {
  const wire = await Wire.connect(port);
  const market = MARKETS[i % MARKETS.length] as string;
  if (kind === 'bare') return { wire, token: 'x'.repeat(43), market, price: '90000' };
  const login = JSON.parse(await wire.post('/web/tempLogin', '', '')) as Envelope;
  if (login.code !== 0) throw new Error(`no virtual account: ${login.message}`);
  const response = await fetch(`http://127.0.0.1:${port}/web/getDepth?market=${market}&limit=5`);
  const depth = (await response.json()) as Envelope;
  const bids = depth.data.bids as [string, string][];
  // Deep enough to rest, near enough for the price band.
  const best = bids.at(-1)?.[0] as string;
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  return {
    wire,
    token: login.data.token as string,
    market,
    price: (Number(best) * 0.9).toFixed(decimals),
  };
}

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown>;
}

const samples: number[] = [];
let orders = 0;
let refused = 0;
let measuring = false;
let running = true;

/** What was answered, unread: reading all of it would cost as much as sending it. */
async function send(session: Session, path: string, form: string): Promise<string> {
  const started = performance.now();
  const text = await session.wire.post(path, session.token, form);
  if (measuring) {
    samples.push(performance.now() - started);
    if (path === '/web/placeOrder') orders += 1;
  }
  if (!text.startsWith('{"code":0,') && kind !== 'bare') refused += 1;
  return text;
}

async function trade(session: Session): Promise<void> {
  const { market, price } = session;
  const quantity = market === 'XRPUSDT' ? '20' : '0.2';
  const own = crypto.randomUUID();
  for (let round = 0; running; round += 1) {
    const cid = `cid=${own}-${round}`;
    if (round % 10 === 9) {
      const side = round % 20 === 9 ? 'buy' : 'sell';
      const amount = `market=${market}&side=${side}&type=market&quoteAmount=20&${cid}`;
      await send(session, '/web/placeOrder', amount);
      continue;
    }
    const limit = `market=${market}&side=buy&type=limit&quantity=${quantity}&limitPrice=${price}`;
    const placed = await send(session, '/web/placeOrder', `${limit}&${cid}`);
    const order = /"order":\{"id":(\d+)/.exec(placed)?.[1];
    if (order === undefined) continue;
    await send(session, '/web/cancelOrder', `orderId=${order}&${cid}`);
  }
}

/** All threads of the server, without its database. */
async function serverCpuSeconds(): Promise<number> {
  if (kind === 'bare') return 0;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

/** What neighbours on the machine disturb least: time of a processor, not of the clock. */
function perCommand(micros: number): number {
  return Math.round((micros / samples.length) * 10) / 10;
}

const sessions: Session[] = [];
for (let i = 0; i < clients; i += 1) sessions.push(await open(i));
const loops = sessions.map(trade);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * WARM_SHARE));
const serverBefore = await serverCpuSeconds();
const ownBefore = process.cpuUsage();
measuring = true;
const started = performance.now();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const elapsed = (performance.now() - started) / 1_000;
const own = process.cpuUsage(ownBefore);
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
    serverCpuMicros: kind === 'bare' ? null : perCommand(serverSeconds * 1e6),
    loadCpuMicros: perCommand(own.user + own.system),
    refused,
  }),
);

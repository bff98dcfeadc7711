import { randomUUID } from 'node:crypto';
import { quantile } from '../http/wire.ts';

/** The compiler needs tens of thousands of requests to warm up. */
const WARM_SHARE = 0.6;

/** The answer to an order or a cancellation, with `orderId` if the order rests. */
export interface Answer {
  readonly ok: boolean;
  readonly orderId?: string | undefined;
}

/** One client, with any way of sending orders. `name` differs in every call. */
export interface OrderClient {
  /** Places a limit order that rests far below the price. */
  rest(name: string): Promise<Answer>;
  cancel(orderId: string, name: string): Promise<Answer>;
  /** Buys or sells a little at market. */
  take(side: 'buy' | 'sell', name: string): Promise<Answer>;
  close?(): void;
}

export interface Figures {
  readonly perSecond: number;
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per command, as read by `cpuMicros`. */
  readonly cpuMicros: number;
  readonly loadCpuMicros: number;
  readonly refused: number;
}

/**
 * Each client places a resting order and cancels it, and in one of ten rounds takes at market; it
 * sends the next command when it has the answer. The first part of the time is not counted.
 * `cpuMicros` reads the processor time used by the other side, which neighbours on the machine
 * disturb less than elapsed time.
 */
export async function measure(
  clients: readonly OrderClient[],
  seconds: number,
  cpuMicros: () => number | Promise<number>,
): Promise<Figures> {
  const samples: number[] = [];
  let orders = 0;
  let refused = 0;
  let measuring = false;
  let running = true;

  async function timed(places: boolean, sent: () => Promise<Answer>): Promise<Answer> {
    const started = performance.now();
    const answer = await sent();
    if (measuring) {
      samples.push(performance.now() - started);
      if (places) orders += 1;
    }
    if (!answer.ok) refused += 1;
    return answer;
  }

  async function trade(client: OrderClient): Promise<void> {
    const own = randomUUID().slice(0, 18);
    for (let round = 0; running; round += 1) {
      const name = `${own}-${round}`;
      if (round % 10 === 9) {
        await timed(true, () => client.take(round % 20 === 9 ? 'buy' : 'sell', name));
        continue;
      }
      const { orderId } = await timed(true, () => client.rest(name));
      if (orderId !== undefined) await timed(false, () => client.cancel(orderId, name));
    }
  }

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const loops = clients.map(trade);
  await wait(seconds * 1_000 * WARM_SHARE);
  const before = await cpuMicros();
  const ownBefore = process.cpuUsage();
  measuring = true;
  const started = performance.now();
  await wait(seconds * 1_000);
  measuring = false;
  const elapsed = (performance.now() - started) / 1_000;
  const own = process.cpuUsage(ownBefore);
  const used = (await cpuMicros()) - before;
  running = false;
  await Promise.all(loops);
  for (const client of clients) client.close?.();
  const sorted = Float64Array.from(samples).sort();
  const perCommand = (micros: number) => Math.round((micros / samples.length) * 10) / 10;
  return {
    perSecond: Math.round(samples.length / elapsed),
    ordersPerSecond: Math.round(orders / elapsed),
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    cpuMicros: perCommand(used),
    loadCpuMicros: perCommand(own.user + own.system),
    refused,
  };
}

import { randomUUID } from 'node:crypto';
import { quantile } from '../http/wire.ts';

/** The compiler needs some tens of thousands of requests before it is warm. */
const WARM_SHARE = 0.6;

/** What became of an order or a cancellation; `orderId` of one that rests. */
export interface Done {
  readonly good: boolean;
  readonly orderId?: string | undefined;
}

/** One trader, by whichever way orders are handed in. `name` is another one each time. */
export interface Desk {
  /** Rests a limit order far below the price. */
  rest(name: string): Promise<Done>;
  cancel(orderId: string, name: string): Promise<Done>;
  /** Buys or sells a little at market. */
  take(side: 'buy' | 'sell', name: string): Promise<Done>;
  close?(): void;
}

export interface Figures {
  readonly perSecond: number;
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of whatever `cpuMicros` told of, a command. */
  readonly cpuMicros: number;
  readonly loadCpuMicros: number;
  readonly refused: number;
}

/**
 * Each desk rests an order and cancels it, and in one of ten rounds takes at market; it sends the
 * next when it has the answer. The first part of the time is not counted. `cpuMicros` reads what
 * the other side has used of the processor; it is disturbed less by neighbours than the clock.
 */
export async function measure(
  desks: readonly Desk[],
  seconds: number,
  cpuMicros: () => number | Promise<number>,
): Promise<Figures> {
  const samples: number[] = [];
  let orders = 0;
  let refused = 0;
  let measuring = false;
  let running = true;

  async function timed(places: boolean, sent: () => Promise<Done>): Promise<Done> {
    const started = performance.now();
    const done = await sent();
    if (measuring) {
      samples.push(performance.now() - started);
      if (places) orders += 1;
    }
    if (!done.good) refused += 1;
    return done;
  }

  async function trade(desk: Desk): Promise<void> {
    const own = randomUUID().slice(0, 18);
    for (let round = 0; running; round += 1) {
      const name = `${own}-${round}`;
      if (round % 10 === 9) {
        await timed(true, () => desk.take(round % 20 === 9 ? 'buy' : 'sell', name));
        continue;
      }
      const { orderId } = await timed(true, () => desk.rest(name));
      if (orderId !== undefined) await timed(false, () => desk.cancel(orderId, name));
    }
  }

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const loops = desks.map(trade);
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
  for (const desk of desks) desk.close?.();
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

import { parseArgs } from 'node:util';
import { quantile } from '../http/wire.ts';
import { type BenchServer, startBenchServer } from '../server.ts';
import type { Account, From } from './ask.ts';
import { openLongAccount } from './history.ts';
import { processorOf } from './processor.ts';
import { type Route, routes } from './routes.ts';
import { openTraders, trickle } from './trickle.ts';

/**
 * What reads cost others. First the processor time that each read takes of server and database, by
 * an account with a long history, and with it the time of a second at its allowed rate. Then the
 * costliest ones: from one network as often as its limits allow, beside a steady trickle of orders
 * of others from networks of their own. The peer of each is the same trickle without it, in turns.
 */
const { values } = parseArgs({
  options: {
    /** Of the history. */
    commands: { type: 'string', default: '200000' },
    costliest: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const READER = '203.0.113.5';
/** Enough for the ticks of 10 ms in which processor time is counted. */
const SAMPLES = 60;
/** Reads of one network that wait for their answers. */
const WAITING_MAX = 32;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Cost {
  readonly route: Route;
  /** Processor time of server and database. */
  readonly ms: number;
  readonly bytes: number;
  /** Milliseconds of a second at the allowed rate. */
  readonly share: number;
}

/** Bytes that a network may read in a second; a user half of it. */
const BYTES_PER_SECOND = 1024 * 1024;

async function costOf(
  route: Route,
  from: From,
  account: Account,
  used: () => number,
): Promise<Cost> {
  let bytes = 0;
  const idle = await idleRate(used);
  const [before, began] = [used(), performance.now()];
  for (let i = 0; i < SAMPLES; i += 1) {
    const { status, body } = await route.send(from, account);
    if (status !== 200) throw new Error(`${route.name}: ${status} ${body.slice(0, 200)}`);
    bytes = body.length;
  }
  const busy = used() - before - idle * (performance.now() - began);
  const ms = Math.max(0, Math.round((busy / SAMPLES) * 100) / 100);
  const counted = bytes + (route.spent ?? 0);
  const perSecond = Math.min(route.perSecond, BYTES_PER_SECOND / (route.own ? 2 : 1) / counted);
  return { route, ms, bytes, share: Math.round(ms * perSecond) };
}

/** Processor time that the server takes of each ms while nobody asks. */
async function idleRate(used: () => number): Promise<number> {
  const [before, began] = [used(), performance.now()];
  await sleep(1_000);
  return (used() - before) / (performance.now() - began);
}

/** Sends a read at its rate; while the server refuses it, waits as long as that asks for. */
function readOn({ send, perSecond }: Route, from: From, account: Account): () => Promise<number> {
  let running = true;
  let answered = 0;
  let waiting = 0;
  let pausedUntil = 0;
  const one = async () => {
    waiting += 1;
    const { status, waitMs } = await send(from, account);
    waiting -= 1;
    if (status === 200) answered += 1;
    else pausedUntil = performance.now() + Math.max(waitMs, 100);
  };
  const loop = async () => {
    for (let due = performance.now(); running; ) {
      if (performance.now() < pausedUntil) due = pausedUntil;
      if (waiting < WAITING_MAX && performance.now() >= due) {
        void one();
        due = Math.max(due + 1_000 / perSecond, performance.now() - 1_000);
      } else await sleep(Math.min(20, Math.max(1, due - performance.now())));
    }
  };
  const ended = loop();
  return async () => {
    running = false;
    await ended;
    while (waiting > 0) await sleep(10);
    return answered;
  };
}

async function beside(server: BenchServer, costs: readonly Cost[], account: Account) {
  const port = Number(new URL(server.address).port);
  const traders = await openTraders(port);
  const [seconds, turns] = [Number(values.seconds), Number(values.turns)];
  await trickle(traders, seconds);
  for (const { route, ms, bytes, share } of costs) {
    const [quiet, loaded]: [number[], number[]] = [[], []];
    let answered = 0;
    let spentMs = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(...(await trickle(traders, seconds)));
      const began = performance.now();
      const stop = readOn(route, { port, ip: READER }, account);
      loaded.push(...(await trickle(traders, seconds)));
      answered += await stop();
      spentMs += performance.now() - began;
    }
    const of = (times: number[], share: number) => quantile(Float64Array.from(times).sort(), share);
    const [p50, p99] = [of(quiet, 0.5), of(quiet, 0.99)];
    const [besideP50, besideP99] = [of(loaded, 0.5), of(loaded, 0.99)];
    console.log(
      JSON.stringify({
        bench: 'reads',
        ...{ route: route.name, ms, bytes, share },
        answeredPerSecond: Math.round((answered / spentMs) * 10_000) / 10,
        ...{ p50, besideP50, p99, besideP99, ratio: Math.round((besideP99 / p99) * 100) / 100 },
      }),
    );
  }
}

const making = await startBenchServer({ TRUST_PROXY: '127.0.0.1' });
let account: Account | undefined;
let costliest: Cost[] = [];
try {
  const from = { port: Number(new URL(making.address).port), ip: READER };
  account = await openLongAccount(from, Number(values.commands));
  await sleep(5_000);
  const used = processorOf(making);
  const costs: Cost[] = [];
  for (const route of routes(Date.now())) {
    if (!route.name.includes(values.only)) continue;
    costs.push(await costOf(route, from, account, used));
  }
  costs.sort((a, b) => b.share - a.share);
  for (const { route, ms, bytes, share } of costs) {
    console.log(JSON.stringify({ bench: 'reads-alone', route: route.name, ms, bytes, share }));
  }
  costliest = costs.slice(0, Number(values.costliest));
} finally {
  await making.stop({ keep: true });
}
const server = await startBenchServer(
  { TRUST_PROXY: '127.0.0.1', LIMITS_FACTOR: '1' },
  making.folder,
);
try {
  if (account !== undefined) await beside(server, costliest, account);
} finally {
  await server.stop();
}

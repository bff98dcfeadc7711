/**
 * Orders matched per second of processor time on two deterministic workloads. The peer is the npm
 * package nodejs-order-book on the first part of the same commands, in the same process. Book, its
 * naive book and the peer must agree on a prefix; otherwise there are no figures.
 *
 * npm run bench -- match
 *
 * The commands are cut into stretches, each of which is the same work in every run. "median" adds
 * up the medians of the stretches, "best" their fastest passes, which is what the machine does
 * undisturbed. On a shared machine the time of a whole run says more about the neighbours.
 */
import { Book, BUY, SELL } from '../../core/book/book.ts';
import { NaiveBook } from '../../core/book/naive-book.ts';
import { createFlow, type Flow, type Shape, TIGHT, WIDE } from './flow.ts';
import { Peer } from './peer.ts';
import { drive, type Outcome, Tally } from './run.ts';

const COMMANDS = 3_000_000;
const PREFIX = 10_000;
const PEER_COMMANDS = 200_000;
const STRETCH = 50_000;
const RUNS = 9;

interface Figures {
  workload: string;
  /** Million commands a second of processor time: see above. */
  median: number;
  best: number;
  peer: number;
  levels: string;
  outcome: Outcome;
}

/** Microseconds of processor time that `work` takes. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function fail(what: string, ours: unknown, theirs: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(ours)} against ${JSON.stringify(theirs)}`);
}

/** Book and NaiveBook must make the same trades in the same order from the first commands. */
function compareWithTwin(shape: Shape, flow: Flow): void {
  const to = flow.setup + PREFIX;
  const [ours, theirs] = [new Book(shape.live), new NaiveBook()].map((book) => {
    const tally = new Tally();
    drive(book, flow, 0, to, tally);
    book.validate();
    return tally.outcome(book.orderCount);
  });
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) fail('the naive book differs', ours, theirs);
}

/** Times the peer and compares its final book with ours. */
function timePeer(shape: Shape, flow: Flow): number {
  const to = flow.setup + PEER_COMMANDS;
  const peer = new Peer(flow, to);
  peer.drive(flow, 0, flow.setup);
  const figure = PEER_COMMANDS / timed(() => peer.drive(flow, flow.setup, to));
  const book = new Book(shape.live);
  drive(book, flow, 0, to, new Tally());
  let lots = 0;
  book.forEach((slot) => {
    lots += book.lots(slot);
  });
  const ours = [book.bestBid(), book.bestAsk(), lots];
  if (JSON.stringify(ours) !== JSON.stringify(peer.outcome())) {
    fail('peer differs', ours, peer.outcome());
  }
  return figure;
}

interface Pass {
  /** Microseconds of each stretch. */
  times: number[];
  outcome: Outcome;
  levels: string;
}

function pass(shape: Shape, flow: Flow): Pass {
  const book = new Book(shape.live);
  const tally = new Tally();
  drive(book, flow, 0, flow.setup, tally);
  const times: number[] = [];
  for (let at = flow.setup; at < flow.count; at += STRETCH) {
    times.push(timed(() => drive(book, flow, at, at + STRETCH, tally)));
  }
  const levels = `${book.levelCount(BUY)}/${book.levelCount(SELL)}`;
  return { times, outcome: tally.outcome(book.orderCount), levels };
}

/**
 * Times Book alone: code shared with the naive book would be compiled for both once that has run.
 */
function measure(shape: Shape, flow: Flow): Omit<Figures, 'peer'> {
  const { outcome, levels } = pass(shape, flow); // warms the compiler and is not counted
  const passes = Array.from({ length: RUNS }, () => pass(shape, flow));
  for (const { outcome: now } of passes) {
    if (now.hash !== outcome.hash) fail('run differs', now, outcome);
  }
  const stretches = passes[0]!.times.map((_, stretch) =>
    passes.map(({ times }) => times[stretch]!).sort((a, b) => a - b),
  );
  const figure = (rank: number) =>
    COMMANDS / stretches.reduce((sum, times) => sum + times[rank]!, 0);
  return { workload: shape.name, median: figure(RUNS >> 1), best: figure(0), levels, outcome };
}

const flows = [TIGHT, WIDE].map((shape) => ({ shape, flow: createFlow(shape, COMMANDS) }));
const timings = flows.map(({ shape, flow }) => measure(shape, flow));
const results = flows.map(({ shape, flow }, at): Figures => {
  compareWithTwin(shape, flow);
  return { ...timings[at]!, peer: timePeer(shape, flow) };
});
console.log('M commands/s of processor time   median    best   nodejs-order-book   levels');
for (const { workload, median, best, peer, levels } of results) {
  const columns = [median.toFixed(1).padStart(7), best.toFixed(1).padStart(7)].join(' ');
  console.log(`${workload.padEnd(31)} ${columns}   ${peer.toFixed(3).padStart(17)}   ${levels}`);
}
for (const { workload, outcome } of results) console.log(workload, JSON.stringify(outcome));
console.log(JSON.stringify({ bench: 'match', commands: COMMANDS, results }));

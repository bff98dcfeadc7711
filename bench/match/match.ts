/**
 * Orders matched a second, by processor time, on two deterministic workloads; beside it the npm
 * package nodejs-order-book on the first part of the same commands, in the same process. Before
 * anything is timed, Book, its plain twin and the peer must agree on a prefix.
 *
 *   npx tsx bench/match/match.ts
 */
import { Book, BUY, SELL } from '../../core/book/book.ts';
import { NaiveBook } from '../../core/book/naive-book.ts';
import { createFlow, type Flow, type Shape, TIGHT, WIDE } from './flow.ts';
import { Peer } from './peer.ts';
import { drive, type Outcome, Tally } from './run.ts';

const COMMANDS = 3_000_000;
const PREFIX = 10_000;
const PEER_COMMANDS = 200_000;
const RUNS = 7;

interface Figures {
  workload: string;
  /** Million commands a second of processor time: the median and the best of the runs. */
  median: number;
  best: number;
  peer: number;
  levels: string;
  outcome: Outcome;
}

/** Runs `work` and answers million commands a second of processor time. */
function timed(commands: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return commands / (user + system);
}

function fail(what: string, ours: unknown, theirs: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(ours)} against ${JSON.stringify(theirs)}`);
}

/** Book and NaiveBook must make the same trades, in the same order, of the first commands. */
function compareWithTwin(shape: Shape, flow: Flow): void {
  const to = flow.setup + PREFIX;
  const [ours, theirs] = [new Book(shape.live), new NaiveBook()].map((book) => {
    const tally = new Tally();
    drive(book, flow, 0, to, tally);
    book.validate();
    return tally.outcome(book.orderCount);
  });
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) fail('twin differs', ours, theirs);
}

/** Times the peer, and compares what it left in its book with what ours has then. */
function timePeer(shape: Shape, flow: Flow): number {
  const to = flow.setup + PEER_COMMANDS;
  const peer = new Peer(flow, to);
  peer.drive(flow, 0, flow.setup);
  const figure = timed(PEER_COMMANDS, () => peer.drive(flow, flow.setup, to));
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

function measure(shape: Shape): Figures {
  const flow = createFlow(shape, COMMANDS);
  compareWithTwin(shape, flow);
  const figures: number[] = [];
  let outcome: Outcome | undefined;
  let levels = '';
  // The first run warms the compiler and is not counted.
  for (let run = 0; run <= RUNS; run += 1) {
    const book = new Book(shape.live);
    const tally = new Tally();
    drive(book, flow, 0, flow.setup, tally);
    const figure = timed(COMMANDS, () => drive(book, flow, flow.setup, flow.count, tally));
    if (run > 0) figures.push(figure);
    const now = tally.outcome(book.orderCount);
    if (outcome !== undefined && now.hash !== outcome.hash) fail('run differs', now, outcome);
    outcome = now;
    levels = `${book.levelCount(BUY)}/${book.levelCount(SELL)}`;
  }
  figures.sort((a, b) => a - b);
  return {
    workload: shape.name,
    median: figures[RUNS >> 1]!,
    best: figures[RUNS - 1]!,
    peer: timePeer(shape, flow),
    levels,
    outcome: outcome!,
  };
}

const results = [TIGHT, WIDE].map(measure);
console.log('M commands/s of processor time   median    best   nodejs-order-book   levels');
for (const { workload, median, best, peer, levels } of results) {
  const columns = [median.toFixed(1).padStart(7), best.toFixed(1).padStart(7)].join(' ');
  console.log(`${workload.padEnd(31)} ${columns}   ${peer.toFixed(3).padStart(17)}   ${levels}`);
}
for (const { workload, outcome } of results) console.log(workload, JSON.stringify(outcome));
console.log(JSON.stringify({ bench: 'match', commands: COMMANDS, results }));

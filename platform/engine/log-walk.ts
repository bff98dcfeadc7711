import { type NamedCommand, packIds } from './batch.ts';
import { chainHash, type LogEntry, readLogLine } from './chain.ts';
import { commandKey } from './command-index.ts';
import type { EngineRow, StoredBatch } from './store.ts';
import type { Upgrade } from './upgrade.ts';

/**
 * Something in the log that is not as the engine wrote it; `seq` is the command at which it was
 * found.
 */
export interface LogFinding {
  readonly seq: number;
  readonly what: string;
}

/** Receipts that clients have kept: the hash of a command by its sequence number. */
export type Receipts = ReadonlyMap<number, string>;

/** Called with each command, its hash in the chain and its line; null for a line that is none. */
export type CommandVisitor = (entry: LogEntry | null, hash: string) => void;

/** Where a walk over the log stands. */
export interface WalkPosition {
  readonly lastSeq: number;
  readonly lastAt: number;
  readonly head: string;
  readonly epoch: number;
  readonly upgradeSeq: number;
  readonly build: string;
}

/**
 * Recomputes a log batch by batch: numbers, times, hashes, ids, epochs. What it says of a batch
 * depends on the batches before it, so that it can be continued from any position.
 */
export class LogWalk {
  readonly findings: LogFinding[] = [];
  batches = 0;
  commands = 0;
  lastSeq = 0;
  lastAt = 0;
  head = '';
  epoch = 0;
  upgradeSeq = 0;
  build = '';
  readonly #receipts: Receipts;
  readonly #visit: CommandVisitor;

  constructor(receipts: Receipts = new Map(), visit: CommandVisitor = () => undefined) {
    this.#receipts = receipts;
    this.#visit = visit;
  }

  get position(): WalkPosition {
    const { lastSeq, lastAt, head, epoch, upgradeSeq, build } = this;
    return { lastSeq, lastAt, head, epoch, upgradeSeq, build };
  }

  /** Goes on from a position that is known to be right. */
  continueFrom(position: WalkPosition): void {
    Object.assign(this, position);
  }

  /** Compares the position with the engine's row of the same moment. */
  compare(engine: EngineRow): void {
    const { lastSeq, lastAt, head, epoch } = this;
    if (lastSeq !== engine.lastSeq) this.find(engine.lastSeq, `the log ends at ${lastSeq}`);
    if (head !== engine.head) this.find(engine.lastSeq, 'the head is not that of the engine');
    if (lastAt !== engine.lastAt) this.find(engine.lastSeq, 'the time is not that of the engine');
    if (epoch > engine.epoch) this.find(engine.lastSeq, 'the epoch is above that of the engine');
    if (this.upgradeSeq !== engine.upgradeSeq || this.build !== engine.build) {
      this.find(this.upgradeSeq, 'the last upgrade is not that of the engine');
    }
  }

  find(seq: number, what: string): void {
    this.findings.push({ seq, what });
  }

  take(batch: StoredBatch): void {
    const { firstSeq } = batch;
    if (firstSeq !== this.lastSeq + 1) this.find(firstSeq, `follows ${this.lastSeq}`);
    if (batch.epoch < this.epoch || batch.epoch < 1) this.find(firstSeq, 'the epoch went back');
    const lines = batch.log.split('\n');
    if (lines.length !== batch.lastSeq - firstSeq + 1) {
      this.find(firstSeq, `has ${lines.length} lines up to ${batch.lastSeq}`);
    }
    const named: NamedCommand[] = [];
    for (const [i, line] of lines.entries()) {
      const seq = firstSeq + i;
      this.head = chainHash(this.head, line);
      const entry = this.#read(seq, line);
      this.#visit(entry, this.head);
      if (entry === null) continue;
      const [, , , actor, id] = entry;
      if (id !== null) named.push({ seq, key: commandKey(actor, id), command: { id } });
    }
    if (this.head !== batch.head) this.find(batch.lastSeq, 'the hash is another');
    if (this.lastAt !== batch.at) this.find(batch.lastSeq, 'the time of the batch is another');
    if (!packIds(named, firstSeq).equals(batch.ids)) this.find(firstSeq, 'the ids are others');
    // Continue from the stored values, so that one finding does not make every later batch a
    // finding.
    this.head = batch.head;
    this.epoch = batch.epoch;
    this.lastAt = batch.at;
    this.lastSeq = batch.lastSeq;
    this.batches += 1;
  }

  /** The entry of a line, or null if it is not valid. Checks its receipt and its order. */
  #read(seq: number, line: string): LogEntry | null {
    this.commands += 1;
    const receipt = this.#receipts.get(seq);
    if (receipt !== undefined && receipt !== this.head)
      this.find(seq, 'a receipt has another hash');
    let entry: LogEntry;
    try {
      entry = readLogLine(line);
    } catch {
      this.find(seq, 'is no line of a log');
      return null;
    }
    const [number, at, type, , , body, outcome] = entry;
    if (number !== seq) this.find(seq, `is numbered ${number}`);
    if (at < this.lastAt) this.find(seq, 'the time went back');
    this.lastAt = at;
    if (type === 'upgrade' && outcome.refusal === undefined) {
      this.upgradeSeq = seq;
      this.build = (body as Upgrade).build;
    }
    return entry;
  }
}

import type { Client } from 'pg';
import { type NamedCommand, packIds } from './batch.ts';
import { chainHash, type LogEntry, readLogLine } from './chain.ts';
import { commandKey } from './command-index.ts';
import { keptStateReader } from './kept-state.ts';
import type { Machines, Outcome } from './machine.ts';
import { Sequencer } from './sequencer.ts';
import { EngineStore, type StoredBatch } from './store.ts';
import type { Upgrade } from './upgrade.ts';

/**
 * Something in the log that is not as the engine wrote it; `seq` is the command at which it was
 * found.
 */
export interface LogFinding {
  readonly seq: number;
  readonly what: string;
}

export interface LogReport {
  readonly findings: readonly LogFinding[];
  readonly batches: number;
  readonly commands: number;
  /** Head of the chain as recomputed. */
  readonly head: string;
}

/** Receipts that clients have kept: the hash of a command by its sequence number. */
export type Receipts = ReadonlyMap<number, string>;

/**
 * Goes over the whole log of a realm and recomputes it: numbers without a gap, time that does not
 * go back, every hash, every list of ids, epochs that only rise, and the head that the engine's own
 * row has. A row that was changed, removed or inserted is found. An end that was cut off or
 * rewritten is found if it contradicts the engine's row or a receipt.
 *
 * The connection's search_path is the realm's schema. It may run beside a working engine: it reads
 * what was durable when it began.
 */
export async function verifyLog(
  client: Client,
  receipts: Receipts = new Map(),
): Promise<LogReport> {
  const store = new EngineStore(client, []);
  const walk = new LogWalk(receipts);
  const engine = await store.eachBatch((batch) => walk.take(batch));
  const { lastSeq, lastAt, head, epoch } = walk;
  if (lastSeq !== engine.lastSeq) walk.find(engine.lastSeq, `the log ends at ${lastSeq}`);
  if (head !== engine.head) walk.find(engine.lastSeq, 'the head is not that of the engine');
  if (lastAt !== engine.lastAt) walk.find(engine.lastSeq, 'the time is not that of the engine');
  if (epoch > engine.epoch) walk.find(engine.lastSeq, 'the epoch is above that of the engine');
  if (walk.upgradeSeq !== engine.upgradeSeq || walk.build !== engine.build) {
    walk.find(walk.upgradeSeq, 'the last upgrade is not that of the engine');
  }
  for (const seq of receipts.keys()) {
    if (seq > lastSeq) walk.find(seq, 'a command that has a receipt is not there');
  }
  return { findings: walk.findings, batches: walk.batches, commands: walk.commands, head };
}

/** The state of the check after the batches so far. */
class LogWalk {
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

  constructor(receipts: Receipts) {
    this.#receipts = receipts;
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

export interface ReplayFinding extends LogFinding {
  /** Both outcomes of a command that is now decided differently. */
  readonly logged?: Outcome;
  readonly decided?: Outcome;
}

export interface ReplayReport<M extends Machines> {
  /** The machines after the last command: its state hash is that of every engine at this point. */
  readonly sequencer: Sequencer<M>;
  /** The first command that was decided again: the last upgrade, or 1 before the first upgrade. */
  readonly from: number;
  readonly findings: readonly ReplayFinding[];
}

/**
 * Decides commands of the log again. The given machines are empty: they load the state that was
 * kept at the last upgrade, which must have the hash that the upgrade names, and decide from there
 * on. The effects of what earlier builds decided are part of that state; their rules are not
 * available.
 *
 * `visit` is called after each command, before its batch's rows and facts are forgotten.
 */
export async function replayLog<M extends Machines>(
  client: Client,
  machines: M,
  visit: (sequencer: Sequencer<M>, entry: LogEntry) => void = () => undefined,
): Promise<ReplayReport<M>> {
  const store = new EngineStore(client, []);
  const sequencer = new Sequencer(machines);
  const { upgradeSeq } = await store.readEngine();
  const from = Math.max(upgradeSeq, 1);
  const findings: ReplayFinding[] =
    upgradeSeq === 0 ? [] : await loadUpgrade(store, sequencer, upgradeSeq);
  if (findings.length > 0) return { sequencer, from, findings };
  const decideAll = ({ log }: StoredBatch): void => {
    for (const line of log.split('\n')) {
      const entry = readLogLine(line);
      const [seq, at, type, actor, id, body, logged] = entry;
      const decided = sequencer.decide(type, actor, body, at);
      sequencer.chain(seq, sequencer.at, type, actor, id, body, decided);
      if (JSON.stringify(decided) !== JSON.stringify(logged) || sequencer.seq !== seq) {
        findings.push({ seq, what: 'the outcome is another', logged, decided });
      }
      visit(sequencer, entry);
    }
    sequencer.forget();
  };
  await store.eachBatch(decideAll, from);
  return { sequencer, from, findings };
}

/**
 * Loads the state before the command `upgradeSeq` into the sequencer. Returns why that state cannot
 * be trusted.
 */
async function loadUpgrade(
  store: EngineStore,
  sequencer: Sequencer,
  upgradeSeq: number,
): Promise<LogFinding[]> {
  const found = (what: string) => [{ seq: upgradeSeq, what }];
  const logged = await store.readLine(upgradeSeq);
  if (logged === null) return found('the upgrade is not in the log');
  const [, , type, , , body] = readLogLine(logged.line);
  if (type !== 'upgrade') return found('is no upgrade');
  try {
    await sequencer.load(await keptStateReader(store.client));
  } catch (error) {
    return found(`the kept state cannot be loaded: ${error}`);
  }
  const { stateHash } = body as Upgrade;
  if (sequencer.stateHash() !== stateHash) return found('the kept state is another');
  sequencer.seq = upgradeSeq - 1;
  sequencer.head = logged.headBefore;
  return [];
}

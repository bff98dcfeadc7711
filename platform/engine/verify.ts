import type { Client } from 'pg';
import { type LogEntry, readLogLine } from './chain.ts';
import { keptStateReader } from './kept-state.ts';
import { type LogFinding, LogWalk, type Receipts } from './log-walk.ts';
import type { Machines, Outcome } from './machine.ts';
import { Sequencer } from './sequencer.ts';
import { EngineStore, type StoredBatch } from './store.ts';
import type { Upgrade } from './upgrade.ts';

export interface LogReport {
  readonly findings: readonly LogFinding[];
  readonly batches: number;
  readonly commands: number;
  /** Head of the chain as recomputed. */
  readonly head: string;
}

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
  const { lastSeq, head } = walk;
  walk.compare(engine);
  for (const seq of receipts.keys()) {
    if (seq > lastSeq) walk.find(seq, 'a command that has a receipt is not there');
  }
  return { findings: walk.findings, batches: walk.batches, commands: walk.commands, head };
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

import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { Client } from 'pg';
import { disconnect } from '../db/database.ts';
import { prepareBatch } from './batch.ts';
import { Pending } from './command.ts';
import { NO_KEY } from './command-index.ts';
import { CommandMemory } from './command-memory.ts';
import type { Loaded } from './commits.ts';
import { dropOlder, keepState, LoadReader, roleOf } from './kept-state.ts';
import { keepLease, takeLease } from './lease.ts';
import type { Machines } from './machine.ts';
import type { Admit } from './precedence.ts';
import { Sequencer } from './sequencer.ts';
import { Deposed, EngineStore, LOAD_DEADLINE_MS, rowReader } from './store.ts';
import type { NamedQuery } from './tables/statement.ts';
import type { Upgrade } from './upgrade.ts';

export interface EngineOptions<M extends Machines> {
  readonly realm: Realm;
  /** Makes empty machines, for each load: after a failed commit the old ones are dropped. */
  readonly machines: () => M;
  /** A dedicated connection whose search_path is the realm's schema. */
  readonly connect: () => Promise<Client>;
  /** The same as the role that owns the tables, and the kept state; by default `connect`. */
  readonly connectOwner?: () => Promise<Client>;
  /** Throws while there is no time by which anything may be decided. */
  readonly now: () => number;
  /** Why there is none; '' while there is. */
  readonly trouble?: (() => string) | undefined;
  readonly holder: string;
  readonly log: { info(data: object, text: string): void; error(data: object, text: string): void };
  /**
   * Identifies the code that decides. When another build wrote last, the load writes an `upgrade`.
   * Without it none is ever written.
   */
  readonly build?: string | undefined;
  /**
   * Checks what was loaded before anything is decided on it. An engine with a finding is halted.
   */
  readonly check?: ((loaded: LoadedState) => Promise<LoadVerdict>) | undefined;
  /** How commands come in when the engine shares its process; by default each at once. */
  readonly admission?: Admit | undefined;
  /** Which commands are refused unless they come approved (core/approval). */
  readonly needsApproval?: ((type: string, body: object) => boolean) | undefined;
  /** How long a statement may take while the engine works; tests shorten it. */
  readonly deadlineMs?: number;
}

export interface LoadVerdict {
  /** Why nothing may be decided on what was loaded. */
  readonly findings: readonly string[];
  /** What was loaded is to be a new beginning, although the build is the same. */
  readonly isNewBase: boolean;
}

const UNCHECKED: LoadVerdict = { findings: [], isNewBase: false };

/** What an engine has loaded, before it decides a command. */
export interface LoadedState {
  readonly seq: number;
  readonly head: string;
  stateHash(): string;
}

/**
 * Takes the realm and loads it. Waits while another writer has it, until the signal is aborted, and
 * begins again when another one has taken it meanwhile: what was read would be of two times.
 * @param waiting called once with the name of that writer
 */
export async function loadRealm<M extends Machines>(
  options: EngineOptions<M>,
  waiting: (other: string) => void,
  signal: AbortSignal,
): Promise<Loaded<M>> {
  for (;;) {
    const client = await options.connect();
    try {
      return await loadFrom(client, options, waiting, signal);
    } catch (error) {
      // Left open it would keep the lock, and the next try would wait for the lease to run out.
      await disconnect(client);
      if (!(error instanceof Deposed)) throw error;
      options.log.error({ error, realm: options.realm }, 'the realm was lost while it was loaded');
    }
  }
}

async function loadFrom<M extends Machines>(
  client: Client,
  options: EngineOptions<M>,
  waiting: (other: string) => void,
  signal: AbortSignal,
): Promise<Loaded<M>> {
  const { realm, holder, log } = options;
  const started = performance.now();
  const epoch = await takeLease(client, holder, waiting, signal);
  const release = await keepLease(options.connect, epoch);
  try {
    const loaded = await readRealm(client, options, epoch);
    const tookMs = Math.round(performance.now() - started);
    log.info({ realm, epoch, seq: loaded.sequencer.seq, tookMs }, 'the engine has its state');
    return loaded;
  } finally {
    await release();
  }
}

async function readRealm<M extends Machines>(
  client: Client,
  options: EngineOptions<M>,
  epoch: number,
): Promise<Loaded<M>> {
  const { realm, build, log } = options;
  const sequencer = new Sequencer(options.machines());
  const store = new EngineStore(client, sequencer.list, options.deadlineMs);
  const row = await store.readEngine();
  const reader = new LoadReader(rowReader(client));
  await sequencer.load(reader);
  sequencer.seq = row.lastSeq;
  sequencer.at = row.lastAt;
  sequencer.head = row.head;
  const memory = await CommandMemory.load(store);
  // Tables are read one after another: if somebody else has written, they are of several times.
  const after = await store.readEngine();
  if (after.epoch !== epoch) throw new Deposed('the realm has another writer');
  const { seq, head } = sequencer;
  const stateHash = () => sequencer.stateHash();
  const { findings, isNewBase } = (await options.check?.({ seq, head, stateHash })) ?? UNCHECKED;
  const loaded = { epoch, sequencer, store, memory, findings };
  const isUpgrade = build !== row.build || isNewBase;
  if (findings.length === 0 && build !== undefined && isUpgrade) {
    await upgrade(options, loaded, build, reader.queries);
    log.info({ realm, build, before: row.build, seq: sequencer.seq }, 'the realm was upgraded');
  }
  return loaded;
}

/** The owner of the tables keeps the state, which the application then only reads. */
async function upgrade<M extends Machines>(
  { connect, connectOwner = connect, now }: EngineOptions<M>,
  loaded: Pick<Loaded<M>, 'epoch' | 'sequencer' | 'store'>,
  build: string,
  queries: readonly NamedQuery[],
): Promise<void> {
  const reader = await roleOf(loaded.store.client);
  const owner = await connectOwner();
  try {
    await writeUpgrade(loaded, build, now(), (seq) => keepState(owner, { seq, reader, queries }));
    await dropOlder(owner);
  } finally {
    await disconnect(owner);
  }
}

/**
 * Writes the command `upgrade`, in a batch of its own, and keeps the state from which checks decide
 * the later commands again. The owner of the tables keeps it, under the build's own name, before
 * the batch is committed: a server that is killed has written all or nothing that counts.
 */
async function writeUpgrade(
  { epoch, sequencer, store }: Pick<Loaded, 'epoch' | 'sequencer' | 'store'>,
  build: string,
  now: number,
  keep: (seq: number) => Promise<void>,
): Promise<void> {
  const type = 'upgrade';
  const actor = OWNER.setup;
  const body: Upgrade = { build, stateHash: sequencer.stateHash() };
  const outcome = sequencer.decide(type, actor, body, now);
  const { seq, at } = sequencer;
  const pending = new Pending(
    { type, actor, body },
    NO_KEY,
    JSON.stringify(body),
    seq,
    at,
    outcome,
  );
  const batch = prepareBatch(sequencer, [pending]);
  await store.query({ text: 'BEGIN' });
  // First, because its fence locks the engine's row: from here on nobody else changes the realm.
  await store.write(epoch, batch);
  await keep(seq);
  await store.setBuild(build, seq);
  await store.query({ text: 'COMMIT' }, LOAD_DEADLINE_MS);
}

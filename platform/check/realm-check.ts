import { hash } from 'node:crypto';
import type { Realm } from '@assay/core/ledger/realm';
import type { Receipt } from '@assay/core/receipt/head';
import type { Client } from 'pg';
import type { LogEntry } from '../engine/chain.ts';
import { keptSchema, keptStateReader, LoadReader } from '../engine/kept-state.ts';
import { LogWalk, type WalkPosition } from '../engine/log-walk.ts';
import type { Machine, Machines, RowReader } from '../engine/machine.ts';
import { Sequencer } from '../engine/sequencer.ts';
import { type EngineRow, EngineStore, type StoredBatch, snapshotReader } from '../engine/store.ts';
import type { NamedQuery } from '../engine/tables/statement.ts';
import type { Upgrade } from '../engine/upgrade.ts';
import type { Appended } from './appended.ts';
import { MerkleLog } from './merkle.ts';
import { RealmTables, type SavedTables } from './realm-tables.ts';

/** Compares one piece of the tables in a snapshot; returns what is not right. */
export type Step = (client: Client) => Promise<string[]>;

/** A part of the database that is checked: a realm, or what the realms share. */
export interface Checked {
  /** Takes what is new up to the client's snapshot. Returns what is not right in it. */
  follow(client: Client): Promise<string[]>;
  /** Compares what rows are now, in pieces, each for a snapshot up to which was followed. */
  state(): Generator<Step>;
  /** As state(), for rows that are only added: they become ever more. */
  history(): Generator<Step>;
}

/** Compares everything, in pieces. */
export function* allSteps(checked: Checked): Generator<Step> {
  yield* checked.state();
  yield* checked.history();
}

export interface RealmCheckOptions<M extends Machines> {
  readonly realm: Realm;
  /** Makes empty machines. */
  readonly machines: () => M;
  /**
   * The build whose rules these machines are. Without one the log before the first look is not
   * decided again: nobody knows by which rules it was.
   */
  readonly build: string | undefined;
}

/** What is kept between two starts; the rows of the mirrors are kept beside it. */
export interface SavedRealm {
  readonly build: string;
  readonly position: WalkPosition;
  readonly stateHash: string;
  readonly merkle: ReturnType<MerkleLog['save']>;
  readonly tables: SavedTables;
  /** Where the state of the last upgrade is kept; '' before the first. */
  readonly keptSchema: string;
}

const BATCHES_AT_ONCE = 50;
const MOST_FINDINGS = 100;

/**
 * A realm decided a second time: reads the log as it grows, recomputes the chain, lets machines of
 * its own decide each command, and knows from them what every table of the realm must hold. It
 * never writes, and shares nothing with the engine but the code of the rules.
 *
 * Every method is called inside a snapshot of the database.
 */
export class RealmCheck<M extends Machines = Machines> implements Checked {
  readonly realm: Realm;
  readonly merkle = new MerkleLog();
  readonly tables: RealmTables;
  /** The queries by which the machines load; known once they have loaded. */
  queries: readonly NamedQuery[] = [];
  readonly #options: RealmCheckOptions<M>;
  readonly #walk: LogWalk;
  /** Null until a state is known from which commands can be decided. */
  #twin: Sequencer<M> | null = null;
  #entries: LogEntry[] = [];
  readonly #receipts = new Map<number, string>();
  #findings: string[] = [];
  #keptSchema = '';
  #isAccepted = false;
  #former: { readonly seq: number; readonly stateHash: string } | null = null;

  constructor(options: RealmCheckOptions<M>) {
    this.realm = options.realm;
    this.#options = options;
    this.tables = new RealmTables(Object.values(options.machines()));
    this.#walk = new LogWalk(this.#receipts, (entry, head) => {
      this.merkle.append(head);
      if (entry !== null) this.#entries.push(entry);
    });
  }

  get position(): WalkPosition {
    return this.#walk.position;
  }

  /** The command must have this hash, once the log is followed up to it. */
  expect({ seq, hash }: Receipt): void {
    this.#receipts.set(seq, hash);
  }

  /** Whether commands are decided again, and rows compared. */
  get isDeciding(): boolean {
    return this.#twin !== null;
  }

  /** Whether somebody accepted what is there: the next upgrade is where deciding begins. */
  get awaitsBase(): boolean {
    return this.#isAccepted && this.#twin === null;
  }

  /** The hash of the state that the log makes; null until commands are decided. */
  stateHash(): string | null {
    return this.#twin?.stateHash() ?? null;
  }

  save(stateless = false): SavedRealm | null {
    const stateHash = this.stateHash() ?? (stateless ? '' : null);
    const { build } = this.#options;
    if (stateHash === null || build === undefined) return null;
    return {
      build,
      position: this.position,
      stateHash,
      merkle: this.merkle.save(),
      tables: this.tables.save(),
      keptSchema: this.#keptSchema,
    };
  }

  /**
   * Goes on from what was saved. The state is taken if this build saved it; `reader` has its rows.
   * @throws Error when the rows are not the state that was saved
   */
  async restore(saved: SavedRealm, reader: RowReader): Promise<void> {
    this.#walk.continueFrom(saved.position);
    this.merkle.restore(saved.merkle);
    this.tables.restore(saved.tables, saved.keptSchema);
    this.#keptSchema = saved.keptSchema;
    this.#isAccepted = saved.stateHash === '';
    if (saved.build !== this.#options.build) {
      // What comes next is taken as this build finds it; what was known until here stays known.
      if (this.#isAccepted) return;
      this.tables.seal(saved.position.lastSeq, 0);
      await this.#restoreFormer(saved, reader);
      return;
    }
    const twin = await this.#load(reader);
    if (twin.stateHash() !== saved.stateHash) throw new Error('its rows are not of its state');
    for (const mirror of this.tables.mirrors) await mirror.load(reader);
    this.#begin(twin);
  }

  /**
   * Whether the loaded state contradicts the one that another build left when it stopped: known if
   * this build reads its rows as that one did, and no command came since.
   */
  contradictsFormer(loaded: { readonly seq: number; readonly stateHash: string }): boolean {
    return this.#former?.seq === loaded.seq && this.#former.stateHash !== loaded.stateHash;
  }

  async #restoreFormer({ position, stateHash }: SavedRealm, reader: RowReader): Promise<void> {
    // Rows of another form cannot be loaded, which says nothing about them.
    const former = await this.#load(reader).catch(() => null);
    if (former?.stateHash() === stateHash) this.#former = { seq: position.lastSeq, stateHash };
  }

  /** Follows the log up to the snapshot's last command. Returns what is not right in it. */
  async follow(client: Client): Promise<string[]> {
    const store = new EngineStore(client, []);
    const engine = await store.readEngine();
    for (;;) {
      const batches = await store.nextBatches(this.#walk.lastSeq, BATCHES_AT_ONCE);
      for (const batch of batches) await this.#take(client, batch, engine);
      if (batches.length < BATCHES_AT_ONCE) break;
    }
    this.#walk.compare(engine);
    if (this.#twin === null && this.#options.build === undefined) await this.#takeAsFound(client);
    const findings = [
      ...this.#walk.findings.map(({ seq, what }) => `log at command ${seq}: ${what}`),
      ...this.#findings,
    ];
    this.#walk.findings.length = 0;
    this.#findings = [];
    // One edit of the log makes every later command another: the first ones say where it began.
    return findings.slice(0, MOST_FINDINGS);
  }

  /** What was expected of commands that the log does not have. */
  unmet(): string[] {
    const beyond = [...this.#receipts.keys()].filter((seq) => seq > this.#walk.lastSeq);
    return beyond.map((seq) => `the log ends at ${this.#walk.lastSeq}, ${seq} was signed`);
  }

  /** The comparisons of the newest rows only. */
  *newest(): Generator<Step> {
    for (const table of this.tables.appended) {
      if (table === this.tables.log || this.#twin !== null) yield newestStep(table);
    }
  }

  *history(): Generator<Step> {
    for (const table of this.tables.appended) {
      if (table !== this.tables.log && this.#twin === null) continue;
      yield* appendedSteps(table);
    }
  }

  *state(): Generator<Step> {
    if (this.#twin === null) return;
    for (const mirror of this.tables.mirrors) {
      let after: Awaited<ReturnType<typeof mirror.compare>>['next'] = null;
      do {
        yield async (client) => {
          const { findings, next } = await mirror.compare(client, after);
          after = next;
          return findings;
        };
      } while (after !== null);
    }
  }

  async #take(client: Client, batch: StoredBatch, engine: EngineRow): Promise<void> {
    this.#entries = [];
    this.#walk.take(batch);
    const ids = hash('sha256', batch.ids, 'hex');
    this.tables.addBatch(batch, { ids, log: hash('sha256', batch.log, 'hex') });
    if (this.#twin !== null) this.#decide(this.#twin);
    const upgrade = this.#entries.find(([seq, , type]) => {
      return type === 'upgrade' && seq === engine.upgradeSeq;
    });
    if (upgrade !== undefined) await this.#takeKept(client, upgrade);
    if (this.#twin === null) this.tables.sealLog(this.#walk.lastSeq);
    else this.tables.seal(this.#walk.lastSeq);
  }

  #decide(twin: Sequencer<M>): void {
    for (const [seq, at, type, actor, , body, logged] of this.#entries) {
      let decided: unknown;
      try {
        decided = twin.decide(type, actor, body, at);
      } catch (error) {
        this.#findings.push(`log at command ${seq}: cannot be decided: ${error}`);
        continue;
      }
      if (twin.seq !== seq || JSON.stringify(decided) !== JSON.stringify(logged)) {
        this.#findings.push(`log at command ${seq}: the outcome of ${type} is another`);
        twin.seq = seq;
      }
    }
    this.tables.drain(twin.list);
    twin.takeFacts();
  }

  /** Begins with the state that was kept at this upgrade, if the upgrade was to this build. */
  async #takeKept(client: Client, [seq, at, , , , body]: LogEntry): Promise<void> {
    const { build, stateHash } = body as Upgrade;
    this.#keptSchema = await keptSchema(client);
    await this.tables.keepKept(client, this.#keptSchema);
    this.#twin = null;
    if (build !== this.#options.build) return;
    const reader = await keptStateReader(client, snapshotReader(client));
    const twin = await this.#load(reader);
    if (twin.stateHash() !== stateHash) {
      this.#findings.push(`${this.#keptSchema}: is not the state that command ${seq} names`);
      return;
    }
    await this.tables.takeAsFound(client, reader, seq);
    this.#begin(twin, seq, at);
  }

  async #takeAsFound(client: Client): Promise<void> {
    const reader = snapshotReader(client);
    const twin = await this.#load(reader);
    await this.tables.takeAsFound(client, reader, this.#walk.lastSeq);
    this.#begin(twin);
  }

  async #load(reader: RowReader): Promise<Sequencer<M>> {
    const twin = new Sequencer(this.#options.machines());
    const noting = new LoadReader(reader);
    await twin.load(noting);
    this.queries = noting.queries;
    return twin;
  }

  #begin(twin: Sequencer<M>, seq = this.#walk.lastSeq, at = this.#walk.lastAt): void {
    twin.seq = seq;
    twin.at = at;
    this.#twin = twin;
  }

  /** The machines that decide here, for tests. */
  get machines(): readonly Machine[] {
    return this.#twin?.list ?? [];
  }
}

export function* appendedSteps(table: Appended): Generator<Step> {
  yield newestStep(table);
  for (const chunk of [...table.chunks]) {
    yield async (client) => listOf(await table.compareChunk(client, chunk));
  }
}

function newestStep(table: Appended): Step {
  return async (client) => listOf(await table.compareNewest(client));
}

function listOf(finding: string | null): string[] {
  return finding === null ? [] : [finding];
}

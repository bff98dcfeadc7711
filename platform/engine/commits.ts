import type { Realm } from '@assay/core/ledger/realm';
import { prepareBatch } from './batch.ts';
import { type Pending, replyOf } from './command.ts';
import type { CommandMemory } from './command-memory.ts';
import type { Fact, Machines } from './machine.ts';
import type { Sequencer } from './sequencer.ts';
import type { EngineStore, PreparedBatch } from './store.ts';

/** A batch that is durable, with what happened in it, in order. */
export interface Committed {
  readonly realm: Realm;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly at: number;
  /** Hash of its last command. */
  readonly head: string;
  readonly facts: readonly Fact[];
}

/** What one load makes. After a failed commit all of it is dropped and made again. */
export interface Loaded<M extends Machines = Machines> {
  readonly epoch: number;
  readonly sequencer: Sequencer<M>;
  readonly store: EngineStore;
  readonly memory: CommandMemory;
  /** Why nothing may be decided on what was loaded; empty when nothing is wrong. */
  readonly findings: readonly string[];
}

export interface Batch extends PreparedBatch {
  readonly commands: readonly Pending[];
  readonly facts: readonly Fact[];
}

interface CommitListener {
  /** The batch is on its way to the database. */
  sent(batch: Batch): void;
  /** The batch is durable and its replies are out. */
  committed(batch: Batch): void;
  /** A batch could not be made or written; `loaded` is what it was made from. */
  failed(error: unknown, loaded: Loaded | null): void;
}

/** Commands of one batch, and commands that may wait before new ones are turned away. */
const BATCH_LIMIT = 1_000;
const WAITING_LIMIT = 20_000;

/**
 * Takes decided commands and makes them durable: in batches, in order, each in one transaction.
 * While a batch commits, the next is prepared.
 */
export class CommitPipeline {
  durableSeq = 0;
  batches = 0;
  lastCommitMs = 0;
  #writingSince = 0;
  readonly #listener: CommitListener;
  #loaded: Loaded | null = null;
  #open: Pending[] = [];
  #prepared: Batch[] = [];
  #committing: Batch | null = null;
  #running: Promise<void> | null = null;
  /** Who waits until so many batches are durable. */
  #waits: { readonly until: number; readonly resolve: () => void }[] = [];

  constructor(listener: CommitListener) {
    this.#listener = listener;
  }

  /** From now on commands are decided by these machines and written by this store. */
  begin(loaded: Loaded): void {
    this.#loaded = loaded;
    this.durableSeq = loaded.sequencer.seq;
  }

  /** Number of commands that are decided and not durable yet. */
  get waiting(): number {
    let waiting = this.#open.length + (this.#committing?.commands.length ?? 0);
    for (const batch of this.#prepared) waiting += batch.commands.length;
    return waiting;
  }

  /** Those of them that are not in a batch yet. */
  get open(): number {
    return this.#open.length;
  }

  /** How long the batch on its way has waited; 0 without one. */
  get commitWaitsMs(): number {
    return this.#writingSince === 0 ? 0 : performance.now() - this.#writingSince;
  }

  get isIdle(): boolean {
    return this.#running === null;
  }

  get isFull(): boolean {
    return this.#open.length + this.#prepared.length * BATCH_LIMIT > WAITING_LIMIT;
  }

  add(pending: Pending): void {
    this.#open.push(pending);
    if (this.#open.length >= BATCH_LIMIT) this.#closeEarly();
    this.#run();
  }

  /** Resolves when nothing that was added waits to be durable. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Resolves when what is decided now is durable or dropped, whatever is decided meanwhile. */
  decided(): Promise<void> {
    const open = Number(this.#open.length > 0) + Number(this.#committing !== null);
    const due = this.#prepared.length + open;
    if (due === 0) return Promise.resolve();
    const until = this.batches + due;
    return new Promise((resolve) => this.#waits.push({ until, resolve }));
  }

  /** Resolves when nothing waits any more. */
  async finish(): Promise<void> {
    while (this.#running !== null || this.waiting > 0) {
      this.#run();
      await this.#running;
    }
  }

  /** Rejects every reply that is still due and forgets the commands. */
  drop(error: Error): void {
    const batches =
      this.#committing === null ? this.#prepared : [this.#committing, ...this.#prepared];
    for (const batch of batches) for (const pending of batch.commands) pending.reject(error);
    for (const pending of this.#open) pending.reject(error);
    this.#open = [];
    this.#prepared = [];
    this.#committing = null;
    this.#wake(Number.POSITIVE_INFINITY);
  }

  #wake(batches: number): void {
    if (this.#waits.length === 0) return;
    const waits = this.#waits;
    this.#waits = waits.filter(({ until }) => until > batches);
    for (const { until, resolve } of waits) if (until <= batches) resolve();
  }

  #closeEarly(): void {
    try {
      this.#prepared.push(this.#close(this.#requireLoaded()));
    } catch (error) {
      this.#listener.failed(error, this.#loaded);
    }
  }

  /**
   * Ends the open batch: chains its commands, takes its rows and its facts. When that throws, the
   * commands are still open, so that their senders get an error.
   */
  #close({ sequencer }: Loaded): Batch {
    const commands = this.#open;
    const prepared = prepareBatch(sequencer, commands);
    const facts = sequencer.takeFacts();
    this.#open = [];
    return { ...prepared, commands, facts };
  }

  #requireLoaded(): Loaded {
    if (this.#loaded === null) throw new Error('commands are decided after a load');
    return this.#loaded;
  }

  /** Starts the commit loop unless it runs. It waits one turn so that a burst becomes one batch. */
  #run(): void {
    if (this.#running !== null) return;
    const loaded = this.#loaded;
    this.#running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#commitAll())
      .catch((error: unknown) => this.#listener.failed(error, loaded))
      .finally(() => {
        this.#running = null;
        // Replies of the last batch may have brought new commands after the loop found none.
        if (this.waiting > 0) this.#run();
      });
  }

  async #commitAll(): Promise<void> {
    let batch = this.#nextBatch();
    let written = batch && this.#write(batch);
    while (batch !== null && written !== null) {
      await written;
      const done = batch;
      this.durableSeq = done.lastSeq;
      this.batches += 1;
      // The next batch is on its way to the database before this one's replies are read.
      batch = this.#nextBatch();
      written = batch && this.#write(batch);
      written?.catch(() => undefined);
      this.#publish(done);
      if (batch === null) {
        batch = this.#nextBatch();
        written = batch && this.#write(batch);
      }
    }
  }

  #nextBatch(): Batch | null {
    const hasOpen = this.#open.length > 0;
    const batch = this.#prepared.shift() ?? (hasOpen ? this.#close(this.#requireLoaded()) : null);
    this.#committing = batch;
    return batch;
  }

  async #write(batch: Batch): Promise<void> {
    const { store, epoch } = this.#requireLoaded();
    const started = performance.now();
    this.#writingSince = started;
    try {
      const stored = store.write(epoch, batch);
      this.#listener.sent(batch);
      await stored;
    } finally {
      this.#writingSince = 0;
    }
    this.lastCommitMs = performance.now() - started;
  }

  #publish(batch: Batch): void {
    for (const pending of batch.commands) pending.resolve(replyOf(pending));
    this.#listener.committed(batch);
    this.#wake(this.batches);
  }
}

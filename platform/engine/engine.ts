import { FIRST_USER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { BrokenInvariant } from '@assay/core/num/integer';
import type { CommandName } from '@assay/core/schema/registry';
import type { Client } from 'pg';
import { prepareBatch } from './batch.ts';
import {
  type AnyCommand,
  type AnyReply,
  answerAgain,
  type Command,
  idTaken,
  Pending,
  type Reply,
  replyOf,
} from './command.ts';
import { commandKey } from './command-index.ts';
import { CommandMemory } from './command-memory.ts';
import { LEASE_MS, renewLease, takeLease } from './lease.ts';
import type { Fact, Machines, Outcome } from './machine.ts';
import { Sequencer } from './sequencer.ts';
import {
  type EngineState,
  type EngineStatus,
  EngineUnavailable,
  OutcomeUnknown,
} from './status.ts';
import { Deposed, EngineStore, type PreparedBatch, rowReader } from './store.ts';

/** A batch that is durable, with what happened in it, in order. */
export interface Committed {
  readonly realm: Realm;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly at: number;
  readonly facts: readonly Fact[];
}

export interface EngineOptions<M extends Machines> {
  readonly realm: Realm;
  /** Makes the machines anew: after a failed commit memory is dropped and loaded again. */
  readonly machines: () => M;
  /** A dedicated connection whose search_path is the realm's schema. */
  readonly connect: () => Promise<Client>;
  readonly now: () => number;
  readonly holder: string;
  readonly log: { info(data: object, text: string): void; error(data: object, text: string): void };
}

/** Commands of one batch, and commands that may wait before new ones are turned away. */
const BATCH_LIMIT = 1_000;
const WAITING_LIMIT = 20_000;
const RECOVER_PAUSE_MS = 200;
/**
 * Commands whose ids may have one key. By chance not even two ever have; but ids that collide can
 * be searched for, and each of them would be read from the log whenever another one arrives.
 */
const SAME_KEY_LIMIT = 2;

/** Of commands without an id. */
const NO_KEY = 0;

type CommandWithId = AnyCommand & { readonly id: string };

function hasId(command: AnyCommand): command is CommandWithId {
  return command.id !== undefined;
}

interface Batch extends PreparedBatch {
  readonly commands: readonly Pending[];
  readonly facts: readonly Fact[];
}

/**
 * The only writer of one realm. Commands are decided in memory one at a time as they arrive; their
 * rows are written in batches, each in one transaction; replies and facts go out after the commit.
 * While a batch commits, the next is decided and prepared.
 */
export class Engine<M extends Machines = Machines> {
  readonly realm: Realm;
  readonly #options: EngineOptions<M>;
  readonly #listeners = new Set<(batch: Committed) => void>();
  readonly #loadListeners = new Set<() => void>();
  #state: EngineState = 'starting';
  #sequencer: Sequencer<M>;
  #memory = new CommandMemory();
  #store: EngineStore | null = null;
  #epoch = 0;
  #durableSeq = 0;
  #batches = 0;
  #lastCommitMs = 0;
  #open: Pending[] = [];
  #prepared: Batch[] = [];
  #committing: Batch | null = null;
  #pumping: Promise<void> | null = null;
  #recovering: Promise<void> | null = null;
  #renewal: NodeJS.Timeout | null = null;
  readonly #stopping = new AbortController();

  constructor(options: EngineOptions<M>) {
    this.realm = options.realm;
    this.#options = options;
    this.#sequencer = new Sequencer(options.machines());
  }

  get status(): EngineStatus {
    return {
      realm: this.realm,
      state: this.#state,
      epoch: this.#epoch,
      seq: this.#sequencer.seq,
      durableSeq: this.#durableSeq,
      head: this.#sequencer.head,
      waiting: this.#waiting,
      batches: this.#batches,
      lastCommitMs: this.#lastCommitMs,
    };
  }

  /** The machines as they stand, committed or not: for audits, hashes and metrics. */
  get sequencer(): Sequencer<M> {
    return this.#sequencer;
  }

  /**
   * The machines of now, by name. Ask again each time: an engine that had to load again has other
   * machines than before.
   */
  get machines(): M {
    return this.#sequencer.machines;
  }

  /** Takes the realm, loads it, and is ready. Waits while another writer has it. */
  async start(): Promise<void> {
    await this.#load();
    if (this.#stopping.signal.aborted) {
      await this.#store?.client.end().catch(() => undefined);
      throw new EngineUnavailable('the engine was stopped while it started');
    }
    this.#state = 'ready';
    this.#renewal = setInterval(() => this.#renew(), LEASE_MS / 3);
    this.#renewal.unref();
  }

  /** Finishes what was accepted, then lets the realm go. */
  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    const wasReady = this.#state === 'ready';
    this.#state = 'stopped';
    if (this.#renewal !== null) clearInterval(this.#renewal);
    while (wasReady && (this.#pumping !== null || this.#waiting > 0)) {
      this.#pump();
      await this.#pumping;
    }
    this.#stopping.abort();
    await this.#recovering?.catch(() => undefined);
    await this.#store?.client.end().catch(() => undefined);
  }

  /** Calls the listener with every committed batch, in order; returns what ends it. */
  onCommit(listener: (batch: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls the listener each time the state has come from the database and no command has been
   * decided on it: at the start, and after a commit that was not confirmed. That commit may have
   * become durable without any fact of it, so whoever follows the facts starts anew here.
   */
  onLoad(listener: () => void): () => void {
    this.#loadListeners.add(listener);
    return () => this.#loadListeners.delete(listener);
  }

  /**
   * Decides the command and answers when it is durable.
   * @throws EngineUnavailable when it was not taken, OutcomeUnknown when its commit was not
   * confirmed
   */
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>> {
    return this.submitAny(command) as Promise<Reply<T>>;
  }

  /**
   * As submit(), for a command whose type is not known where it is sent: in a test, a simulation.
   * No async function: for nearly all commands one promise is enough, the one of their batch.
   */
  submitAny(command: AnyCommand): Promise<AnyReply> {
    try {
      this.#assertOpen();
      const bodyText = JSON.stringify(command.body);
      if (!hasId(command)) return this.#decide(command, NO_KEY, bodyText);
      const key = commandKey(command.actor, command.id);
      const seqs = this.#memory.index.candidates(key);
      if (seqs.length === 0) return this.#decide(command, key, bodyText);
      const recent = this.#memory.recent(command.actor, command.id);
      if (recent !== undefined) return answerAgain(recent, command, bodyText);
      return this.#lookUp(command, key, bodyText, seqs);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Answers from the log when a command there bore this id; decides the command when none did. */
  async #lookUp(
    command: CommandWithId,
    key: number,
    bodyText: string,
    seqs: readonly number[],
  ): Promise<AnyReply> {
    const memory = this.#memory;
    for (const seq of seqs) {
      const stored = await this.#readStored(seq, command, bodyText);
      if (stored !== null) return stored;
    }
    // Loaded anew meanwhile: what memory knows now may be more than what was looked through.
    if (memory !== this.#memory) return this.submitAny(command);
    // While the log was read, the same id may have arrived again and been decided.
    const meanwhile = this.#memory.recent(command.actor, command.id);
    if (meanwhile !== undefined) return answerAgain(meanwhile, command, bodyText);
    this.#assertOpen();
    if (this.#keyIsFull(command, key)) return idTaken(this.#sequencer.at);
    return this.#decide(command, key, bodyText);
  }

  /**
   * Asked when a new id is about to be decided, for others may have come while the log was read.
   * The house's ids can be foreseen, so nobody may be able to take them: they always get in.
   */
  #keyIsFull({ actor }: AnyCommand, key: number): boolean {
    if (actor < FIRST_USER) return false;
    return this.#memory.index.candidates(key).length >= SAME_KEY_LIMIT;
  }

  /** Goes over the whole state in memory. A finding stops the engine, and is thrown. */
  audit(): void {
    try {
      this.#sequencer.audit();
    } catch (error) {
      throw this.#halt(error);
    }
  }

  /** Stops the engine on a finding from outside it: an auditor that looked at the tables. */
  halt(finding: string): void {
    this.#halt(new BrokenInvariant(finding));
  }

  /** Resolves when everything submitted before is durable. */
  async settled(): Promise<void> {
    while (this.#pumping !== null) await this.#pumping;
  }

  get #waiting(): number {
    let waiting = this.#open.length + (this.#committing?.commands.length ?? 0);
    for (const batch of this.#prepared) waiting += batch.commands.length;
    return waiting;
  }

  #assertOpen(): void {
    if (this.#state !== 'ready') throw new EngineUnavailable(`the engine is ${this.#state}`);
    if (this.#open.length + this.#prepared.length * BATCH_LIMIT > WAITING_LIMIT) {
      throw new EngineUnavailable('too many commands are waiting');
    }
  }

  #requireStore(): EngineStore {
    if (this.#store === null) throw new EngineUnavailable('the engine has no database');
    return this.#store;
  }

  /** A log that cannot be read now says nothing about the command: the same id may ask again. */
  async #readStored(seq: number, command: AnyCommand, bodyText: string): Promise<AnyReply | null> {
    const store = this.#requireStore();
    try {
      return await this.#memory.stored(store, seq, command, bodyText);
    } catch (error) {
      throw new EngineUnavailable(`the log cannot be read: ${error}`);
    }
  }

  #decide(command: AnyCommand, key: number, bodyText: string): Promise<AnyReply> {
    let outcome: Outcome;
    try {
      outcome = this.#sequencer.decide(
        command.type,
        command.actor,
        command.body,
        this.#options.now(),
      );
    } catch (error) {
      throw this.#halt(error);
    }
    const pending = new Pending(
      command,
      key,
      bodyText,
      this.#sequencer.seq,
      this.#sequencer.at,
      outcome,
    );
    if (command.id !== undefined) this.#memory.remember(pending);
    this.#open.push(pending);
    if (this.#open.length >= BATCH_LIMIT) this.#closeEarly();
    this.#pump();
    return pending.reply;
  }

  #closeEarly(): void {
    try {
      this.#prepared.push(this.#close());
    } catch (error) {
      this.#fail(error, this.#store);
    }
  }

  /**
   * Ends the open batch: chains its commands, takes its rows and its facts. When that throws, the
   * commands are still open, so that whoever waits for them is told.
   */
  #close(): Batch {
    const commands = this.#open;
    const prepared = prepareBatch(this.#sequencer, commands);
    const facts = this.#sequencer.takeFacts();
    this.#open = [];
    return { ...prepared, commands, facts };
  }

  /** Starts the commit loop unless it runs. It waits one turn so that a burst becomes one batch. */
  #pump(): void {
    if (this.#pumping !== null) return;
    const store = this.#store;
    this.#pumping = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#commitAll())
      .catch((error: unknown) => this.#fail(error, store))
      .finally(() => {
        this.#pumping = null;
        // Replies of the last batch may have brought new commands after the loop found none.
        if (this.#state === 'ready' && this.#waiting > 0) this.#pump();
      });
  }

  async #commitAll(): Promise<void> {
    let batch = this.#nextBatch();
    let written = batch && this.#write(batch);
    while (batch !== null && written !== null) {
      await written;
      const done = batch;
      this.#durableSeq = done.lastSeq;
      this.#batches += 1;
      // The next batch is on its way to the database before this one's replies are read.
      batch = this.#nextBatch();
      this.#committing = batch;
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
    const batch = this.#prepared.shift() ?? (this.#open.length > 0 ? this.#close() : null);
    this.#committing = batch;
    return batch;
  }

  async #write(batch: Batch): Promise<void> {
    const started = performance.now();
    await this.#requireStore().write(this.#epoch, batch);
    this.#lastCommitMs = performance.now() - started;
  }

  #publish(batch: Batch): void {
    for (const pending of batch.commands) pending.resolve(replyOf(pending));
    this.#memory.trim(this.#waiting);
    const committed: Committed = {
      realm: this.realm,
      firstSeq: batch.firstSeq,
      lastSeq: batch.lastSeq,
      at: batch.at,
      facts: batch.facts,
    };
    for (const listener of this.#listeners) {
      try {
        listener(committed);
      } catch (error) {
        this.#options.log.error({ error, realm: this.realm }, 'a listener failed on a batch');
      }
    }
  }

  /**
   * A rule threw: memory cannot be trusted and nothing undurable may be written. Halt beats wrong.
   */
  #halt(error: unknown): Error {
    this.#state = 'halted';
    this.#options.log.error(
      { error, realm: this.realm },
      'the engine stopped on a broken invariant',
    );
    this.#dropWaiting('the engine stopped');
    return error instanceof BrokenInvariant ? error : new BrokenInvariant(String(error));
  }

  /**
   * A commit or the connection failed: what was done is unknown, so memory is loaded anew. Once:
   * several statements may fail with one connection, and those of an earlier one say nothing more.
   */
  #fail(error: unknown, store: EngineStore | null): void {
    if (this.#state === 'halted' || this.#state === 'recovering') return;
    if (store !== this.#store) return;
    if (this.#state === 'stopped') {
      this.#dropWaiting('the engine stopped');
      return;
    }
    this.#options.log.error({ error, realm: this.realm }, 'the database failed; loading again');
    if (error instanceof BrokenInvariant) {
      this.#halt(error);
      return;
    }
    this.#state = 'recovering';
    this.#dropWaiting('the commit was not confirmed');
    this.#recovering = this.#recover().finally(() => {
      this.#recovering = null;
    });
  }

  #dropWaiting(reason: string): void {
    const error = new OutcomeUnknown(reason);
    const batches =
      this.#committing === null ? this.#prepared : [this.#committing, ...this.#prepared];
    for (const batch of batches) for (const pending of batch.commands) pending.reject(error);
    for (const pending of this.#open) pending.reject(error);
    this.#open = [];
    this.#prepared = [];
    this.#committing = null;
  }

  async #recover(): Promise<void> {
    for (;;) {
      if (this.#stopping.signal.aborted) return;
      try {
        await this.#load();
        if (this.#state === 'recovering') this.#state = 'ready';
        return;
      } catch (error) {
        this.#options.log.error({ error, realm: this.realm }, 'recovery failed; trying again');
        await new Promise((resolve) => setTimeout(resolve, RECOVER_PAUSE_MS));
      }
    }
  }

  async #load(): Promise<void> {
    await this.#store?.client.end().catch(() => undefined);
    const client = await this.#options.connect();
    try {
      await this.#loadFrom(client);
    } catch (error) {
      // Left open it would keep the lock, and the next try would wait for the lease to run out.
      await client.end().catch(() => undefined);
      throw error;
    }
    for (const listener of this.#loadListeners) {
      try {
        listener();
      } catch (error) {
        this.#options.log.error({ error, realm: this.realm }, 'a listener failed on a load');
      }
    }
  }

  async #loadFrom(client: Client): Promise<void> {
    const started = performance.now();
    this.#epoch = await takeLease(client, this.#options.holder, this.#stopping.signal);
    const sequencer = new Sequencer(this.#options.machines());
    const store = new EngineStore(client, sequencer.list);
    const row = await store.readEngine();
    await sequencer.load(rowReader(client));
    sequencer.seq = row.lastSeq;
    sequencer.at = row.lastAt;
    sequencer.head = row.head;
    this.#memory = await CommandMemory.load(store);
    this.#sequencer = sequencer;
    this.#store = store;
    this.#durableSeq = row.lastSeq;
    // Heard at once, for until then nothing can be looked up either.
    client.on('error', (error) => this.#fail(error, store));
    const tookMs = Math.round(performance.now() - started);
    this.#options.log.info(
      { realm: this.realm, epoch: this.#epoch, seq: row.lastSeq, tookMs },
      'the engine has its state',
    );
  }

  /** Renews the lease when nothing was written lately; a lost lease ends like a failed commit. */
  #renew(): void {
    const store = this.#store;
    if (store === null || this.#state !== 'ready' || this.#pumping !== null) return;
    renewLease(store, this.#epoch)
      .then((ours) => {
        if (!ours) throw new Deposed('the realm has another writer');
      })
      .catch((error: unknown) => {
        if (this.#state === 'ready') this.#fail(error, store);
      });
  }
}

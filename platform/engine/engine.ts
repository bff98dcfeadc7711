import type { Realm } from '@assay/core/ledger/realm';
import { BrokenInvariant } from '@assay/core/num/integer';
import type { CommandName } from '@assay/core/schema/registry';
import { disconnect } from '../db/database.ts';
import { sleep } from '../db/files.ts';
import {
  type AnyCommand,
  type AnyReply,
  answerAgain,
  type Command,
  type CommandWithId,
  hasId,
  idTaken,
  Pending,
  type Reply,
  unapproved,
} from './command.ts';
import { commandKey, NO_KEY } from './command-index.ts';
import { CommandMemory } from './command-memory.ts';
import { type Batch, CommitPipeline, type Committed, type Loaded } from './commits.ts';
import { FollowUps } from './follow-ups.ts';
import { LEASE_MS, renewLease } from './lease.ts';
import { type EngineOptions, loadRealm } from './loading.ts';
import type { Machines, Outcome } from './machine.ts';
import { Patience } from './patience.ts';
import { type Admission, openAdmission } from './precedence.ts';
import { Sequencer } from './sequencer.ts';
import {
  type EngineState,
  type EngineStatus,
  EngineUnavailable,
  OutcomeUnknown,
  troubleOf,
} from './status.ts';
import { Deposed } from './store.ts';

export type { Committed, EngineOptions };

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
  #loaded: Loaded<M> | null = null;
  readonly #commits: CommitPipeline;
  #recovering: Promise<void> | null = null;
  readonly #patience = new Patience();
  #trouble = '';
  #finding = '';
  #renewal: NodeJS.Timeout | null = null;
  readonly #admission: Admission;
  readonly #followUps: FollowUps;
  readonly #stopping = new AbortController();

  constructor(options: EngineOptions<M>) {
    this.realm = options.realm;
    this.#options = options;
    this.#sequencer = new Sequencer(options.machines());
    this.#commits = new CommitPipeline({
      // Once the statement has left, so that the database works meanwhile.
      sent: ({ lastSeq }) => void setImmediate(() => this.#followUps.goOn(lastSeq)),
      committed: (batch) => this.#publish(batch),
      failed: (error, loaded) => this.#fail(error, loaded),
    });
    this.#admission = (options.admission ?? openAdmission)(this.#commits);
    this.#followUps = new FollowUps({
      admission: this.#admission,
      next: () => (this.#state === 'ready' ? this.#sequencer.followUp() : null),
      submit: (command) => this.#submit(command),
      seq: () => this.#sequencer.seq,
      halt: (finding) => this.halt(finding),
    });
  }

  get status(): EngineStatus {
    const { durableSeq, waiting, batches, lastCommitMs, commitWaitsMs } = this.#commits;
    return {
      realm: this.realm,
      state: this.#state,
      epoch: this.#loaded?.epoch ?? 0,
      seq: this.#sequencer.seq,
      durableSeq,
      head: this.#sequencer.head,
      waiting,
      batches,
      lastCommitMs,
      commitWaitsMs,
      trouble: this.#trouble || (this.#options.trouble?.() ?? ''),
      finding: this.#finding,
    };
  }

  /** Commands that wait for the turn of this engine, undecided. */
  get queued(): number {
    return this.#admission.queued;
  }

  /** The machines in their current state, committed or not: for audits, hashes and metrics. */
  get sequencer(): Sequencer<M> {
    return this.#sequencer;
  }

  /** The current machines by name. Do not keep them: an engine that loads again has new ones. */
  get machines(): M {
    return this.#sequencer.machines;
  }

  /**
   * Takes the realm, loads it, and becomes ready, or halted if what it loaded is not right. Waits
   * while another writer holds the realm.
   */
  async start(): Promise<void> {
    await this.#load();
    if (this.#stopping.signal.aborted) {
      await this.#disconnect();
      throw new EngineUnavailable('the engine was stopped while it started');
    }
    if (this.#state === 'halted') return;
    this.#state = 'ready';
    this.#renewal = setInterval(() => this.#renew(), LEASE_MS / 3);
    this.#renewal.unref();
  }

  /** Commits every accepted command, then releases the realm. */
  async stop(): Promise<void> {
    if (this.#state === 'stopped') return;
    const wasReady = this.#state === 'ready';
    this.#state = 'stopped';
    if (this.#renewal !== null) clearInterval(this.#renewal);
    if (wasReady) await this.#commits.finish();
    this.#stopping.abort();
    this.#admission.moved();
    await this.#recovering?.catch(() => undefined);
    await this.#disconnect();
  }

  /**
   * Calls the listener with every committed batch, in order. Returns the function that
   * unsubscribes.
   */
  onCommit(listener: (batch: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls the listener each time the state was loaded from the database, before a command is
   * decided on it: at the start, and after a commit that was not confirmed. That commit may have
   * become durable without any fact of it, so whoever follows the facts starts over here.
   */
  onLoad(listener: () => void): () => void {
    this.#loadListeners.add(listener);
    return () => this.#loadListeners.delete(listener);
  }

  /**
   * Decides the command, at once or in its turn, and replies when it is durable.
   * @throws EngineUnavailable when it was not taken, OutcomeUnknown when its commit was not
   * confirmed
   */
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>> {
    return this.submitAny(command) as Promise<Reply<T>>;
  }

  /** As submit(), for a command whose type is only known at run time, as in tests. */
  submitAny(command: AnyCommand): Promise<AnyReply> {
    const needed = this.#options.needsApproval?.(command.type, command.body) === true;
    return needed ? unapproved(this.#sequencer.at) : this.submitApproved(command);
  }

  /** As submitAny(), for whoever keeps approvals: the command has those that it needs. */
  submitApproved(command: AnyCommand): Promise<AnyReply> {
    return this.#admission.take(() => this.#submit(command));
  }

  /** Not async: nearly all commands need only one promise, which their batch resolves. */
  #submit(command: AnyCommand): Promise<AnyReply> {
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

  /** Replies from the log if a command there had this id; otherwise decides the command. */
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
    // The engine has loaded again meanwhile: memory may now know more ids than were looked up.
    if (memory !== this.#memory) return this.#submit(command);
    // While the log was read, the same id may have arrived again and been decided.
    const meanwhile = this.#memory.recent(command.actor, command.id);
    if (meanwhile !== undefined) return answerAgain(meanwhile, command, bodyText);
    this.#assertOpen();
    if (this.#memory.keyIsFull(command, key)) return idTaken(this.#sequencer.at);
    return this.#decide(command, key, bodyText);
  }

  /** Goes over the whole state in memory. A finding stops the engine, and is thrown. */
  audit(): void {
    try {
      this.#sequencer.audit();
    } catch (error) {
      throw this.#halt(error);
    }
  }

  /** Stops the engine on a finding from outside, such as that of an audit of the tables. */
  halt(finding: string): void {
    this.#halt(new BrokenInvariant(finding));
  }

  /** Resolves when nothing that was decided waits to be durable. */
  settled(): Promise<void> {
    return this.#commits.settled();
  }

  /** Resolves when what is decided now is durable or dropped, whatever is decided meanwhile. */
  decided(): Promise<void> {
    return this.#commits.decided();
  }

  #assertOpen(): void {
    if (this.#state !== 'ready') throw new EngineUnavailable(`the engine is ${this.#state}`);
    if (this.#commits.isFull) throw new EngineUnavailable('too many commands are waiting');
  }

  /**
   * While the log cannot be read, it is not known whether the command was executed before: the
   * client may send the id again.
   */
  async #readStored(seq: number, command: AnyCommand, bodyText: string): Promise<AnyReply | null> {
    if (this.#loaded === null) throw new EngineUnavailable('the engine has no database');
    try {
      return await this.#memory.stored(this.#loaded.store, seq, command, bodyText);
    } catch (error) {
      throw new OutcomeUnknown(`the log cannot be read: ${error}`);
    }
  }

  #decide(command: AnyCommand, key: number, bodyText: string): Promise<AnyReply> {
    const now = this.#options.now();
    let outcome: Outcome;
    try {
      outcome = this.#sequencer.decide(command.type, command.actor, command.body, now);
    } catch (error) {
      throw this.#halt(error);
    }
    const { seq, at } = this.#sequencer;
    const pending = new Pending(command, key, bodyText, seq, at, outcome);
    if (command.id !== undefined) this.#memory.remember(pending);
    this.#commits.add(pending);
    return pending.reply;
  }

  #publish(batch: Batch): void {
    this.#memory.trim(this.#commits.waiting);
    const { firstSeq, lastSeq, at, head, facts } = batch;
    const committed: Committed = { realm: this.realm, firstSeq, lastSeq, at, head, facts };
    for (const listener of this.#listeners) this.#report(() => listener(committed), 'a batch');
    this.#followUps.goOn(lastSeq);
    this.#admission.moved();
  }

  /** What a listener does wrong affects no other listener. */
  #report(call: () => void, what: string): void {
    try {
      call();
    } catch (error) {
      this.#options.log.error({ error, realm: this.realm }, `a listener failed on ${what}`);
    }
  }

  /**
   * A rule threw: memory cannot be trusted, and nothing that is not durable yet may be written.
   * Halt beats wrong.
   */
  #halt(error: unknown): Error {
    this.#state = 'halted';
    this.#finding = error instanceof Error ? error.message : String(error);
    const { realm } = this;
    this.#options.log.error({ error, realm }, 'the engine stopped on a broken invariant');
    this.#trouble = 'an invariant is broken';
    this.#dropWaiting('the engine stopped');
    return error instanceof BrokenInvariant ? error : new BrokenInvariant(String(error));
  }

  /**
   * A commit or the connection failed: what was done is unknown, so memory is loaded again. This
   * happens once for each connection: several of its statements may fail, and failures of an
   * earlier connection no longer count.
   */
  #fail(error: unknown, loaded: Loaded | null): void {
    if (this.#state === 'halted' || this.#state === 'recovering') return;
    if (loaded !== this.#loaded) return;
    this.#trouble = troubleOf(error);
    if (this.#state === 'stopped') {
      this.#dropWaiting(this.#trouble);
      return;
    }
    this.#options.log.error({ error, realm: this.realm }, `${this.#trouble}; loading again`);
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
    this.#commits.drop(new OutcomeUnknown(reason));
    this.#admission.moved();
  }

  /** Loads until it succeeds. The same failure again and again is logged once. */
  async #recover(): Promise<void> {
    let failure = '';
    for (;;) {
      await sleep(this.#patience.pauseMs(this.#commits.batches));
      if (this.#stopping.signal.aborted) return;
      try {
        await this.#load();
        if (this.#state === 'recovering') this.#state = 'ready';
        return;
      } catch (error) {
        if (String(error) !== failure) {
          this.#options.log.error({ error, realm: this.realm }, 'recovery failed; trying again');
        }
        failure = String(error);
      }
    }
  }

  async #load(): Promise<void> {
    await this.#disconnect();
    const { signal } = this.#stopping;
    const loaded = await loadRealm(this.#options, (other) => this.#wait(other), signal);
    this.#trouble = '';
    this.#loaded = loaded;
    this.#memory = loaded.memory;
    this.#sequencer = loaded.sequencer;
    this.#commits.begin(loaded);
    // A connection that breaks while nothing is written fails at once: nothing can be looked up.
    loaded.store.client.on('error', (error) => this.#fail(error, loaded));
    for (const listener of this.#loadListeners) this.#report(listener, 'a load');
    const [finding] = loaded.findings;
    if (finding !== undefined) this.#halt(new BrokenInvariant(finding));
  }

  #wait(other: string): void {
    this.#trouble = 'another server has the realm';
    const { realm } = this;
    this.#options.log.info({ realm, holder: other }, 'another server has the realm; waiting');
  }

  async #disconnect(): Promise<void> {
    if (this.#loaded !== null) await disconnect(this.#loaded.store.client);
  }

  /** Renews the lease when nothing was written lately; a lost one is like a failed commit. */
  #renew(): void {
    const loaded = this.#loaded;
    if (loaded === null || this.#state !== 'ready' || !this.#commits.isIdle) return;
    renewLease(loaded.store, loaded.epoch)
      .then((ours) => {
        if (!ours) throw new Deposed('the realm has another writer');
      })
      .catch((error: unknown) => {
        if (this.#state === 'ready') this.#fail(error, loaded);
      });
  }
}

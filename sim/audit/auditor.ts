import type { AnyReply } from '@assay/platform/engine/command';
import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { RealmEngine } from '../../apps/server/realm.ts';
import type { Tables } from '../database/tables.ts';
import { expectThat, type History, type Request } from '../history.ts';
import { Books } from './books.ts';
import { type LogBatch, LogReader } from './log.ts';
import { Rows } from './rows.ts';
import { Rules } from './rules.ts';
import { Shadow } from './shadow.ts';

/**
 * Everything that must hold, looked at from outside. It follows the durable log three times: by the
 * plain model of the rules, by machines that decide it anew, and by books kept from published
 * facts; and holds all three, the tables and the engine against each other.
 */
export class Auditor {
  readonly #history: History;
  readonly #log: LogReader;
  readonly #rules = new Rules();
  readonly #shadow = new Shadow();
  readonly #rows: Rows;
  readonly #books: Books;
  /** Facts that were published, by the first sequence number of their batch. */
  readonly #facts = new Map<number, readonly Fact[]>();
  /** Batches that the books have not taken in yet. */
  #unheard: LogBatch[] = [];

  constructor(tables: Tables, history: History) {
    this.#history = history;
    this.#log = new LogReader(tables, history);
    this.#rows = new Rows(tables);
    this.#books = new Books(tables);
  }

  /** The last durable command. */
  get seq(): number {
    return this.#log.entries.length;
  }

  get head(): string {
    return this.#log.head;
  }

  /** How often each command came to each outcome: what a campaign has really tried. */
  outcomes(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { type, outcome } of this.#log.entries) {
      const name = `${type} ${outcome.refusal ?? 'ok'}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    counts.set('trades', this.#rules.trades);
    return counts;
  }

  /** An answer may go out only when what it says is durable. */
  isDurable(request: Request, reply: AnyReply): void {
    this.#follow();
    this.#log.check(request, reply);
  }

  /** So may facts. */
  published({ firstSeq, lastSeq, facts }: Committed): void {
    this.#follow();
    const first = this.#log.entries[firstSeq - 1];
    expectThat(first !== undefined && lastSeq <= this.seq, 'published and not durable');
    expectThat(!this.#facts.has(firstSeq), 'a batch is published once');
    this.#facts.set(firstSeq, facts);
    this.#hear();
  }

  /** An engine has its state from the tables; facts of earlier batches may be lost for good. */
  loaded(engine: RealmEngine): void {
    this.#follow();
    const machines = engine.machines;
    for (const batch of this.#unheard.splice(0)) {
      const facts = this.#facts.get(batch.firstSeq);
      if (facts === undefined) this.#books.read(batch);
      else this.#books.hear(batch, facts);
    }
    this.#books.restart(machines);
    this.audit(engine);
  }

  /** Goes over everything; `engine` has nothing under way. */
  audit(engine: RealmEngine | null): void {
    this.#follow();
    this.#rows.checkMoney(this.seq);
    if (engine === null) return;
    engine.sequencer.audit();
    this.#shadow.compare(engine);
    const machines = engine.machines;
    this.#rules.compare(machines);
    this.#rows.compare(machines);
    expectThat(this.#unheard.length === 0, 'every batch of a living engine is published');
    this.#books.compare(machines);
  }

  /** Every answer that was ever given stands in the log, and every wish with an id has one. */
  finish(): void {
    for (const { request, reply } of this.#history.answers.values()) {
      this.#log.check(request, reply);
    }
    for (const { wish, reply, label } of this.#history.requests) {
      expectThat(wish.id === undefined || reply !== null, `never answered: ${label}`);
    }
  }

  #follow(): void {
    for (const batch of this.#log.read()) {
      for (const entry of batch.entries) this.#rules.follow(entry);
      this.#shadow.follow(batch);
      this.#unheard.push(batch);
    }
  }

  /** The books take in batches in order, each when its facts are there. */
  #hear(): void {
    for (;;) {
      const batch = this.#unheard[0];
      const facts = batch && this.#facts.get(batch.firstSeq);
      if (batch === undefined || facts === undefined) return;
      this.#unheard.shift();
      this.#books.hear(batch, facts);
    }
  }
}

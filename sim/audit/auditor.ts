import type { Bounds } from '@assay/core/order/life/bounds';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { RealmEngine } from '../../apps/server/realm.ts';
import type { Tables } from '../database/tables.ts';
import { expectThat, type History, type Request } from '../history.ts';
import type { SimPart } from '../parts/part.ts';
import { Books } from './books.ts';
import type { LogBatch } from './entry.ts';
import { LogReader } from './log.ts';
import { Rows } from './rows.ts';
import { Rules } from './rules.ts';
import { Shadow } from './shadow.ts';

/**
 * Checks from outside everything that must hold. The durable log is followed three times: by the
 * plain model of the rules, by machines that decide it again, and by books kept from published
 * facts; all three, the tables and the engine must agree.
 */
export class Auditor {
  readonly #history: History;
  readonly #tables: Tables;
  readonly #log: LogReader;
  readonly #rules: Rules;
  readonly #shadow: Shadow;
  readonly #rows: Rows;
  readonly #books: Books;
  /** Facts that were published, by the first sequence number of their batch. */
  readonly #facts = new Map<number, readonly Fact[]>();
  /** Batches that the books have not taken in yet. */
  #pending: LogBatch[] = [];

  constructor(tables: Tables, history: History, parts: readonly SimPart[], bounds: Bounds) {
    this.#history = history;
    this.#tables = tables;
    this.#log = new LogReader(tables, history);
    this.#rules = new Rules(parts, bounds);
    this.#shadow = new Shadow(parts, bounds);
    this.#rows = new Rows(tables);
    this.#books = new Books(tables, parts);
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

  /** An answer may be sent only when its command is durable. */
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
    this.#takeIn();
  }

  /** An engine has its state from the tables; facts of earlier batches may be lost for good. */
  loaded(engine: RealmEngine): void {
    this.#follow();
    const machines = engine.machines;
    for (const batch of this.#pending.splice(0)) {
      const facts = this.#facts.get(batch.firstSeq);
      if (facts === undefined) this.#books.read(batch);
      else this.#books.takeIn(batch, facts);
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
    this.#rules.compare(machines, this.#tables);
    this.#rows.compare(machines);
    expectThat(this.#pending.length === 0, 'every batch of a living engine is published');
    this.#books.compare(machines);
  }

  /** Every answer that was ever given is in the log, and every command with an id has one. */
  finish(): void {
    for (const { request, reply } of this.#history.answers.values()) {
      this.#log.check(request, reply);
    }
    for (const { command, reply, label } of this.#history.requests) {
      expectThat(command.id === undefined || reply !== null, `never answered: ${label}`);
    }
  }

  #follow(): void {
    for (const batch of this.#log.read()) {
      for (const entry of batch.entries) this.#rules.follow(entry);
      this.#shadow.follow(batch);
      this.#pending.push(batch);
    }
  }

  /** The books take in batches in order, each when its facts are there. */
  #takeIn(): void {
    for (;;) {
      const batch = this.#pending[0];
      const facts = batch && this.#facts.get(batch.firstSeq);
      if (batch === undefined || facts === undefined) return;
      this.#pending.shift();
      this.#books.takeIn(batch, facts);
    }
  }
}

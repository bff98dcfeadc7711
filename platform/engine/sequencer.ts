import { LineWriter, StateDigest } from './chain.ts';
import type { Fact, FollowUp, Machine, Machines, Outcome, RowReader, Rule } from './machine.ts';
import { upgradeRules } from './upgrade.ts';

/**
 * The machines of one realm and the order in which commands reach them: all that decides, without
 * a database, a clock or a promise. Engine, replay and simulator drive the same one.
 */
export class Sequencer<M extends Machines = Machines> {
  /** By name. */
  readonly machines: M;
  /** In the order in which they load: a machine comes after those whose state it reads. */
  readonly list: readonly Machine[];
  seq = 0;
  at = 0;
  /** Hash of the last command that was chained. */
  head = '';

  readonly #rules = new Map<string, Rule>(Object.entries(upgradeRules));
  readonly #lines = new LineWriter();

  constructor(machines: M) {
    this.machines = machines;
    this.list = Object.values(machines);
    for (const machine of this.list) {
      for (const [type, rule] of Object.entries(machine.rules)) {
        if (this.#rules.has(type)) throw new Error(`two machines serve ${type}`);
        this.#rules.set(type, rule);
      }
    }
  }

  get commandTypes(): string[] {
    return [...this.#rules.keys()];
  }

  /** Gives the command the next sequence number and decides it. Time never goes back. */
  decide(type: string, actor: number, body: object, now: number): Outcome {
    this.seq += 1;
    if (now > this.at) this.at = now;
    const rule = this.#rules.get(type);
    if (rule === undefined) return { refusal: 'unknownCommand' };
    return rule(body as never, { seq: this.seq, at: this.at, actor }) as Outcome;
  }

  /** Adds the command last decided to the hash chain. */
  chain(
    seq: number,
    at: number,
    type: string,
    actor: number,
    id: string | null,
    body: object,
    outcome: Outcome,
    bodyText?: string,
  ): void {
    const entry = [seq, at, type, actor, id, body, outcome] as const;
    this.head = this.#lines.chain(this.head, entry, bodyText);
  }

  /** The line last chained, as UTF-8; overwritten by the next. */
  get line(): Buffer {
    return this.#lines.line;
  }

  takeFacts(): Fact[] {
    const facts: Fact[] = [];
    for (const machine of this.list) for (const fact of machine.takeFacts()) facts.push(fact);
    return facts;
  }

  /** Ends a batch that is neither stored nor published: a replay's. */
  forget(): void {
    for (const machine of this.list) {
      if (machine.forget !== undefined) {
        machine.forget();
        continue;
      }
      for (const writer of machine.writers) writer.drain();
      machine.takeFacts();
    }
  }

  async load(reader: RowReader): Promise<void> {
    for (const machine of this.list) await machine.load(reader);
  }

  /**
   * Hash of the whole state in canonical order. Equal hashes: the same balances, orders, markets.
   */
  stateHash(): string {
    const digest = new StateDigest();
    for (const machine of this.list) {
      digest.write(`# ${machine.name}`);
      machine.digest(digest.write);
    }
    return digest.hex();
  }

  /** The next command by which a machine goes on with its work; null when none has any left. */
  followUp(): FollowUp | null {
    for (const machine of this.list) {
      const command = machine.followUp?.() ?? null;
      if (command !== null) return command;
    }
    return null;
  }

  /** Throws BrokenInvariant when something that must hold does not. */
  audit(): void {
    for (const machine of this.list) machine.audit();
  }
}

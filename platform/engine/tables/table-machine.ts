import type { RecordDeclaration } from '@assay/core/schema/record';
import type { Fact, Machine, RowReader, RowWriter } from '../machine.ts';
import { HistoryTable } from './history-table.ts';
import { ObjectTable } from './object-table.ts';

/**
 * A machine whose whole state is declared tables kept as objects: what it writes, loads, digests
 * and audits follows from them. It adds its rules, and to `audit` what must hold beyond one row.
 */
export abstract class TableMachine implements Machine {
  abstract readonly name: string;
  abstract readonly rules: Machine['rules'];
  readonly tables: RecordDeclaration[] = [];
  readonly writers: RowWriter[] = [];
  readonly #kept: Pick<ObjectTable<RecordDeclaration>, 'load' | 'digest' | 'audit'>[] = [];
  #facts: Fact[] = [];

  async load(reader: RowReader): Promise<void> {
    for (const table of this.#kept) await table.load(reader);
  }

  takeFacts(): Fact[] {
    const facts = this.#facts;
    if (facts.length > 0) this.#facts = [];
    return facts;
  }

  digest(write: (line: string) => void): void {
    for (const table of this.#kept) table.digest(write);
  }

  audit(): void {
    for (const table of this.#kept) table.audit();
  }

  /** Makes a declared table part of the state. Tables load in the order of these calls. */
  protected keep<const D extends RecordDeclaration>(declaration: D): ObjectTable<D> {
    const table = new ObjectTable(declaration);
    this.tables.push(declaration);
    this.writers.push(...table.writers);
    this.#kept.push(table);
    return table;
  }

  /** Makes a declared table one that the machine only adds to. */
  protected log<const D extends RecordDeclaration>(declaration: D): HistoryTable<D> {
    const table = new HistoryTable(declaration);
    this.tables.push(declaration);
    this.writers.push(...table.writers);
    return table;
  }

  /** Notes a fact, to be published once the batch is durable. */
  protected publish(fact: Fact): void {
    this.#facts.push(fact);
  }
}

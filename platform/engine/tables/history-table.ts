import type { RecordDeclaration, RowOf } from '@assay/core/schema/record';
import type { RowWriter } from '../machine.ts';
import { objectWriters } from './writers.ts';

/** History: rows of a declared table that are only ever added, and that no machine reads again. */
export class HistoryTable<D extends RecordDeclaration> {
  readonly declaration: D;
  readonly writers: readonly RowWriter[];
  #added: RowOf<D>[] = [];

  constructor(declaration: D) {
    this.declaration = declaration;
    const taken = () => {
      this.#added = [];
    };
    this.writers = [objectWriters(declaration).insert(() => this.#added, taken)];
  }

  add(row: RowOf<D>): void {
    this.#added.push(row);
  }
}

import type { Client } from 'pg';
import type { Step } from './realm-check.ts';
import type { Evidence } from './shared-check.ts';

/**
 * A small table to which a start may add rows, and nothing else: rows that were there stay, and
 * while the server runs there are no others.
 */
export class SettledTable implements Evidence {
  readonly tables: readonly string[];
  readonly #table: string;
  /** The rows as text; null until they were read for the first time. */
  #rows: readonly string[] | null = null;
  #mayGrow = true;

  constructor(table: string) {
    this.tables = [table];
    this.#table = table;
  }

  async follow(client: Client): Promise<string[]> {
    if (!this.#mayGrow) return [];
    const before = this.#rows ?? [];
    const rows = await this.#read(client);
    this.#rows = rows;
    this.#mayGrow = false;
    return before.filter((row) => !rows.includes(row)).map((row) => this.#changed(row));
  }

  *steps(): Generator<Step> {
    yield async (client) => {
      const due = this.#rows ?? [];
      const found = await this.#read(client);
      if (found.join('\n') === due.join('\n')) return [];
      const other = found.find((row) => !due.includes(row));
      return [this.#changed(other ?? due.find((row) => !found.includes(row)) ?? 'a row')];
    };
  }

  save(): readonly string[] | null {
    return this.#rows;
  }

  restore(saved: readonly string[] | null): void {
    this.#rows = saved;
    this.#mayGrow = saved === null;
  }

  admit(): void {
    this.#mayGrow = true;
  }

  #changed(row: string): string {
    return `${this.#table}: ${row} was changed, removed or put in`;
  }

  async #read(client: Client): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `SELECT t::text AS line FROM ${this.#table} t ORDER BY t::text COLLATE "C"`,
    );
    return rows.map(({ line }) => line);
  }
}

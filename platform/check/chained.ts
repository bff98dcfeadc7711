import type { Client } from 'pg';
import { Appended, type AppendedSpec, type SavedRows } from './appended.ts';
import { appendedSteps, type Step } from './realm-check.ts';

/** A row of a table whose rows are chained by hashes of their own. */
export interface ChainedRow {
  readonly position: number;
  readonly line: string;
  /** In hex. */
  readonly hash: string;
}

export interface ChainSpec<R extends ChainedRow> {
  readonly rows: AppendedSpec;
  /** Rows that share a digest. */
  readonly chunkRows: number;
  /** The next rows above a position, in order; inside the caller's snapshot. */
  next(client: Client, above: number, limit: number): Promise<readonly R[]>;
  /** The hash that a row must have after the one with the hash `previous`. */
  hashOf(row: R, previous: string): string;
  /** What the first row that is there follows. */
  before(client: Client): Promise<{ readonly position: number; readonly hash: string }>;
}

/** What is known of a chained table. */
export interface SavedChain {
  readonly position: number;
  readonly hash: string;
  readonly rows: SavedRows;
  readonly first: ChainedRow | null;
}

const ROWS_AT_ONCE = 2_000;

/** A table that grows by rows of which each has a hash over the one before. */
export class Chained<R extends ChainedRow> {
  readonly appended: Appended;
  readonly #spec: ChainSpec<R>;
  #position = Number.NEGATIVE_INFINITY;
  #hash: string | null = null;
  #newest = 0;
  /** The first of the newest rows. */
  #first: R | null = null;

  constructor(spec: ChainSpec<R>) {
    this.#spec = spec;
    this.appended = new Appended(spec.rows);
  }

  get position(): number {
    return this.#position;
  }

  /** The first row that is not part of a chunk yet. */
  get first(): R | null {
    return this.#first;
  }

  /** Takes the rows that are new; `sealed` is called with the first and last row of a chunk. */
  async follow(
    client: Client,
    sealed: (first: R, to: number) => void = () => undefined,
  ): Promise<string[]> {
    const findings: string[] = [];
    if (this.#hash === null) {
      const { position, hash } = await this.#spec.before(client);
      this.#position = position;
      this.#hash = hash;
    }
    for (;;) {
      const rows = await this.#spec.next(client, this.#position, ROWS_AT_ONCE);
      for (const row of rows) {
        this.#first ??= row;
        if (this.#spec.hashOf(row, this.#hash) !== row.hash && findings.length === 0) {
          findings.push(`${this.#spec.rows.name} ${row.position}: does not follow the one before`);
        }
        this.#hash = row.hash;
        this.#position = row.position;
        this.appended.add(row.line);
        this.#newest += 1;
        if (this.#newest < this.#spec.chunkRows) continue;
        this.seal(sealed);
      }
      if (rows.length < ROWS_AT_ONCE) return findings;
    }
  }

  /** Ends the chunk of the newest rows. */
  seal(sealed: (first: R, to: number) => void): void {
    if (this.#first === null) return;
    this.appended.seal(this.#position);
    sealed(this.#first, this.#position);
    this.#newest = 0;
    this.#first = null;
  }

  steps(): Generator<Step> {
    return appendedSteps(this.appended);
  }

  save(): SavedChain | null {
    if (this.#hash === null) return null;
    const [position, rows] = [this.#position, this.appended.save()];
    return { position, hash: this.#hash, rows, first: this.#first };
  }

  restore({ position, hash, rows, first }: SavedChain): void {
    this.#first = first as R | null;
    this.#position = position;
    this.#hash = hash;
    this.appended.restore(rows);
    this.#newest = rows.newest.length;
  }
}

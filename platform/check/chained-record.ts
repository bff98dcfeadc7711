import { hash } from 'node:crypto';
import type { Client } from 'pg';
import { Chained, type ChainedRow, type SavedChain } from './chained.ts';
import type { Step } from './realm-check.ts';
import type { Evidence } from './shared-check.ts';

/** What the first entry of a record follows. */
export const FIRST_HASH = '0'.repeat(64);

/** A table of entries, each with a hash over its text and the entry before. */
export interface RecordTable {
  readonly table: string;
  /** The column that numbers the entries. */
  readonly id: string;
  /** The text of an entry, of which its hash is made, in SQL. */
  readonly line: string;
}

const CHUNK_ENTRIES = 1_000;

/** A record as evidence: each entry follows the one before by its hash. */
export class ChainedRecord implements Evidence {
  readonly tables: readonly string[];
  readonly #log: Chained<ChainedRow>;

  constructor({ table, id, line }: RecordTable) {
    this.tables = [table];
    const withHash = `concat_ws(' ', ${line}, encode(hash, 'hex'))`;
    this.#log = new Chained<ChainedRow>({
      rows: { name: table, from: table, position: id, line: withHash },
      chunkRows: CHUNK_ENTRIES,
      next: async (client: Client, above, limit) => {
        const { rows } = await client.query<ChainedRow>({
          name: `${table}-evidence`,
          text: `SELECT ${id} AS position, ${withHash} AS line, encode(hash, 'hex') AS hash
            FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT $2`,
          values: [above, limit],
        });
        return rows;
      },
      hashOf: (row, previous) => {
        const text = row.line.slice(0, row.line.lastIndexOf(' '));
        return hash('sha256', `${previous}\n${text}`, 'hex');
      },
      before: async () => ({ position: 0, hash: FIRST_HASH }),
    });
  }

  follow(client: Client): Promise<string[]> {
    return this.#log.follow(client);
  }

  steps(): Generator<Step> {
    return this.#log.steps();
  }

  save(): SavedChain | null {
    return this.#log.save();
  }

  restore(saved: SavedChain | null): void {
    if (saved !== null) this.#log.restore(saved);
  }
}

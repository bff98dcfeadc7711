import type { Database } from '@assay/platform/db/database';
import type { SourceKind } from '../sources/source.ts';

/** The source that was chosen last. */
export interface ChosenSource {
  readonly kind: SourceKind;
  readonly seed: string;
  readonly seedHash: string;
  readonly startedAt: number;
}

/** The record of where prices came from. */
export class SourceStore {
  readonly #pool: Database['pool'];

  constructor(db: Pick<Database, 'pool'>) {
    this.#pool = db.pool;
  }

  async last(): Promise<ChosenSource | null> {
    const { rows } = await this.#pool.query<ChosenSource>(
      `SELECT kind, seed, seed_hash AS "seedHash", started_at AS "startedAt"
       FROM feed_source ORDER BY id DESC LIMIT 1`,
    );
    return rows[0] ?? null;
  }

  async add(chosen: ChosenSource): Promise<void> {
    await this.#pool.query(
      'INSERT INTO feed_source (kind, seed, seed_hash, started_at) VALUES ($1, $2, $3, $4)',
      [chosen.kind, chosen.seed, chosen.seedHash, chosen.startedAt],
    );
  }
}

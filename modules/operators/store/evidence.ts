import { hash } from 'node:crypto';
import { Chained, type ChainedRow, type SavedChain } from '@assay/platform/check/chained';
import type { Step } from '@assay/platform/check/realm-check';
import type { Evidence } from '@assay/platform/check/shared-check';
import type { Client } from '@assay/platform/db/database';

/** The text of an entry in the record of staff, of which its hash is made. */
export const ACTION_LINE = `concat_ws(' ', action_id, operator_id, to_json(operator_name)::text,
  session_id, action, to_json(ip)::text, at)`;

/** What the first entry follows. */
export const FIRST_HASH = '0'.repeat(64);

const CHUNK_ACTIONS = 1_000;

/** The record of what staff did as evidence: each entry follows the one before by its hash. */
export class ActionEvidence implements Evidence {
  readonly tables = ['operator_action'];
  readonly #log = new Chained<ChainedRow>({
    rows: {
      name: 'operator_action',
      from: 'operator_action',
      position: 'action_id',
      line: `concat_ws(' ', ${ACTION_LINE}, encode(hash, 'hex'))`,
    },
    chunkRows: CHUNK_ACTIONS,
    next: nextActions,
    hashOf: ({ line }, previous) => {
      const text = line.slice(0, line.lastIndexOf(' '));
      return hash('sha256', `${previous}\n${text}`, 'hex');
    },
    before: async () => ({ position: 0, hash: FIRST_HASH }),
  });

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

async function nextActions(client: Client, above: number, limit: number): Promise<ChainedRow[]> {
  const { rows } = await client.query<ChainedRow>({
    name: 'action-evidence',
    text: `SELECT action_id AS position, concat_ws(' ', ${ACTION_LINE}, encode(hash, 'hex')) AS line,
        encode(hash, 'hex') AS hash
      FROM operator_action WHERE action_id > $1 ORDER BY action_id LIMIT $2`,
    values: [above, limit],
  });
  return rows;
}

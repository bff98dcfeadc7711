import { Chained, type ChainedRow, type SavedChain } from '@assay/platform/check/chained';
import type { Step } from '@assay/platform/check/realm-check';
import type { Evidence } from '@assay/platform/check/shared-check';
import type { Client } from '@assay/platform/db/database';
import { FIRST_PREV, type Tick, tickText } from '../rules/index.ts';
import { sha256 } from '../tick-log.ts';
import { TICK_MS } from './ticks.ts';

interface TickRow extends ChainedRow {
  readonly index: string;
  readonly at: number;
  readonly price: string | null;
  readonly parts: string;
}

/** A chunk of ticks and when its first one was. */
interface AgedChunk {
  readonly at: number;
  readonly to: number;
}

/** An hour of an index. */
const CHUNK_TICKS = 3_600;

const NAMES = `WITH RECURSIVE name AS (
    (SELECT index_name FROM feed_tick ORDER BY index_name LIMIT 1)
    UNION ALL SELECT (SELECT t.index_name FROM feed_tick t WHERE t.index_name > name.index_name
                      ORDER BY t.index_name LIMIT 1)
    FROM name WHERE name.index_name IS NOT NULL)
  SELECT index_name AS name FROM name WHERE index_name IS NOT NULL`;

const LINE = `concat_ws(' ', n, at, coalesce(index_price::text, '-'), to_json(parts)::text,
  encode(hash, 'hex'))`;

/**
 * The tick log as evidence: every tick follows the one before by its hash, and ticks that were
 * there are there until they are too old to be kept. What is removed then is known by the hash of
 * its last tick, which the first one left must follow.
 */
export class TickEvidence implements Evidence {
  readonly tables = ['feed_tick', 'feed_tick_pruned'];
  readonly #indices = new Map<string, { readonly log: Chained<TickRow>; old: AgedChunk[] }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async follow(client: Client): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(NAMES);
    for (const { name } of rows) this.#index(name);
    const findings: string[] = [];
    for (const index of this.#indices.values()) {
      const aged = (first: TickRow, to: number) => index.old.push({ at: first.at, to });
      findings.push(...(await index.log.follow(client, aged)));
      this.#forget(index, aged);
    }
    return findings;
  }

  *steps(): Generator<Step> {
    for (const [name, { log }] of this.#indices) {
      yield (client) => this.#firstFollows(client, name);
      yield* log.steps();
    }
  }

  save(): Readonly<Record<string, { log: SavedChain | null; old: readonly AgedChunk[] }>> {
    const saved = [...this.#indices].map(([name, { log, old }]) => {
      return [name, { log: log.save(), old: [...old] }] as const;
    });
    return Object.fromEntries(saved);
  }

  restore(saved: ReturnType<TickEvidence['save']>): void {
    for (const [name, { log, old }] of Object.entries(saved)) {
      const index = this.#index(name);
      if (log !== null) index.log.restore(log);
      index.old = [...old];
    }
  }

  #index(name: string) {
    let index = this.#indices.get(name);
    if (index === undefined) {
      index = { log: tickChain(name), old: [] };
      this.#indices.set(name, index);
    }
    return index;
  }

  /** What begins with a tick that is too old may lack it: the feed removes old ticks every hour. */
  #forget(
    index: { readonly log: Chained<TickRow>; old: AgedChunk[] },
    aged: (first: TickRow, to: number) => void,
  ): void {
    const oldest = this.#now() - TICK_MS;
    if (index.log.first !== null && index.log.first.at < oldest) index.log.seal(aged);
    for (const { to, at } of index.old) if (at < oldest) index.log.appended.forgetTo(to);
    index.old = index.old.filter(({ at }) => at >= oldest);
  }

  /** The first tick that is left follows the last one that was removed. */
  async #firstFollows(client: Client, name: string): Promise<string[]> {
    const [first] = await nextTicks(client, name, 0, 1);
    if (first === undefined) return [];
    const { hash, position } = await beforeFirst(client, name);
    const follows = first.position === position + 1 && hashOf(first, hash) === first.hash;
    return follows ? [] : [`feed_tick_pruned ${name}: the first tick does not follow it`];
  }
}

function tickChain(name: string): Chained<TickRow> {
  const index = `'${name.replaceAll("'", "''")}'`;
  return new Chained<TickRow>({
    rows: {
      name: `feed_tick ${name}`,
      from: 'feed_tick',
      where: `index_name = ${index}`,
      position: 'n',
      line: LINE,
    },
    chunkRows: CHUNK_TICKS,
    next: (client, above, limit) => nextTicks(client, name, above, limit),
    hashOf,
    before: (client) => beforeFirst(client, name),
  });
}

async function nextTicks(
  client: Client,
  name: string,
  above: number,
  limit: number,
): Promise<TickRow[]> {
  const { rows } = await client.query<TickRow>({
    name: 'tick-evidence',
    text: `SELECT n AS position, at, index_price::text AS price, parts, encode(hash, 'hex') AS hash,
        coalesce((SELECT former FROM feed_renamed r
          WHERE r.index_name = $1 AND t.n <= r.last_n), $1) AS index, ${LINE} AS line
      FROM feed_tick t WHERE index_name = $1 AND n > $2 ORDER BY n LIMIT $3`,
    values: [name, above, limit],
  });
  return rows;
}

async function beforeFirst(client: Client, name: string) {
  const { rows } = await client.query<{ position: number; hash: string }>(
    `SELECT n AS position, encode(hash, 'hex') AS hash FROM feed_tick_pruned
     WHERE index_name = $1`,
    [name],
  );
  return rows[0] ?? { position: 0, hash: FIRST_PREV };
}

function hashOf({ index, position, at, price, parts }: TickRow, prev: string): string {
  const tick: Omit<Tick, 'hash'> = { index, n: position, at, price: price ?? '', parts, prev };
  return sha256(tickText(tick));
}

import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** A table that only grows, as a check reads it. */
export interface AppendedSpec {
  /** How findings and checkpoints call it; unique among the tables of a check. */
  readonly name: string;
  /** The table, and a condition if the check is of some of its rows only. */
  readonly from: string;
  readonly where?: string;
  /** The column that rises with each row: a sequence number or a count. */
  readonly position: string;
  /** SQL of the line of a row. */
  readonly line: string;
}

/** Rows above the end of the chunk before and up to `to`, by the SHA-256 of their lines. */
export interface Chunk {
  readonly to: number;
  readonly digest: string;
}

/** What is known of the rows of a table, and the SQL of the lines that it is about. */
export interface SavedRows {
  readonly line: string;
  readonly floor: number | null;
  readonly chunks: readonly Chunk[];
  readonly newest: readonly string[];
}

const EMPTY_DIGEST = createHash('sha256').update('').digest('hex');

/** The digest of lines in any order: the table keeps none within a position. */
function digestOf(lines: readonly string[]): string {
  if (lines.length === 0) return EMPTY_DIGEST;
  // PostgreSQL sorts by bytes; so do code units, as long as no character needs two of them.
  const sorted = lines.some((line) => /[\ud800-\udfff]/.test(line))
    ? lines.map((line) => Buffer.from(line)).sort(Buffer.compare)
    : [...lines].sort();
  const hash = createHash('sha256');
  for (const [i, line] of sorted.entries()) {
    if (i > 0) hash.update('\n');
    hash.update(line);
  }
  return hash.digest('hex');
}

/**
 * What a table that only grows must hold. Rows are known by digests, a chunk each; the lines of the
 * newest are kept until they fill a chunk. Every row of the table belongs to a
 * chunk or to the newest rows, whatever its position says.
 */
export class Appended {
  readonly spec: AppendedSpec;
  #chunks: Chunk[] = [];
  #lines: string[] = [];
  /** Rows up to here were rightly removed, and are not looked at. */
  #floor = Number.NEGATIVE_INFINITY;

  constructor(spec: AppendedSpec) {
    this.spec = spec;
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks;
  }

  /** Where the newest rows begin: above this position. */
  get sealedTo(): number {
    return this.#chunks.at(-1)?.to ?? this.#floor;
  }

  save(): SavedRows {
    const { line } = this.spec;
    const floor = Number.isFinite(this.#floor) ? this.#floor : null;
    return { line, floor, chunks: [...this.#chunks], newest: [...this.#lines] };
  }

  /** Takes what was saved, unless the rows were read otherwise then. */
  restore({ line, floor, chunks, newest }: SavedRows): void {
    if (line !== this.spec.line) return;
    this.#floor = floor ?? Number.NEGATIVE_INFINITY;
    this.#chunks = [...chunks];
    this.#lines = [...newest];
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** Ends the chunk of the newest rows: all rows up to the position are added. */
  seal(to: number): void {
    if (to <= this.sealedTo) return;
    this.#chunks.push({ to, digest: digestOf(this.#lines) });
    this.#lines = [];
  }

  /**
   * Takes the rows above what is sealed and up to `to` as the table has them: for what was there
   * before anybody checked.
   */
  async sealAsFound(client: Client, to: number): Promise<void> {
    if (to <= this.sealedTo) return;
    this.#chunks.push({ to, digest: await this.#digest(client, this.sealedTo, to) });
    this.#lines = [];
  }

  /** Forgets the oldest chunks up to the position: their rows were rightly removed. */
  forgetTo(position: number): void {
    while (this.#chunks.length > 0 && this.#chunks[0]!.to <= position) {
      this.#floor = this.#chunks.shift()!.to;
    }
  }

  /** Compares the newest rows; null when they are right. */
  async compareNewest(client: Client): Promise<string | null> {
    const found = await this.#digest(client, this.sealedTo, Number.POSITIVE_INFINITY);
    if (found === digestOf(this.#lines)) return null;
    return this.#described(client, this.sealedTo, Number.POSITIVE_INFINITY, this.#lines);
  }

  /** Compares the rows of a chunk; null when they are right. */
  async compareChunk(client: Client, chunk: Chunk): Promise<string | null> {
    const index = this.#chunks.indexOf(chunk);
    // The rows may have been removed rightly since the chunk was chosen.
    if (index < 0) return null;
    const from = this.#chunks[index - 1]?.to ?? this.#floor;
    if ((await this.#digest(client, from, chunk.to)) === chunk.digest) return null;
    return this.#described(client, from, chunk.to, null);
  }

  async #digest(client: Client, from: number, to: number): Promise<string> {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT encode(sha256(convert_to(coalesce(
         string_agg(line, E'\\n' ORDER BY line COLLATE "C"), ''), 'UTF8')), 'hex') AS digest
       FROM (SELECT ${this.spec.line} AS line ${this.#rows(from, to)}) AS rows`,
    );
    return rows[0]!.digest;
  }

  async #described(
    client: Client,
    from: number,
    to: number,
    due: readonly string[] | null,
  ): Promise<string> {
    const { name, position } = this.spec;
    const above = Number.isFinite(from) ? ` above ${position} ${from}` : '';
    const upTo = Number.isFinite(to) ? ` up to ${position} ${to}` : '';
    const where = `${name}: rows${above}${upTo} are not those that were written`;
    if (due === null) return where;
    const { rows } = await client.query<{ line: string }>(
      `SELECT ${this.spec.line} AS line ${this.#rows(from, to)}`,
    );
    const found = new Set(rows.map(({ line }) => line));
    const wanted = new Set(due);
    const missing = due.find((line) => !found.has(line));
    const extra = rows.find(({ line }) => !wanted.has(line))?.line;
    const parts = [missing && `missing ${missing}`, extra && `found ${extra}`].filter(Boolean);
    return `${where}: ${parts.join('; ').slice(0, 300) || 'a row is there twice'}`;
  }

  /** A null position is in no range: it counts as the newest. */
  #rows(from: number, to: number): string {
    const { position, where = 'true' } = this.spec;
    const above = Number.isFinite(from) ? `${position} > ${from}` : 'true';
    const upTo = Number.isFinite(to) ? `${position} <= ${to}` : 'true';
    return `FROM ${this.spec.from} WHERE ${where} AND ${above} AND ${upTo}`;
  }
}

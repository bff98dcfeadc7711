import { createHash } from 'node:crypto';
import type { Postings } from '@assay/core/ledger/postings';
import type { RowReader } from '@assay/platform/engine/machine';
import { eachPosting, findInTables, postingLine } from './store/audit.ts';

/** An inconsistency in the tables of the ledger. */
export interface LedgerFinding {
  /**
   * `balance`: not the sum of its postings. `hold`: not what open intents claim. `asset`: the
   * accounts do not sum to zero. `negative`: below zero, and not outside. `posting`: an impossible
   * posting. `journal`: not the postings that a replay of the log makes.
   */
  readonly kind: 'balance' | 'hold' | 'asset' | 'negative' | 'posting' | 'journal';
  readonly what: string;
}

const SUBJECTS = {
  balance: 'account',
  hold: 'account',
  negative: 'account',
  asset: 'asset',
  posting: 'command',
} as const;

/**
 * Audits the whole ledger in the database, in one snapshot beside a working engine: each balance is
 * the fold of its postings, each asset sums to zero, nobody but the outside is below zero, what is
 * held is what open intents claim, and every posting is possible.
 *
 * @param holds statements of (account, amount), one for each module that keeps holds
 */
export async function auditTables(
  reader: RowReader,
  holds: readonly string[],
): Promise<LedgerFinding[]> {
  const rows = await findInTables(reader, holds);
  return rows.map(({ kind, at, found, due }) => ({
    kind,
    what: `${SUBJECTS[kind]} ${at}: ${found}${due === '' ? '' : `, due ${due}`}`,
  }));
}

/** Number of commands whose postings share one digest: a finding names the range. */
const CHUNK = 1_000;

/**
 * The journal as a list of hashes, one for each thousand commands: small, whatever its length.
 * Postings come in the order of their commands; within a command their order does not count,
 * because the table does not keep it.
 */
export class JournalDigest {
  readonly chunks = new Map<number, string>();
  #chunk = 0;
  #lines: string[] = [];
  #cleared = -1;
  #taken = 0;

  /** Adds the postings that were not added yet; called after each command or each batch. */
  take(postings: Postings): void {
    if (postings.cleared !== this.#cleared) this.#taken = 0;
    this.#cleared = postings.cleared;
    for (; this.#taken < postings.count; this.#taken += 1) {
      const row = this.#taken;
      const seq = postings.seq(row);
      const [from, to] = [postings.from(row), postings.to(row)];
      const units = BigInt(postings.amount(row));
      this.add(seq, postingLine(seq, from, to, units, postings.purpose(row)));
    }
  }

  add(seq: number, line: string): void {
    const chunk = Math.floor(seq / CHUNK);
    if (chunk !== this.#chunk) this.#close();
    this.#chunk = chunk;
    this.#lines.push(line);
  }

  /** The hashes by the number of their thousand; nothing can be added afterwards. */
  end(): ReadonlyMap<number, string> {
    this.#close();
    return this.chunks;
  }

  #close(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.sort().join('\n');
    this.chunks.set(this.#chunk, createHash('sha256').update(text).digest('hex'));
    this.#lines = [];
  }
}

/**
 * Compares the journal in the database with the one that a replay of the log made. This finds what
 * no sum can: a posting under another command or for another purpose, or one that was inserted
 * together with matching balances.
 *
 * @param from the first command that the replay decided; postings of earlier ones are passed over
 */
export async function auditJournal(
  reader: RowReader,
  due: ReadonlyMap<number, string>,
  from = 1,
): Promise<LedgerFinding[]> {
  const digest = new JournalDigest();
  await eachPosting(reader, ([seq, line]) => {
    if (seq >= from) digest.add(seq, line);
  });
  const found = digest.end();
  const chunks = new Set([...due.keys(), ...found.keys()]);
  return [...chunks]
    .filter((chunk) => due.get(chunk) !== found.get(chunk))
    .map((chunk) => ({
      kind: 'journal',
      what: `postings of commands ${chunk * CHUNK} to ${(chunk + 1) * CHUNK - 1}`,
    }));
}

import { FIRST_USER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Database } from '@assay/platform/db/database';
import type { Handlers } from '@assay/platform/http/context';
import type { Job } from '@assay/platform/jobs/jobs';
import {
  ALL,
  monthOf,
  monthText,
  one,
  type QualityRow,
  qualityOf,
  summed,
} from './rules/quality.ts';
import type { calls } from './schema/index.ts';
import { QualityStore } from './store/quality.ts';

const COUNT_EVERY_MS = 10_000;

/** What is counted of the executions of both realms. */
export interface QualityParts {
  readonly db: Pick<Database, 'pool'>;
  now(realm: Realm): number;
}

type Report = 'getExecutionQuality' | 'getMyExecutionQuality';

/** Counts the receipts that were written since it last did, in slices, until there are none. */
export function qualityJob(db: Pick<Database, 'pool'>, realm: Realm): Job {
  const store = new QualityStore(db, realm);
  return {
    name: `cfdQuality:${realm}`,
    everyMs: COUNT_EVERY_MS,
    atStart: true,
    run: async (_at, signal) => {
      while ((await store.counting(countReceipts)) > 0) signal.throwIfAborted();
    },
  };
}

function countReceipts(receipts: Parameters<Parameters<QualityStore['counting']>[0]>[0]) {
  // A strategy of the house trades as people do, but is none of those whom the report is of.
  const ofPeople = receipts.filter(({ userId }) => userId >= FIRST_USER);
  return summed(ofPeople.flatMap((receipt) => qualityOf(receipt) ?? []));
}

/** The reports, and the counting of orders that were refused. */
export class Quality {
  readonly #parts: QualityParts;

  constructor(parts: QualityParts) {
    this.#parts = parts;
  }

  /** An order of somebody that was refused, by its reason. */
  async refused(realm: Realm, userId: number, contract: string, reason: string): Promise<void> {
    const month = monthOf(this.#parts.now(realm));
    const row = { userId, month, contract, ending: 'refused', reason, ...one() } as const;
    await new QualityStore(this.#parts.db, realm).add(summed([row]));
  }

  /** Public: of the realm of whoever asks, of all of its people; and somebody's own. */
  readonly handlers: Pick<Handlers<typeof calls>, Report> = {
    getExecutionQuality: ({ months }, { actor }) =>
      this.#report(actor?.realm ?? 'real', ALL, months),
    getMyExecutionQuality: ({ months }, { actor: { realm, userId } }) =>
      this.#report(realm, userId, months),
  };

  async #report(realm: Realm, userId: number, months: number) {
    const first = monthOf(this.#parts.now(realm)) - months + 1;
    const rows = await new QualityStore(this.#parts.db, realm).read(userId, first);
    return { rows: rows.map(viewOf) };
  }
}

function viewOf(row: QualityRow) {
  const { contract, ending, reason, count, measured, better, worse, timed, longestMs } = row;
  const { within1s, within2s, within5s } = row;
  return {
    ...{ month: monthText(row.month), contract, ending, reason, count, measured, better, worse },
    betterBy: formatDecimal(row.betterBy, SCALE),
    worseBy: formatDecimal(row.worseBy, SCALE),
    ...{ timed, averageMs: timed === 0 ? 0 : Math.ceil(row.waitMs / timed), longestMs },
    ...{ within1s, within2s, within5s },
  };
}

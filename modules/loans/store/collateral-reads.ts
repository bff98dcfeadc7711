import { accountId, MAX_ASSET, WALLET } from '@assay/core/ledger/owners';
import { readRows } from '@assay/platform/engine/tables/load';
import type { Queryable } from './applications.ts';
import {
  type CollateralEventRow,
  collateralEvent,
  type EndedCollateralRow,
  endedCollateralLoan,
} from './collateral-tables.ts';

type Pool = Queryable & Parameters<typeof readRows>[0];

/** The most events of one loan that a statement shows: the last of them, and its opening. */
const EVENTS = 1_000;

export async function endedCollateral(
  pool: Pool,
  loanId: number,
): Promise<EndedCollateralRow | undefined> {
  return (await readRows(pool, 'real', endedCollateralLoan, 'id', loanId))[0];
}

/** Those of a person that ended, the latest first. */
export async function endedCollateralOf(
  pool: Pool,
  userId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<EndedCollateralRow[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from real.ended_collateral_loan where user_id = $1 and id < $2
     order by id desc limit $3`,
    [userId, before, limit],
  );
  const ids = rows.map(({ id }) => id);
  const found = await readRows(pool, 'real', endedCollateralLoan, 'id', ids);
  return found.sort((one, other) => other.id - one.id);
}

/** All that happened to a loan, the latest first. */
export async function collateralEvents(pool: Pool, loanId: number): Promise<CollateralEventRow[]> {
  const found = await readRows(pool, 'real', collateralEvent, 'loanId', loanId);
  const latest = found.sort((one, other) => other.seq - one.seq);
  return latest.filter(({ what }, i) => i < EVENTS || what === 'opened');
}

/** What a command converted for a person: for all their loans of one asset, by their numbers. */
export async function conversionsIn(
  pool: Pool,
  { seq, userId, asset }: { seq: number; userId: number; asset: number },
): Promise<CollateralEventRow[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from real.collateral_loan where user_id = $1 and asset = $2
     union all select id from real.ended_collateral_loan where user_id = $1 and asset = $2`,
    [userId, asset],
  );
  const own = new Set(rows.map(({ id }) => id));
  const found = await readRows(pool, 'real', collateralEvent, 'seq', seq);
  const converted = found.filter(({ what }) => what === 'taken' || what === 'matured');
  return converted
    .filter(({ loanId }) => own.has(loanId))
    .sort((one, other) => one.loanId - other.loanId);
}

export interface StoredPosting {
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly purpose: number;
}

/** What a command moved from or to a person, in the order in which it did. */
export async function postingsWith(
  pool: Queryable,
  seq: number,
  userId: number,
): Promise<StoredPosting[]> {
  const [first, last] = [0, MAX_ASSET].map((asset) => accountId(userId, WALLET.currency, asset));
  const { rows } = await pool.query<{ from: number; to: number; amount: string; purpose: number }>(
    `select from_account as "from", to_account as "to", amount::text, purpose
     from real.posting where seq = $1
       and (from_account between $2 and $3 or to_account between $2 and $3) order by 1, 2, 4`,
    [seq, first, last],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** What the pool has lost, and what it was paid in each asset. */
export async function collateralTotals(
  pool: Queryable,
): Promise<{ lost: bigint; converted: ReadonlyMap<number, bigint> }> {
  const { rows } = await pool.query<{ asset: number; lost: string; converted: string }>(
    `select l.asset, sum(e.lost)::text as lost, sum(e.collateral)::text as converted
     from real.collateral_event e
     join (select id, asset from real.collateral_loan
           union all select id, asset from real.ended_collateral_loan) l on l.id = e.loan_id
     where e.what in ('taken', 'matured') group by l.asset`,
  );
  return {
    lost: rows.reduce((sum, { lost }) => sum + BigInt(lost), 0n),
    converted: new Map(rows.map(({ asset, converted }) => [asset, BigInt(converted)])),
  };
}

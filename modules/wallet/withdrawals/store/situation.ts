import { DAY } from '@assay/core/time';
import { BANK } from '../bank-way.ts';
import type { Queryable } from './destinations.ts';

/** Those that ask for an asset at once are written down one after the other, in a transaction. */
export async function lockOutflow(db: Queryable, asset: string): Promise<void> {
  const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await db.query(text, [`withdrawals of ${asset}`]);
}

/** Not those that the engine refused, that ended without leaving, or that a bank sent back. */
const COUNTS = `d.refused = '' and not exists (select from real.ended_withdrawal e
  where e.digest = d.digest and e.state <> 'paid')
  and not exists (select from real.returned_bank_withdrawal r where r.digest = d.digest)`;

/** With those that their owner has cancelled: they had the rate until then. */
const LOCKED = `d.refused = '' and not exists (select from real.ended_withdrawal e
  where e.digest = d.digest and e.state not in ('paid', 'cancelled'))
  and not exists (select from real.returned_bank_withdrawal r where r.digest = d.digest)`;

/** Who sends what a token makes for somebody: nothing can go back there. */
const NOBODY = `0x${'0'.repeat(40)}`;

export interface StoredLot {
  readonly id: number;
  readonly amount: bigint;
  readonly taken: bigint;
  readonly returned: bigint;
  /** The version of the rules that it pins. */
  readonly rules: number;
  /** Where it came from: chain and address, in small letters; null where nobody knows. */
  readonly source: string | null;
}

/** What a person has deposited of an asset, and what withdrawals take of it. */
export async function lotsOf(db: Queryable, userId: number, asset: number): Promise<StoredLot[]> {
  const { rows } = await db.query<{
    id: number;
    amount: string;
    taken: string;
    returned: string;
    rules: number;
    source: string | null;
  }>(
    `select c.seq as id, c.amount::text, c.rules, coalesce(t.taken, 0)::text as taken,
       coalesce(t.returned, 0)::text as returned,
       (select min(p.chain_id || ':' || lower(p.sender)) from deposit p
          where p.credit_seq = c.seq and p.user_id = $1 and p.sender <> $3) as source
     from real.deposit_credit c
     left join (select l.lot, sum(l.amount) filter (where d.kind <> 'return') as taken,
         sum(l.amount) filter (where d.kind = 'return') as returned
       from withdrawal_lot l join withdrawal_destination d using (digest)
       where d.user_id = $1 and ${COUNTS} group by l.lot) t on t.lot = c.seq
     where c.user_id = $1 and c.asset = $2 order by c.seq`,
    [userId, asset, NOBODY],
  );
  return rows.map(({ id, amount, taken, returned, rules, source }) => ({
    ...{ id, rules, source, amount: BigInt(amount) },
    ...{ taken: BigInt(taken), returned: BigInt(returned) },
  }));
}

/**
 * What was credited and is not so deep in its chain that it may leave, in units of 1e-8 by asset;
 * of what was seen up to an instant.
 */
export async function unconfirmedOf(
  db: Queryable,
  userId: number,
  seenBy: number,
): Promise<{ asset: string; units: bigint }[]> {
  const { rows } = await db.query<{ asset: string; units: string }>(
    `select p.asset, sum(p.units)::text as units
     from deposit p join deposit_chain c using (chain_id) join chain_scan s using (chain_id)
     where p.user_id = $1 and p.state in ('crediting', 'credited') and p.seen_at <= $2
       and s.block_number - p.block_number + 1 < c.withdrawal_confirmations
     group by p.asset`,
    [userId, seenBy],
  );
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }));
}

/** What a person asked for before, as far as the rules want to know. */
export interface Before {
  /** When those go or went that count for a day, from `since` on. */
  readonly accepted: readonly number[];
  /** When those were asked for that locked a rate, from `since` on. */
  readonly lockedAt: readonly number[];
  readonly lastExitAt: number | null;
  /** What was paid of the asset, the latest first. */
  readonly paid: readonly bigint[];
  /**
   * When the address was first used, by a request that stands or was paid; null for a new one. A
   * request that its owner took back or staff refused has proved nothing, and neither has one from
   * before the owner removed the address from the book.
   */
  readonly firstUsedAt: number | null;
  readonly paidToAddress: number;
  /** What came in lately, by the number of the asset: units of one are none of another. */
  readonly deposited: readonly { readonly asset: number; readonly units: bigint }[];
}

const PAID_MAX = 24;

export async function beforeOf(
  db: Queryable,
  userId: number,
  of: { readonly chainId: number; readonly address: string; readonly asset: number | null },
  since: { readonly accepted: number; readonly deposited: number },
): Promise<Before> {
  const paid = `select e.amount from real.ended_withdrawal e
    where e.user_id = $1 and e.asset = $6 and e.state = 'paid' order by e.id desc limit ${PAID_MAX}`;
  const { rows } = await db.query<{
    accepted: number[] | null;
    lockedAt: number[] | null;
    lastExitAt: number | null;
    paid: string[] | null;
    firstUsedAt: number | null;
    paidToAddress: number;
    deposited: { asset: number; units: string }[] | null;
  }>(
    `select
       (select json_agg(d.queued_until) from withdrawal_destination d where d.user_id = $1
          and d.kind <> 'return' and d.queued_until >= $4 and ${COUNTS}) as accepted,
       (select json_agg(d.requested_at) from withdrawal_destination d where d.user_id = $1
          and d.chain_id = ${BANK} and d.requested_at >= $4 and ${LOCKED}) as "lockedAt",
       (select max(d.requested_at) from withdrawal_destination d
          where d.user_id = $1 and d.kind = 'exit' and ${COUNTS}) as "lastExitAt",
       (select json_agg(amount::text) from (${paid}) p) as paid,
       (select min(d.requested_at) from withdrawal_destination d where d.user_id = $1
          and d.chain_id = $2 and d.address = $3 and ${COUNTS} and not exists (
            select from withdrawal_address a where a.user_id = $1 and a.chain_id = $2
              and a.address = $3 and a.removed_at >= d.requested_at)) as "firstUsedAt",
       (select count(*)::int from withdrawal_destination d
          join real.ended_withdrawal e on e.digest = d.digest and e.state = 'paid'
          where d.user_id = $1 and d.chain_id = $2 and d.address = $3) as "paidToAddress",
       (select json_agg(json_build_object('asset', asset, 'units', units)) from (
          select c.asset, sum(c.amount)::text as units from real.deposit_credit c
          where c.user_id = $1 and c.at >= $5 group by c.asset) c) as deposited`,
    [userId, of.chainId, of.address, since.accepted, since.deposited, of.asset],
  );
  const [row] = rows;
  return {
    ...row!,
    accepted: row!.accepted ?? [],
    lockedAt: row!.lockedAt ?? [],
    paid: (row!.paid ?? []).map(BigInt),
    deposited: (row!.deposited ?? []).map(({ asset, units }) => ({ asset, units: BigInt(units) })),
  };
}

/**
 * What leaves or left of an asset within a day of now, of everybody: what a plan sends on later
 * days counts on those. What goes back to its source unused is no sign of anything, and must not
 * hold what others ask for.
 */
export async function leftAround(db: Queryable, asset: string, now: number): Promise<bigint> {
  const { rows } = await db.query<{ sum: string }>(
    `select coalesce(sum(d.amount), 0)::text as sum from withdrawal_destination d
     where d.asset = $1 and d.queued_until >= $2 and d.queued_until < $3
       and d.kind <> 'return' and ${COUNTS}`,
    [asset, now - DAY, now + DAY],
  );
  return BigInt(rows[0]!.sum);
}

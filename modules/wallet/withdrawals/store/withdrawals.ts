import type { EndState, OpenState } from '../../schema/commands.ts';
import { type BankDetails, type BankRow, bankOf } from './bank.ts';
import {
  DESTINATION,
  type Destination,
  type DestinationRow,
  destinationOf,
  type Queryable,
} from './destinations.ts';

export interface Hold {
  readonly reason: string;
  readonly placedAt: number;
  /** Null: it ends with what it is about. */
  readonly deadline: number | null;
  readonly follows: 'release' | 'escalate';
  readonly outcome: '' | 'released' | 'escalated';
  readonly endedAt: number | null;
}

/** A withdrawal of the engine with where it goes, what holds it and what paid it. */
export interface Withdrawal extends Omit<Destination, 'withdrawalId'> {
  readonly withdrawalId: number;
  readonly state: OpenState | EndState;
  readonly approvedAt: number | null;
  /** The actor: custody, or a member of staff. */
  readonly approvedBy: number | null;
  readonly payingAt: number | null;
  readonly endedAt: number | null;
  /** Of one that was refused or returned. */
  readonly reason: string;
  readonly transaction: string | null;
  /** What two people have said paid it, while the chain has not confirmed it. */
  readonly entered: string | null;
  /** The signer has signed it: nobody takes it back. */
  readonly isSigned: boolean;
  readonly holds: readonly Hold[];
  readonly claimedBy: number | null;
  readonly claimedUntil: number | null;
  /** Of one that a bank carries. */
  readonly bank: BankDetails | null;
}

const BANK = `case when b.digest is null then null else json_build_object(
    'reference', b.reference, 'currency', b.currency, 'proceeds', b.proceeds::text,
    'rate', b.rate::text, 'rateAt', b.rate_at, 'rateSource', b.rate_source,
    'rateTick', b.rate_tick, 'spreadPpm', b.spread_ppm, 'bankName', b.bank_name, 'bic', b.bic,
    'bankAddress', b.bank_address, 'payeePhone', b.payee_phone, 'payeeAddress', b.payee_address,
    'backMoney', r.returned::text, 'backAmount', r.amount::text, 'backAt', r.at) end`;
const SIGNED = `exists (select from payout_decision t
    where t.withdrawal_id = w.id and t.taker = 'signer')`;
const ENTERED = `(select h.transaction_hash from payout_by_hand h
    where h.withdrawal_id = w.id and h.decided_as = '')`;
const BANK_ROWS = `left join withdrawal_bank b on b.digest = d.digest
  left join real.returned_bank_withdrawal r on r.digest = d.digest`;

export interface OwnFilter {
  readonly state?: OpenState | EndState | undefined;
  readonly asset?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

const COMMON = `id, user_id, digest, state, requested_at, approved_at, approved_by, paying_at`;
const HOLDS = `(select coalesce(json_agg(json_build_object('reason', h.reason, 'placedAt',
    h.placed_at, 'deadline', h.deadline, 'follows', h.follows, 'outcome', h.ended_as, 'endedAt', h.ended_at)
    order by h.placed_at, h.reason), '[]') from withdrawal_hold h where h.digest = d.digest)`;

/** All of them, whose engine rows fit `where` (their columns, bare). */
const select = (where: string) => `
  select ${DESTINATION}, w.id, w.state, w.approved_at as "approvedAt",
    w.approved_by as "approvedBy", w.paying_at as "payingAt", w.ended_at as "endedAt", w.reason,
    p.transaction_hash as transaction, ${ENTERED} as entered, c.operator_id as "claimedBy", c.until as "claimedUntil",
    ${HOLDS} as holds, ${SIGNED} as "isSigned", ${BANK} as bank
  from (select ${COMMON}, null::bigint as ended_at, '' as reason from real.withdrawal
          where ${where}
        union all
        select ${COMMON}, ended_at, reason from real.ended_withdrawal where ${where}) w
  join withdrawal_destination d on d.digest = w.digest
  left join withdrawal_payout p on p.withdrawal_id = w.id
  left join withdrawal_claim c on c.withdrawal_id = w.id ${BANK_ROWS}`;

type Row = DestinationRow &
  Omit<Withdrawal, keyof Destination | 'withdrawalId' | 'bank'> & {
    id: number;
    bank: BankRow | null;
  };

function read(rows: readonly Row[]): Withdrawal[] {
  return rows.map((row) => {
    const { id: withdrawalId, bank, ...rest } = row;
    return { ...destinationOf(rest), withdrawalId, bank: bank && bankOf(bank) };
  });
}

/** Those of a person, the latest first. */
export async function withdrawalsOf(
  db: Queryable,
  userId: number,
  { state, asset, from, to, before, limit }: OwnFilter,
): Promise<Withdrawal[]> {
  const { rows } = await db.query<Row>(
    `${select('user_id = $1 and ($2::bigint is null or id < $2)')}
     where ($3::text is null or w.state = $3) and ($4::text is null or d.asset = $4)
       and ($5::bigint is null or w.requested_at >= $5)
       and ($6::bigint is null or w.requested_at <= $6)
     order by w.id desc limit $7`,
    [userId, before, state, asset, from, to, limit],
  );
  return read(rows);
}

/** Those of a person that are parts of a plan, in the order in which they go. */
export async function withdrawalsOfPlan(
  db: Queryable,
  userId: number,
  planId: number,
): Promise<Withdrawal[]> {
  const { rows } = await db.query<Row>(
    `${select('user_id = $1')} where d.plan_id = $2 order by d.queued_until, w.id`,
    [userId, planId],
  );
  return read(rows);
}

export async function withdrawalById(db: Queryable, id: number): Promise<Withdrawal | null> {
  const { rows } = await db.query<Row>(select('id = $1'), [id]);
  return read(rows)[0] ?? null;
}

export async function withdrawalByDigest(
  db: Queryable,
  digest: string,
): Promise<Withdrawal | null> {
  const { rows } = await db.query<Row>(select('digest = $1'), [digest]);
  return read(rows)[0] ?? null;
}

const OPEN = `
  select ${DESTINATION}, w.id, w.state, w.approved_at as "approvedAt",
    w.approved_by as "approvedBy", w.paying_at as "payingAt", null as "endedAt", '' as reason,
    p.transaction_hash as transaction, ${ENTERED} as entered, c.operator_id as "claimedBy", c.until as "claimedUntil",
    ${HOLDS} as holds, ${SIGNED} as "isSigned", ${BANK} as bank
  from real.withdrawal w join withdrawal_destination d on d.digest = w.digest
  left join withdrawal_payout p on p.withdrawal_id = w.id
  left join withdrawal_claim c on c.withdrawal_id = w.id ${BANK_ROWS}`;

/** What wants people, or waits: the open ones, those that came first at the top. */
export async function openWithdrawals(db: Queryable, limit: number): Promise<Withdrawal[]> {
  const { rows } = await db.query<Row>(`${OPEN} order by w.id limit $1`, [limit]);
  return read(rows);
}

/** Holds that are there for the owner's sake, or for the chain's: no approval shortens them. */
const UNSHORTENED = `('securityChange', 'newDevice', 'newAddress', 'confirmations', 'chainClosed',
  'unknownAddress')`;
/** Of those that were approved only such a hold goes on. */
const GOES_ON = `(w.state = 'requested' or w.state = 'approved' and h.reason in ${UNSHORTENED})`;

/** Those that nothing keeps from going a step further at `now`. */
export async function readyWithdrawals(
  db: Queryable,
  now: number,
  after: number,
  limit: number,
): Promise<Withdrawal[]> {
  const { rows } = await db.query<Row>(
    `${OPEN} where w.id > $3 and case w.state
       when 'requested' then d.queued_until <= $1 and not exists (select from withdrawal_hold h
         where h.digest = d.digest and h.ended_as <> 'released')
       when 'approved' then d.queued_until <= $1 and not exists (select from withdrawal_hold h
         where h.digest = d.digest and h.ended_as <> 'released' and h.reason in ${UNSHORTENED})
       else p.transaction_hash is not null end
     order by w.id limit $2`,
    [now, limit, after],
  );
  return read(rows);
}

/** Ends the holds that have come to their deadline, each as it says. */
export async function endDueHolds(db: Queryable, now: number): Promise<void> {
  await db.query(
    `update withdrawal_hold h set ended_at = $1,
       ended_as = case follows when 'release' then 'released' else 'escalated' end
     from real.withdrawal w
     where h.ended_as = '' and h.deadline <= $1 and w.digest = h.digest and ${GOES_ON}`,
    [now],
  );
}

interface OpenHold
  extends Pick<
    Destination,
    'digest' | 'kind' | 'userId' | 'chainId' | 'asset' | 'address' | 'memo'
  > {
  readonly reason: string;
  readonly placedAt: number;
}

/** Those without a deadline, which end with what they are about, and those that do so before it. */
export async function endlessHolds(db: Queryable): Promise<OpenHold[]> {
  const { rows } = await db.query<OpenHold>(
    `select h.digest, h.reason, h.placed_at as "placedAt", d.kind, w.user_id as "userId",
       d.chain_id as "chainId", d.asset, d.address, d.memo
     from withdrawal_hold h join withdrawal_destination d on d.digest = h.digest
     join real.withdrawal w on w.digest = h.digest and ${GOES_ON}
     where h.ended_as = '' and (h.deadline is null or h.reason = 'confirmations')`,
  );
  return rows;
}

/** Holds one that waited for nothing any more, until what is in its way has gone. */
export async function placeHold(
  db: Queryable,
  { digest, reason }: { readonly digest: string; readonly reason: string },
  now: number,
): Promise<void> {
  await db.query(
    `insert into withdrawal_hold (digest, reason, placed_at, deadline, follows)
     values ($1, $2, $3, null, 'release')
     on conflict (digest, reason) do update set placed_at = $3, ended_as = '', ended_at = null`,
    [digest, reason, now],
  );
}

export async function releaseHold(
  db: Queryable,
  { digest, reason }: { readonly digest: string; readonly reason: string },
  now: number,
): Promise<void> {
  await db.query(
    `update withdrawal_hold set ended_as = 'released', ended_at = $3
     where digest = $1 and reason = $2 and ended_as = ''`,
    [digest, reason, now],
  );
}

/**
 * Until this transaction ends nobody else says that this one was paid, or that it is given back:
 * the engine and the table of payments do not know of each other.
 */
export async function lockEnd(db: Queryable, withdrawalId: number): Promise<void> {
  const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await db.query(text, [`withdrawal ends ${withdrawalId}`]);
}

/** Who takes back what was handed over to the signer. */
export type Taker = 'owner' | 'staff';

/** False where the signer was first: it has signed it. */
export async function takeBack(
  db: Queryable,
  withdrawalId: number,
  taker: Taker,
  at: number,
): Promise<boolean> {
  const add = 'insert into payout_decision values ($1, $2, $3) on conflict do nothing';
  await db.query(add, [withdrawalId, taker, at]);
  const { rows } = await db.query<{ taker: Taker | 'signer' }>(
    'select taker from payout_decision where withdrawal_id = $1',
    [withdrawalId],
  );
  return rows[0]!.taker !== 'signer';
}

/** Those that their owners have taken back and the engine still has. */
export async function takenBack(
  db: Queryable,
): Promise<Pick<Withdrawal, 'withdrawalId' | 'digest'>[]> {
  const { rows } = await db.query<Pick<Withdrawal, 'withdrawalId' | 'digest'>>(
    `select w.id as "withdrawalId", w.digest from real.withdrawal w
     join payout_decision t on t.withdrawal_id = w.id and t.taker = 'owner'
     where w.state = 'paying'`,
  );
  return rows;
}

/** Takes one to work on; false while somebody else does. */
export async function claim(
  db: Queryable,
  withdrawalId: number,
  operatorId: number,
  now: number,
  until: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into withdrawal_claim values ($1, $2, $4)
     on conflict (withdrawal_id) do update set operator_id = $2, until = $4
     where withdrawal_claim.operator_id = $2 or withdrawal_claim.until <= $3`,
    [withdrawalId, operatorId, now, until],
  );
  return rowCount === 1;
}

export async function release(
  db: Queryable,
  withdrawalId: number,
  operatorId: number,
): Promise<void> {
  await db.query('delete from withdrawal_claim where withdrawal_id = $1 and operator_id = $2', [
    withdrawalId,
    operatorId,
  ]);
}

/** Which withdrawal a transaction paid; null for none. */
export async function paidBy(
  db: Queryable,
  chainId: number,
  transaction: string,
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `select withdrawal_id as id from withdrawal_payout
     where chain_id = $1 and transaction_hash = $2`,
    [chainId, transaction],
  );
  return rows[0]?.id ?? null;
}

/** The transaction that paid one; false when that one, or the transaction, has another. */
export async function addPayout(
  db: Queryable,
  { withdrawalId, chainId }: Pick<Withdrawal, 'withdrawalId' | 'chainId'>,
  transaction: string,
  at: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into withdrawal_payout values ($1, $2, $3, $4) on conflict do nothing`,
    [withdrawalId, chainId, transaction, at],
  );
  return rowCount === 1;
}

/** What a withdrawal takes of which deposit; lot 0: of what is there beyond all deposits. */
export async function lotsTaken(
  db: Queryable,
  digest: string,
): Promise<{ lot: number; taken: string; amount: string | null; at: number | null }[]> {
  const { rows } = await db.query<{
    lot: number;
    taken: string;
    amount: string | null;
    at: number | null;
  }>(
    `select l.lot, l.amount::text as taken, c.amount::text as amount, c.at
     from withdrawal_lot l left join real.deposit_credit c on c.seq = l.lot
     where l.digest = $1 order by l.lot`,
    [digest],
  );
  return rows;
}

/** The one that a reference of payments to banks names; null for none. */
export async function withdrawalByReference(
  db: Queryable,
  reference: string,
): Promise<Withdrawal | null> {
  const { rows } = await db.query<{ digest: string }>(
    'select digest from withdrawal_bank where reference = $1',
    [reference],
  );
  return rows[0] === undefined ? null : withdrawalByDigest(db, rows[0].digest);
}

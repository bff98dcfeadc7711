import type { Client, PoolClient } from '@assay/platform/db/database';
import type { OtherCustody } from '../reserves/reserves.ts';
import type { PROOF_STATES, ProofReason } from '../schema/proofs.ts';

export type Queryable = Pick<Client | PoolClient, 'query'>;

export interface NewProof {
  readonly userId: number;
  readonly chainId: number;
  readonly asset: string;
  /** In units of 1e-8. */
  readonly amount: bigint;
  readonly description: string;
  readonly picture: string;
  readonly digest: string;
  readonly salt: string;
  readonly sentAt: number;
}

export interface Proof extends Omit<NewProof, 'picture'> {
  readonly proofId: number;
  readonly picture: string | null;
  readonly state: (typeof PROOF_STATES)[number];
  readonly reason: ProofReason | '';
  readonly transaction: string | null;
  readonly rules: number | null;
  readonly decidedAt: number | null;
  readonly claimedBy: number | null;
  readonly claimedUntil: number;
}

const COLUMNS = `proof_id as "proofId", user_id as "userId", chain_id as "chainId", asset,
  amount::text, description, picture, digest, salt, sent_at as "sentAt", state, reason,
  transaction_hash as transaction, rules, decided_at as "decidedAt", claimed_by as "claimedBy",
  claimed_until as "claimedUntil"`;
type Row = Omit<Proof, 'amount'> & { readonly amount: string };

const read = (rows: readonly Row[]): Proof[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

/** An arbitrary number, the first half of the lock of a person's proofs. */
const PROOF_LOCK = 421_990;

/** Null when so many of the person wait already. */
export async function addProof(
  client: Queryable,
  proof: NewProof,
  most: number,
): Promise<Proof | null> {
  // Those that are sent at once follow one another.
  await client.query('select pg_advisory_xact_lock($1, $2)', [PROOF_LOCK, proof.userId % 2 ** 31]);
  const { userId, chainId, asset, amount, description, picture, digest, salt, sentAt } = proof;
  const { rows } = await client.query<Row>(
    `insert into deposit_proof (user_id, chain_id, asset, amount, description, picture, digest,
       salt, sent_at, state)
     select $1::bigint, $2::bigint, $3, $4::bigint, $5, $6, $7, $8, $9::bigint, 'review'
     where (select count(*) from deposit_proof where user_id = $1 and state = 'review') < $10
     returning ${COLUMNS}`,
    [userId, chainId, asset, String(amount), description, picture, digest, salt, sentAt, most],
  );
  return read(rows)[0] ?? null;
}

export async function proofsOf(db: Queryable, userId: number, limit: number): Promise<Proof[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from deposit_proof where user_id = $1 order by proof_id desc limit $2`,
    [userId, limit],
  );
  return read(rows);
}

export async function proofById(
  db: Queryable,
  proofId: number,
  lock = false,
): Promise<Proof | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from deposit_proof where proof_id = $1 ${lock ? 'for update' : ''}`,
    [proofId],
  );
  return read(rows)[0] ?? null;
}

export async function waitingProofs(
  db: Queryable,
  state: 'review' | 'crediting',
  limit: number,
): Promise<Proof[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from deposit_proof where state = $1 order by sent_at limit $2`,
    [state, limit],
  );
  return read(rows);
}

/** Takes one to work on; false while somebody else does. */
export async function claim(
  db: Queryable,
  { proofId, operatorId, now, until }: Record<'proofId' | 'operatorId' | 'now' | 'until', number>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update deposit_proof set claimed_by = $2, claimed_until = $4
     where proof_id = $1 and state = 'review' and (claimed_by = $2 or claimed_until <= $3)`,
    [proofId, operatorId, now, until],
  );
  return rowCount === 1;
}

export async function unclaim(db: Queryable, proofId: number): Promise<void> {
  await db.query('update deposit_proof set claimed_until = 0 where proof_id = $1', [proofId]);
}

export interface Decision {
  readonly state: 'linked' | 'crediting' | 'refused';
  readonly reason?: ProofReason;
  readonly transaction?: string;
  readonly rules?: number;
}

/** What was settled by recoveries of this transaction. */
const recovered = (reference: string) => `select from deposit_recovery
  where regexp_replace(lower(transaction_hash), '^([0-9a-f]{64})$', '0x\\1') = ${reference}
    and state in ('crediting', 'credited', 'returned')`;

/** Whoever credits something by a reference waits here for whoever does so by the same one. */
export async function lockReference(db: Queryable, reference: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [reference]);
}

/**
 * Decides on one that waits; false when it does not wait, another one has the transaction, or that
 * was credited by the chain, as a payment of a loan or by a recovery. In a transaction: decisions
 * that name the same transaction of a chain follow one another.
 */
export async function decide(
  db: Queryable,
  proofId: number,
  { state, reason = undefined, transaction, rules }: Decision,
  now: number,
): Promise<boolean> {
  if (transaction !== undefined) await lockReference(db, transaction);
  const { rowCount } = await db.query(
    `update deposit_proof p set state = $2, reason = coalesce($3, ''), transaction_hash = $4,
       rules = $5, decided_at = $6
     where proof_id = $1 and state = 'review' and not exists (select from deposit_proof o
       where o.transaction_hash = $4)
       and ($2 <> 'crediting' or not exists (select from loan_repayment where reference = $4)
         and not exists (${recovered('$4')})
         and not exists (select from deposit d
           where d.transaction_hash = $4 and d.state <> 'orphaned'))`,
    [proofId, state, reason, transaction, rules, now],
  );
  return rowCount === 1;
}

export async function setCredited(db: Queryable, proofId: number): Promise<void> {
  await db.query(
    "update deposit_proof set state = 'credited' where proof_id = $1 and state = 'crediting'",
    [proofId],
  );
}

/** What the chain has brought to a person of an asset, the latest first. */
export async function broughtTo(
  db: Queryable,
  { userId, chainId, asset }: Pick<Proof, 'userId' | 'chainId' | 'asset'>,
  limit: number,
): Promise<{ transaction: string; units: string; at: number }[]> {
  const { rows } = await db.query<{ transaction: string; units: string; at: number }>(
    `select transaction_hash as transaction, units::text, seen_at as at from deposit
     where user_id = $1 and chain_id = $2 and asset = $3 and state <> 'orphaned'
     order by deposit_id desc limit $4`,
    [userId, chainId, asset, limit],
  );
  return rows;
}

/** Whether this chain has brought anything to this person by this transaction. */
export async function hasBrought(
  db: Queryable,
  { userId, chainId }: Pick<Proof, 'userId' | 'chainId'>,
  transaction: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from deposit where chain_id = $1 and transaction_hash = $2 and state <> 'orphaned'
       and user_id = $3 limit 1`,
    [chainId, transaction, userId],
  );
  return rows.length > 0;
}

/**
 * Whether any chain has brought anything by this transaction, to anybody: which chain a proof is
 * about is what its owner says.
 */
export async function isKnown(db: Queryable, transaction: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from deposit where transaction_hash = $1 and state <> 'orphaned' limit 1`,
    [transaction],
  );
  return rows.length > 0;
}

/**
 * Whether two people have settled this transaction, by a proof, as a payment of a loan, or by a
 * recovery of what its owner has reported, of whatever chain they said: then nobody is credited
 * twice.
 */
export async function isProved(db: Queryable, transaction: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from deposit_proof where transaction_hash = $1
       and state in ('crediting', 'credited')
     union all select 1 from loan_repayment where reference = $1
     union all select 1 where exists (${recovered('$1')} and deposit_id is null)`,
    [transaction],
  );
  return rows.length > 0;
}

/** Erases what a person has written and sent; that it was credited stays. */
export async function eraseProofs(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await db.query<{ picture: string | null }>(
    `update deposit_proof p set description = '', picture = null
     from (select proof_id, picture from deposit_proof where user_id = $1 for update) old
     where p.proof_id = old.proof_id returning old.picture`,
    [userId],
  );
  return rows.flatMap(({ picture }) => (picture === null ? [] : [picture]));
}

/** What two people have credited by proofs, which no row of a chain explains. Units of 1e-8. */
export async function provedCustody(db: Queryable): Promise<OtherCustody[]> {
  const { rows } = await db.query<Record<'asset' | 'broughtIn' | 'bringing', string>>(
    `select asset, coalesce(sum(amount) filter (where state = 'credited'), 0)::text as "broughtIn",
       coalesce(sum(amount) filter (where state = 'crediting'), 0)::text as bringing
     from deposit_proof where state in ('credited', 'crediting') group by asset`,
  );
  return rows.map(({ asset, broughtIn, bringing }) => ({
    ...{ asset, broughtIn: BigInt(broughtIn), bringing: BigInt(bringing), paidOut: 0n },
  }));
}

import type { Client, PoolClient } from '@assay/platform/db/database';
import type { OtherCustody } from '../reserves/reserves.ts';
import type { RECOVERY_STATES, RecoveryReason } from '../schema/recoveries.ts';

export type Queryable = Pick<Client | PoolClient, 'query'>;

/** What its owner says, with the terms that hold from then on. Amounts in units of 1e-8. */
export interface Asked {
  readonly asset: string;
  readonly amount: bigint;
  readonly description: string;
  readonly returnTo: string;
  readonly askedAt: number;
  readonly dueAt: number;
  readonly least: bigint;
  readonly feePpm: number;
}

/** A transfer, and whose it is; the digest binds both. */
export interface About {
  readonly userId: number;
  readonly depositId: number | null;
  readonly network: string;
  readonly transaction: string;
  readonly place: number;
  readonly salt: string;
  readonly digest: string;
}

export interface Recovery extends About {
  readonly recoveryId: number;
  readonly asset: string;
  readonly amount: bigint | null;
  readonly description: string;
  readonly returnTo: string;
  readonly openedAt: number;
  readonly askedAt: number | null;
  readonly dueAt: number | null;
  readonly least: bigint | null;
  readonly feePpm: number | null;
  readonly state: (typeof RECOVERY_STATES)[number];
  readonly reason: RecoveryReason | '';
  readonly law: string;
  readonly creditAsset: string | null;
  readonly creditAmount: bigint | null;
  readonly creditFee: bigint | null;
  readonly rules: number | null;
  readonly returnHash: string | null;
  readonly decidedAt: number | null;
  readonly claimedBy: number | null;
  readonly claimedUntil: number;
  /** Of what a chain has brought. */
  readonly sender: string | null;
  readonly address: string | null;
  readonly token: string | null;
  readonly parts: string | null;
}

const COLUMNS = `r.recovery_id as "recoveryId", r.user_id as "userId",
  r.deposit_id as "depositId", r.network, r.transaction_hash as transaction, r.place, r.salt,
  r.digest, r.asset, r.amount::text, r.description, r.return_to as "returnTo",
  r.opened_at as "openedAt", r.asked_at as "askedAt", r.due_at as "dueAt", r.least::text,
  r.fee_ppm as "feePpm", r.state, r.reason, r.law, r.credit_asset as "creditAsset",
  r.credit_amount::text as "creditAmount", r.credit_fee::text as "creditFee", r.rules,
  r.return_hash as "returnHash", r.decided_at as "decidedAt", r.claimed_by as "claimedBy",
  r.claimed_until as "claimedUntil"`;
const OF_CHAIN = 'd.sender, d.address, d.token, d.amount::text as parts';
const FROM = 'from deposit_recovery r left join deposit d using (deposit_id)';

type Units = 'amount' | 'least' | 'creditAmount' | 'creditFee';
type Row = Omit<Recovery, Units> & Readonly<Record<Units, string | null>>;

const unitsOf = (text: string | null) => (text === null ? null : BigInt(text));

const read = (rows: readonly Row[]): Recovery[] =>
  rows.map((row) => ({
    ...row,
    ...{ amount: unitsOf(row.amount), least: unitsOf(row.least) },
    ...{ creditAmount: unitsOf(row.creditAmount), creditFee: unitsOf(row.creditFee) },
  }));

async function readWhere(db: Queryable, rest: string, values: unknown[]): Promise<Recovery[]> {
  const text = `select ${COLUMNS}, ${OF_CHAIN} ${FROM} ${rest}`;
  return read((await db.query<Row>(text, values)).rows);
}

/** An arbitrary number, the first half of the lock of a person's recoveries. */
const RECOVERY_LOCK = 421_991;

/** What is asked for at once follows one another; how many of a person wait. */
export async function lockWaiting(client: Queryable, userId: number): Promise<number> {
  const half = userId % 2 ** 31;
  await client.query('select pg_advisory_xact_lock($1, $2)', [RECOVERY_LOCK, half]);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from deposit_recovery
     where user_id = $1 and state = 'review'`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Whether somebody was ever given an address to which something can have come. */
export async function hasAddress(db: Queryable, userId: number): Promise<boolean> {
  const text = 'select 1 from deposit_address where user_id = $1 limit 1';
  return (await db.query(text, [userId])).rows.length > 0;
}

export async function isReported(
  db: Queryable,
  { userId, network, transaction, place }: About,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from deposit_recovery
     where user_id = $1 and network = $2 and transaction_hash = $3 and place = $4`,
    [userId, network, transaction, place],
  );
  return rows.length > 0;
}

/** Null when this person has reported the transfer before. */
export async function addReported(
  client: Queryable,
  about: About,
  asked: Asked,
): Promise<Recovery | null> {
  const { rows } = await client.query<{ id: number }>(
    `insert into deposit_recovery (user_id, network, transaction_hash, place, digest, salt,
       opened_at, asset, amount, description, return_to, asked_at, due_at, least, fee_ppm, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $7, $12, $13, $14, 'review')
     on conflict (user_id, network, transaction_hash, place) do nothing
     returning recovery_id as id`,
    [
      ...[about.userId, about.network, about.transaction, about.place, about.digest, about.salt],
      ...[asked.askedAt, asked.asset, String(asked.amount), asked.description, asked.returnTo],
      ...[asked.dueAt, String(asked.least), asked.feePpm],
    ],
  );
  return rows[0] === undefined ? null : recoveryById(client, rows[0].id);
}

/** Asks for one that was noticed; false when it does not wait for that. */
export async function ask(client: Queryable, recoveryId: number, asked: Asked): Promise<boolean> {
  const { asset, amount, description, returnTo, askedAt, dueAt, least, feePpm } = asked;
  const { rowCount } = await client.query(
    `update deposit_recovery set state = 'review', asset = $2, amount = $3, description = $4,
       return_to = $5, asked_at = $6, due_at = $7, least = $8, fee_ppm = $9
     where recovery_id = $1 and state = 'noticed'`,
    [
      ...[recoveryId, asset, String(amount), description, returnTo, askedAt, dueAt],
      ...[String(least), feePpm],
    ],
  );
  return rowCount === 1;
}

export interface Noticed extends Omit<About, 'salt' | 'digest'> {
  /** Of a token that is not among those of its chain, and may say anything. */
  readonly isUnknown: boolean;
}

/** What chains have brought and cannot credit, of which there is no recovery yet. */
export async function unnoticed(db: Queryable, limit: number): Promise<Noticed[]> {
  const { rows } = await db.query<Noticed>(
    `select d.user_id as "userId", c.name as network, d.transaction_hash as transaction, d.place,
       d.deposit_id as "depositId", d.reason = 'unknownToken' as "isUnknown"
     from deposit d join deposit_chain c using (chain_id)
     where d.state = 'recovery' and d.reason <> 'creditedByProof'
       and not exists (select from deposit_recovery r where r.deposit_id = d.deposit_id)
     order by d.deposit_id limit $1`,
    [limit],
  );
  return rows;
}

/** Writes one down; with terms, people look at it without being asked. */
export async function notice(
  db: Queryable,
  about: About,
  at: number,
  terms: Pick<Asked, 'dueAt' | 'least' | 'feePpm'> | null,
): Promise<void> {
  await db.query(
    `insert into deposit_recovery (user_id, deposit_id, network, transaction_hash, place, digest,
       salt, opened_at, asked_at, due_at, least, fee_ppm, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    [
      ...[about.userId, about.depositId, about.network, about.transaction, about.place],
      ...[about.digest, about.salt, at, terms === null ? null : at],
      ...[terms?.dueAt ?? null, terms?.least.toString() ?? null, terms?.feePpm ?? null],
      terms === null ? 'noticed' : 'review',
    ],
  );
}

export const recoveriesOf = (db: Queryable, userId: number, limit: number) =>
  readWhere(db, 'where r.user_id = $1 order by r.recovery_id desc limit $2', [userId, limit]);

export async function recoveryById(
  db: Queryable,
  recoveryId: number,
  lock = false,
): Promise<Recovery | null> {
  const rest = `where r.recovery_id = $1 ${lock ? 'for update of r' : ''}`;
  return (await readWhere(db, rest, [recoveryId]))[0] ?? null;
}

/** Those that were asked for by their deadlines, then those that were not. */
export const waitingRecoveries = (db: Queryable, limit: number) =>
  readWhere(
    db,
    `where r.state in ('review', 'noticed') order by r.due_at nulls last, r.recovery_id limit $1`,
    [limit],
  );

export const creditingRecoveries = (db: Queryable, limit: number) =>
  readWhere(db, `where r.state = 'crediting' order by r.recovery_id limit $1`, [limit]);

/** What has ended, and nobody was notified of. */
export const toTell = (db: Queryable, limit: number) =>
  readWhere(
    db,
    `where r.state in ('credited', 'returned', 'refused') and r.notified_at is null
     order by r.recovery_id limit $1`,
    [limit],
  );

export async function setNotified(db: Queryable, recoveryId: number, at: number): Promise<void> {
  await db.query('update deposit_recovery set notified_at = $2 where recovery_id = $1', [
    recoveryId,
    at,
  ]);
}

/** Takes one to work on; false while somebody else does. */
export async function claim(
  db: Queryable,
  claimed: Record<'recoveryId' | 'operatorId' | 'now' | 'until', number>,
): Promise<boolean> {
  const { recoveryId, operatorId, now, until } = claimed;
  const { rowCount } = await db.query(
    `update deposit_recovery set claimed_by = $2, claimed_until = $4
     where recovery_id = $1 and state in ('review', 'noticed')
       and (claimed_by = $2 or claimed_until <= $3)`,
    [recoveryId, operatorId, now, until],
  );
  return rowCount === 1;
}

export async function unclaim(db: Queryable, recoveryId: number): Promise<void> {
  await db.query('update deposit_recovery set claimed_until = 0 where recovery_id = $1', [
    recoveryId,
  ]);
}

export type Decision =
  | {
      readonly state: 'crediting';
      readonly asset: string;
      readonly amount: bigint;
      readonly fee: bigint;
      readonly rules: number;
      /** In whose custody it is. */
      readonly chainId: number;
    }
  | { readonly state: 'returned'; readonly hash: string }
  | { readonly state: 'refused'; readonly reason: RecoveryReason; readonly law: string };

/**
 * Decides on one that waits, which its transaction holds with the reference of the transfer; false
 * when another recovery has settled the same one.
 */
export async function decide(
  db: Queryable,
  { recoveryId, network, transaction, place }: Recovery,
  decision: Decision,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update deposit_recovery set state = $2, reason = $3, law = $4, credit_asset = $5,
       credit_amount = $6, credit_fee = $7, rules = $8, custody_chain = $9, return_hash = $10,
       decided_at = $11
     where recovery_id = $1 and ($2 = 'refused' or not exists (select from deposit_recovery o
       where o.network = $12 and o.transaction_hash = $13 and o.place = $14
         and o.state in ('crediting', 'credited', 'returned')))`,
    [...[recoveryId, decision.state], ...valuesOf(decision), now, network, transaction, place],
  );
  return rowCount === 1;
}

/** Reason, law, asset, amount, fee, rules, chain, hash. */
function valuesOf(decision: Decision): unknown[] {
  if (decision.state === 'refused') {
    return [decision.reason, decision.law, null, null, null, null, null, null];
  }
  if (decision.state === 'returned') {
    return ['', '', null, null, null, null, null, decision.hash];
  }
  const { asset, amount, fee, rules, chainId } = decision;
  return ['', '', asset, String(amount), String(fee), rules, chainId, null];
}

export async function setCredited(db: Queryable, recoveryId: number): Promise<void> {
  await db.query(
    `update deposit_recovery set state = 'credited'
     where recovery_id = $1 and state = 'crediting'`,
    [recoveryId],
  );
}

/** Whether an asset is a token, or the coin, of a chain of the installation. */
export async function carries(db: Queryable, chainId: number, asset: string): Promise<boolean> {
  const text = 'select 1 from deposit_token where chain_id = $1 and asset = $2';
  return (await db.query(text, [chainId, asset])).rows.length > 0;
}

/** Erases what a person has written; that it was settled stays. */
export async function eraseRecoveries(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `update deposit_recovery set description = '', return_to = '' where user_id = $1`,
    [userId],
  );
}

/** What two people have credited, which no row of a chain explains. Units of 1e-8. */
export async function recoveredCustody(db: Queryable): Promise<OtherCustody[]> {
  const { rows } = await db.query<Record<'asset' | 'broughtIn' | 'bringing', string>>(
    `select credit_asset as asset,
       coalesce(sum(credit_amount - credit_fee) filter (where state = 'credited'), 0)::text
         as "broughtIn",
       coalesce(sum(credit_amount - credit_fee) filter (where state = 'crediting'), 0)::text
         as bringing
     from deposit_recovery where rules is not null group by credit_asset`,
  );
  return rows.map(({ asset, broughtIn, bringing }) => ({
    ...{ asset, broughtIn: BigInt(broughtIn), bringing: BigInt(bringing), paidOut: 0n },
  }));
}

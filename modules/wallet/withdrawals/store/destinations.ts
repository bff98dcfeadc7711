import type { Database, PoolClient } from '@assay/platform/db/database';
import type { Part } from '../../rules/leaving.ts';
import type { HoldUntil, Kind } from '../../rules/request.ts';
import type { Risk } from '../../rules/risk.ts';
import type { Ground } from '../../schema/commands.ts';

export type Queryable = Pick<Database['pool'] | PoolClient, 'query'>;

/** Who pays a withdrawal: staff by hand, or the signer; '' before it is handed over. */
export type Payer = '' | 'hand' | 'signer';

/** Where a withdrawal goes, with the command that requested it. Amounts in units of 1e-8. */
export interface Destination {
  readonly digest: string;
  readonly commandId: string;
  readonly withdrawalId: number | null;
  readonly userId: number;
  readonly kind: Kind;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly chainId: number;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  readonly address: string;
  readonly memo: string;
  /** Whom it is for, and at which house they have the address; '' where nobody asked. */
  readonly recipient: string;
  readonly provider: string;
  /** What arrives, as the chain counts it. */
  readonly sum: bigint;
  readonly salt: string;
  /** The plan that it is a part of; null for one that was asked for alone. */
  readonly planId: number | null;
  readonly requestedAt: number;
  /** Before when it was not to go, as it was asked for; 0: at once. */
  readonly notBefore: number;
  readonly queuedUntil: number;
  /** What it takes to approve it. */
  readonly ground: Ground;
  readonly risk: Pick<Risk, 'score' | 'inputs'>;
  readonly payer: Payer;
  /** Why the engine refused it; '' for one that it accepted or has not answered. */
  readonly refused: string;
}

export type NewDestination = Omit<Destination, 'withdrawalId' | 'payer' | 'refused' | 'planId'> & {
  readonly planId?: number;
};

export type DestinationRow = Omit<Destination, 'amount' | 'fee' | 'sum'> & {
  readonly amount: string;
  readonly fee: string;
  readonly sum: string;
};

/** Columns of `withdrawal_destination d`. */
export const DESTINATION = `d.digest, d.command_id as "commandId",
  d.withdrawal_id as "withdrawalId", d.user_id as "userId", d.kind, d.asset, d.amount::text as amount,
  d.fee::text as fee, d.chain_id as "chainId", d.token, d.address, d.memo, d.recipient,
  d.provider, d.sum::text as sum,
  d.salt, d.plan_id as "planId", d.requested_at as "requestedAt", d.not_before as "notBefore", d.queued_until as "queuedUntil", d.ground, d.risk, d.payer, d.refused`;

export function destinationOf<R extends DestinationRow>(row: R) {
  const { amount, fee, sum } = row;
  return { ...row, amount: BigInt(amount), fee: BigInt(fee), sum: BigInt(sum) };
}

/** Those of a plan, in the order in which they go. */
export async function ofPlan(db: Queryable, planId: number): Promise<Destination[]> {
  const { rows } = await db.query<DestinationRow>(
    `select ${DESTINATION} from withdrawal_destination d where d.plan_id = $1
     order by d.queued_until, length(d.command_id), d.command_id`,
    [planId],
  );
  return rows.map(destinationOf);
}

export async function byCommand(db: Queryable, commandId: string): Promise<Destination | null> {
  const { rows } = await db.query<DestinationRow>(
    `select ${DESTINATION} from withdrawal_destination d where d.command_id = $1`,
    [commandId],
  );
  return rows.map(destinationOf)[0] ?? null;
}

/** Writes where it goes, what it takes of which deposit, and what holds it; false for a used id. */
export async function addDestination(
  db: Queryable,
  given: NewDestination,
  parts: readonly Part[],
  holds: readonly HoldUntil[],
): Promise<boolean> {
  const { digest, requestedAt } = given;
  const { rowCount } = await db.query(
    `insert into withdrawal_destination (digest, command_id, user_id, kind, asset, amount, fee,
       chain_id, token, address, memo, recipient, provider, sum, salt, requested_at,
       queued_until, ground, risk, plan_id, not_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
       $20, $21)
     on conflict (command_id) do nothing`,
    [
      ...[digest, given.commandId, given.userId, given.kind, given.asset],
      ...[String(given.amount), String(given.fee), given.chainId, given.token, given.address],
      ...[given.memo, given.recipient, given.provider, String(given.sum), given.salt, requestedAt],
      ...[given.queuedUntil, given.ground, JSON.stringify(given.risk), given.planId ?? null],
      given.notBefore,
    ],
  );
  if (rowCount !== 1) return false;
  await db.query(
    `insert into withdrawal_lot select $1, * from unnest($2::bigint[], $3::bigint[])`,
    [digest, parts.map(({ lot }) => lot ?? 0), parts.map(({ amount }) => String(amount))],
  );
  await db.query(
    `insert into withdrawal_hold (digest, reason, placed_at, deadline, follows)
     select $1, reason, $2, deadline, follows
     from unnest($3::text[], $4::bigint[], $5::text[]) h (reason, deadline, follows)`,
    [
      ...[digest, requestedAt, holds.map(({ code }) => code), holds.map(({ until }) => until)],
      holds.map(({ after }) => after),
    ],
  );
  return true;
}

/** What the engine answered: its number, or why not. */
export async function answered(
  db: Queryable,
  digest: string,
  answer: { readonly withdrawalId: number } | { readonly refused: string },
): Promise<void> {
  const [id, refused] = 'refused' in answer ? [null, answer.refused] : [answer.withdrawalId, ''];
  await db.query(
    `update withdrawal_destination set withdrawal_id = $2, refused = $3
     where digest = $1 and withdrawal_id is null`,
    [digest, id, refused],
  );
}

/**
 * Gives rows their numbers whose answers were lost, and forgets those that never came to the
 * engine: `since` is so long ago that no command can still be on its way.
 */
export async function findLost(db: Queryable, before: number, since: number): Promise<void> {
  await db.query(
    `update withdrawal_destination d set withdrawal_id = w.id
     from (select id, digest from real.withdrawal
           union all select id, digest from real.ended_withdrawal) w
     where d.withdrawal_id is null and d.refused = '' and d.requested_at < $1
       and w.digest = d.digest`,
    [before],
  );
  await db.query(
    `delete from withdrawal_destination
     where withdrawal_id is null and refused = '' and requested_at < $1`,
    [since],
  );
}

/** Says who pays it, once and for all: whoever was said first, also by a server that then died. */
export async function setPayer(db: Queryable, digest: string, payer: Payer): Promise<void> {
  const text = `update withdrawal_destination set payer = $2 where digest = $1 and payer = ''`;
  await db.query(text, [digest, payer]);
}

/** For the download of a person's data: what the digest of each is made of included. */
export async function destinationsOf(db: Queryable, userId: number): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select d.withdrawal_id as "withdrawalId", d.asset, d.amount::text as amount,
       d.fee::text as fee, d.chain_id as "chainId", d.token, d.address, d.memo, d.recipient, d.provider, d.salt, d.digest,
       d.requested_at as "requestedAt", d.plan_id as "planId", p.transaction_hash as transaction,
       (select json_agg(json_build_object('reason', h.reason, 'placedAt', h.placed_at,
          'deadline', h.deadline, 'outcome', h.ended_as)) from withdrawal_hold h
        where h.digest = d.digest) as holds,
       (select to_json(b) from withdrawal_bank b where b.digest = d.digest) as bank
     from withdrawal_destination d left join withdrawal_payout p using (withdrawal_id)
     where d.user_id = $1 order by d.requested_at`,
    [userId],
  );
  return rows;
}

/** Erases where a person's withdrawals went; their digests stay in the log. */
export async function eraseDestinations(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `update withdrawal_destination set address = '', memo = '', salt = '',
       recipient = '', provider = '' where user_id = $1`,
    [userId],
  );
}

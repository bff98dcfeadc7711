import type { Claimed } from '@assay/core/claim';
import type { Client, PoolClient } from '@assay/platform/db/database';

type Queryable = Pick<Client | PoolClient, 'query'>;

export interface Application {
  readonly launchId: number;
  readonly userId: number;
  readonly state: 'underReview' | 'passed' | 'notPassed';
  readonly askedAt: number;
  readonly reason: string;
}

export interface ReviewedApplication extends Application, Claimed, Proposed {}

/** The refusal that was prepared last, and until when a second person can sign it. */
export interface Proposed {
  readonly proposalId: string | null;
  readonly proposedUntil: number;
}

const COLUMNS = `launch_id as "launchId", user_id as "userId", state,
  asked_at as "askedAt", reason`;
const REVIEWED = `${COLUMNS}, claimed_by as "claimedBy", claimed_until as "claimedUntil",
  proposal_id as "proposalId", proposed_until as "proposedUntil"`;
const QUEUE_MAX = 500;

export async function applicationOf(
  db: Queryable,
  launchId: number,
  userId: number,
): Promise<ReviewedApplication | null> {
  const { rows } = await db.query<ReviewedApplication>(
    `select ${REVIEWED} from launch_application where launch_id = $1 and user_id = $2`,
    [launchId, userId],
  );
  return rows[0] ?? null;
}

/** Asks once; whoever has asked already changes nothing. */
export async function addApplication(
  db: Queryable,
  launchId: number,
  userId: number,
  now: number,
): Promise<void> {
  await db.query(
    `insert into launch_application (launch_id, user_id, state, asked_at, reason)
     values ($1, $2, 'underReview', $3, '') on conflict do nothing`,
    [launchId, userId, now],
  );
}

/** Those that wait, the first at the top. */
export async function waitingApplications(db: Queryable): Promise<ReviewedApplication[]> {
  const { rows } = await db.query<ReviewedApplication>(
    `select ${REVIEWED} from launch_application where state = 'underReview'
     order by asked_at, user_id limit $1`,
    [QUEUE_MAX],
  );
  return rows;
}

/** One that waits, which nobody else changes meanwhile; null when it does not. */
export async function lockWaiting(
  client: PoolClient,
  launchId: number,
  userId: number,
): Promise<ReviewedApplication | null> {
  const { rows } = await client.query<ReviewedApplication>(
    `select ${REVIEWED} from launch_application
     where launch_id = $1 and user_id = $2 and state = 'underReview' for update`,
    [launchId, userId],
  );
  return rows[0] ?? null;
}

/** How many wait, by project: counted as they come and go (LNCH-080). */
export async function countWaiting(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ launchId: number; waiting: number }>(
    'select launch_id as "launchId", waiting from launch_waiting where waiting > 0',
  );
  return new Map(rows.map(({ launchId, waiting }) => [launchId, waiting]));
}

export interface Claim {
  readonly launchId: number;
  readonly userId: number;
  readonly operatorId: number;
}

/**
 * Takes one that waits to work on; false while somebody else does, while its refusal waits for a
 * second person, or when it does not wait.
 */
export async function claimApplication(
  db: Queryable,
  { launchId, userId, operatorId }: Claim,
  now: number,
  until: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update launch_application set claimed_by = $3, claimed_until = $5
     where launch_id = $1 and user_id = $2 and state = 'underReview' and proposed_until <= $4
       and (claimed_by is null or claimed_by = $3 or claimed_until <= $4)`,
    [launchId, userId, operatorId, now, until],
  );
  return rowCount === 1;
}

/** Gives back what somebody works on; false when they do not. */
export async function releaseApplication(
  db: Queryable,
  { launchId, userId, operatorId }: Claim,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update launch_application set claimed_by = null, claimed_until = null
     where launch_id = $1 and user_id = $2 and state = 'underReview' and claimed_by = $3`,
    [launchId, userId, operatorId],
  );
  return rowCount === 1;
}

/** Lets in whoever its member of staff works on, once; false when they do not. */
export async function passApplication(
  db: Queryable,
  { launchId, userId, operatorId }: Claim,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update launch_application set state = 'passed', decided_by = $3, decided_at = $4
     where launch_id = $1 and user_id = $2 and state = 'underReview'
       and claimed_by = $3 and claimed_until > $4`,
    [launchId, userId, operatorId, now],
  );
  return rowCount === 1;
}

/** A refusal waits for its second person: what was claimed for it is given back. */
export async function proposeRefusal(
  client: PoolClient,
  launchId: number,
  userId: number,
  { proposalId, until }: { readonly proposalId: string; readonly until: number },
): Promise<void> {
  await client.query(
    `update launch_application set proposal_id = $3, proposed_until = $4,
       claimed_by = null, claimed_until = null
     where launch_id = $1 and user_id = $2`,
    [launchId, userId, proposalId, until],
  );
}

/** Takes back this refusal, where it is the one that waits. */
export async function dropRefusal(
  client: PoolClient,
  launchId: number,
  userId: number,
  proposalId: string,
): Promise<void> {
  await client.query(
    `update launch_application set proposal_id = null, proposed_until = 0
     where launch_id = $1 and user_id = $2 and state = 'underReview' and proposal_id = $3`,
    [launchId, userId, proposalId],
  );
}

export interface Refused {
  readonly launchId: number;
  readonly userId: number;
  readonly reason: string;
  /** Who signed it. */
  readonly operatorId: number;
}

/** Refuses one that waits and whose refusal was prepared. */
export async function refuseApplication(
  client: PoolClient,
  { launchId, userId, reason, operatorId }: Refused,
  now: number,
): Promise<void> {
  await client.query(
    `update launch_application set state = 'notPassed', reason = $3, decided_by = $4,
       decided_at = $5
     where launch_id = $1 and user_id = $2`,
    [launchId, userId, reason, operatorId, now],
  );
}

export async function applicationsOf(db: Queryable, userId: number): Promise<Application[]> {
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from launch_application where user_id = $1 order by asked_at`,
    [userId],
  );
  return rows;
}

/** Nobody decides any more about somebody who is gone; what was said to others stays. */
export async function dropApplications(db: Queryable, userId: number): Promise<void> {
  await db.query('delete from launch_application where user_id = $1', [userId]);
}

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

export interface WaitingApplication extends Application, Claimed {}

const COLUMNS = `launch_id as "launchId", user_id as "userId", state,
  asked_at as "askedAt", reason`;
const QUEUE_MAX = 500;

export async function applicationOf(
  db: Queryable,
  launchId: number,
  userId: number,
): Promise<Application | null> {
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from launch_application where launch_id = $1 and user_id = $2`,
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
export async function waitingApplications(db: Queryable): Promise<WaitingApplication[]> {
  const { rows } = await db.query<WaitingApplication>(
    `select ${COLUMNS}, claimed_by as "claimedBy", claimed_until as "claimedUntil"
     from launch_application where state = 'underReview'
     order by asked_at, user_id limit $1`,
    [QUEUE_MAX],
  );
  return rows;
}

export async function countWaiting(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ launchId: number; waiting: number }>(
    `select launch_id as "launchId", count(*)::integer as waiting from launch_application
     where state = 'underReview' group by launch_id`,
  );
  return new Map(rows.map(({ launchId, waiting }) => [launchId, waiting]));
}

export interface Claim {
  readonly launchId: number;
  readonly userId: number;
  readonly operatorId: number;
}

/** Takes one that waits to work on; false while somebody else does, or when it does not wait. */
export async function claimApplication(
  db: Queryable,
  { launchId, userId, operatorId }: Claim,
  now: number,
  until: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update launch_application set claimed_by = $3, claimed_until = $5
     where launch_id = $1 and user_id = $2 and state = 'underReview'
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

/** Decides one that its member of staff works on, once; false when they do not. */
export async function decideApplication(
  db: Queryable,
  { launchId, userId, passed, reason }: DecidedApplication,
  operatorId: number,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update launch_application set state = $3, reason = $4, decided_by = $5, decided_at = $6
     where launch_id = $1 and user_id = $2 and state = 'underReview'
       and claimed_by = $5 and claimed_until > $6`,
    [launchId, userId, passed ? 'passed' : 'notPassed', passed ? '' : reason, operatorId, now],
  );
  return rowCount === 1;
}

export interface DecidedApplication {
  readonly launchId: number;
  readonly userId: number;
  readonly passed: boolean;
  readonly reason: string;
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

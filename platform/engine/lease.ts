import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';
import { disconnect } from '../db/database.ts';
import { withDeadline } from '../db/deadline.ts';
import { DEADLINE_MS, described, type EngineStore } from './store.ts';
import type { DescribedQuery, NamedQuery } from './tables/statement.ts';

/** How long a writer that does not renew its lease keeps the realm. */
export const LEASE_MS = 5_000;

const RETRY_MS = 50;

const TRY_LOCK: NamedQuery = {
  name: 'engine.tryLock',
  text: `SELECT epoch::text, holder, pg_try_advisory_lock(hashtext('engine'), hashtext(current_schema()))
           AND NOT EXISTS (SELECT FROM pg_stat_activity a
                           WHERE a.pid = engine.backend AND a.backend_start <= renewed_at)
           AS free,
         renewed_at < clock_timestamp() - $1 * interval '1 millisecond' AS expired
         FROM engine`,
};

const TAKE: NamedQuery = {
  name: 'engine.take',
  text: `UPDATE engine SET epoch = epoch + 1, holder = $1, backend = pg_backend_pid(),
           renewed_at = clock_timestamp()
         WHERE epoch = $2 RETURNING epoch::text`,
};

const RENEW: NamedQuery = {
  name: 'engine.renew',
  text: 'UPDATE engine SET renewed_at = clock_timestamp() WHERE epoch = $1',
};

interface LeaseRow {
  readonly epoch: string;
  readonly holder: string;
  readonly free: boolean;
  readonly expired: boolean;
}

/**
 * Takes the realm for writing and returns the new epoch.
 *
 * The advisory lock on the writing connection is the quick way: PostgreSQL releases it with the
 * connection, so the successor of a killed server starts at once. A writer that hangs but keeps its
 * connection loses the realm when its lease has expired; every batch checks the epoch inside its
 * own transaction, so that the old writer's next batch changes nothing. A writer that took the
 * realm after an expiry has no lock, so the lock alone is not enough: the backend named in the row
 * must be gone as well.
 *
 * @param holder name of the new writer, for people who read the row
 * @param waiting called once with the name of the writer that has the realm, when it has to wait
 * @throws NoAnswer
 */
export async function takeLease(
  client: Client,
  holder: string,
  waiting: (other: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const ask = (statement: DescribedQuery): Promise<QueryResult> =>
    withDeadline(client.query(statement), DEADLINE_MS);
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    const { rows } = await ask({ ...described(TRY_LOCK), values: [LEASE_MS] });
    const { epoch, holder: other, free, expired } = rows[0] as LeaseRow;
    if (free || expired) {
      // Of several engines that see the realm free one gets it: the others find another epoch and
      // keep waiting.
      const taken = await ask({ ...described(TAKE), values: [holder, epoch] });
      if (taken.rowCount === 1) return Number(taken.rows[0].epoch);
    }
    if (tries === 0) waiting(other);
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/**
 * Shows that the writer is alive while it has nothing to write. Returns false if the realm has
 * another writer.
 */
export async function renewLease(
  store: Pick<EngineStore, 'query'>,
  epoch: number,
): Promise<boolean> {
  const { rowCount } = await store.query({ ...described(RENEW), values: [epoch] });
  return rowCount === 1;
}

/**
 * Renews the lease while a realm is loaded, by a connection of its own: the one that loads is busy
 * for as long as a table takes. A try that fails is made again; who loads asks in the end whether
 * the realm is still its own.
 * @returns ends the renewing
 */
export async function keepLease(
  connect: () => Promise<Client>,
  epoch: number,
): Promise<() => Promise<void>> {
  const client = await connect();
  const query = (statement: DescribedQuery) => withDeadline(client.query(statement), DEADLINE_MS);
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    renewLease({ query }, epoch)
      .catch(() => false)
      .finally(() => {
        isAsking = false;
      });
  }, LEASE_MS / 3);
  return () => {
    clearInterval(timer);
    return disconnect(client);
  };
}

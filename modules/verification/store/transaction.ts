import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';

/** Runs work of several statements as one: all of it, or nothing when it throws. */
export function inTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(pool, work);
}

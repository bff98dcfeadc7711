import type { Realm } from '@assay/core/ledger/realm';
import { IDS_PER_COMMAND, placedBy } from '@assay/core/order/life/state';
import type { Pool, PoolClient } from '@assay/platform/db/database';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';

/** A pool, or one connection inside a transaction. */
export type Reads = Pick<Pool | PoolClient, 'query'>;

/**
 * Commands of a span of time. Ids of orders and numbers of commands rise with time, so that a span
 * becomes a range of them, which an index finds however long a history is.
 */

export const FOREVER = Number.MAX_SAFE_INTEGER;

/** Above every sequence number, and small enough for ids of orders to be safe integers. */
const LAST_COMMAND = placedBy(FOREVER) - 1;

/** Bounds of the commands of a span of time; they may include commands outside it. */
export async function commandsBetween(
  reads: Reads,
  realm: Realm,
  from: number,
  to: number,
): Promise<[first: number, last: number]> {
  if (to === FOREVER) {
    const [first = 0] = from === 0 ? [] : await lastCommandsBefore(reads, realm, [from]);
    return [first, LAST_COMMAND];
  }
  const [first = 0, before] = await lastCommandsBefore(reads, realm, [from, to + 1]);
  const { rows } = await reads.query<{ last: number }>({
    name: `batch-from-${realm}`,
    text: `SELECT last_seq AS last FROM ${realm}.engine_batch WHERE first_seq > $1
           ORDER BY first_seq LIMIT 1`,
    values: [before],
  });
  return [first, rows[0]?.last ?? LAST_COMMAND];
}

/** The same as a range of ids of orders, without its end. */
export async function idsBetween(
  reads: Reads,
  realm: Realm,
  from: number,
  to: number,
): Promise<[first: number, end: number]> {
  const [first, last] = await commandsBetween(reads, realm, from, to);
  return [first * IDS_PER_COMMAND, (last + 1) * IDS_PER_COMMAND];
}

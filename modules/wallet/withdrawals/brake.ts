import { HOUR } from '@assay/core/time';
import type { PoolClient } from '@assay/platform/db/database';
import { type HoldUntil, isOutflow, termsOf } from '../rules/index.ts';
import type { Parts } from './parts.ts';
import { inCustody } from './situation.ts';
import type { NewDestination } from './store/destinations.ts';
import { leftAround, lockOutflow } from './store/situation.ts';

type Row = Pick<NewDestination, 'asset' | 'amount' | 'kind' | 'ground'>;

/**
 * What is about to be written down with the brake of the whole house, once nobody else is ahead:
 * of many that ask at once, each was judged before it could see the others.
 */
export async function braked<R extends Row>(
  parts: Parts,
  client: PoolClient,
  row: R,
  holds: readonly HoldUntil[],
  now: number,
): Promise<{ readonly row: R; readonly holds: readonly HoldUntil[] }> {
  const { asset, amount, kind } = row;
  await lockOutflow(client, asset);
  if (kind === 'return' || holds.some(({ code }) => code === 'outflow')) return { row, holds };
  const left = await leftAround(client, asset, now);
  if (!isOutflow({ left, holds: inCustody(parts, asset) }, amount)) return { row, holds };
  const until = now + termsOf(parts.rules(now).slice(-1)).reviewHours * HOUR;
  const hold: HoldUntil = { code: 'outflow', until, after: 'escalate' };
  return { row: { ...row, ground: 'twoPeople' }, holds: [...holds, hold] };
}

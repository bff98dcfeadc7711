import { INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import type { Health } from '@assay/platform/http/health';
import type { IndexState } from './index-states.ts';

/**
 * The prices' part of `/health`: how many indices have a fresh price at `now`, and the names of the
 * others. Stale prices are no reason to restart the server: the books go on without the house's
 * quotes. The age of a price counts too, because a feed that hangs does not mark its prices as
 * stale. What is closed owes no price.
 */
export function feedHealth(
  indices: readonly (Pick<IndexState, 'index' | 'status'> & {
    readonly tick: { readonly at: number } | null;
  })[],
  now: number,
): Health {
  const stale = indices.filter(
    ({ status, tick }) =>
      status !== 'closed' &&
      (status === 'stale' || tick === null || now - tick.at > INDEX_MAX_AGE_MS),
  );
  const closed = indices.filter(({ status }) => status === 'closed').length;
  const counts = { fresh: indices.length - stale.length - closed, stale: stale.length, closed };
  if (stale.length === 0) return { ok: true, ...counts };
  const names = stale.map(({ index }) => index).join(', ');
  return { ok: true, degraded: true, detail: `stale: ${names}`, ...counts };
}

import type { StaffCall } from '@assay/core/schema/call';
import type { Actor } from './context.ts';

/** Rights are looked up at each request, so that one that is taken away is gone at once. */
export function isAllowed({ right }: StaffCall, actor: Actor | null): boolean {
  return right === 'own' || actor?.operator?.rights.has(right) === true;
}

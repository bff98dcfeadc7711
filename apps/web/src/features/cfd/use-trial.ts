import { useSearchParams } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';

/** Where the address says of which trial funds a page is. */
export const TRIAL = 'trial';

/** Trial funds as calls name them, and the address that keeps them; both empty for own money. */
export function useTrial(): { readonly voucherId?: number } {
  const [params] = useSearchParams();
  const isReal = useRealm() === 'real';
  const voucherId = Number(params.get(TRIAL) ?? 0);
  return isReal && Number.isSafeInteger(voucherId) && voucherId > 0 ? { voucherId } : {};
}

/** The address of another page of the same account. */
export function useTrialPath(path: string): string {
  const { voucherId } = useTrial();
  return voucherId === undefined ? path : `${path}?${TRIAL}=${voucherId}`;
}

import { Amount } from '@assay/kit/display/figures.tsx';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useSession } from '../../lib/data/session.ts';
import { useDeskPreferences } from '../layout/preferences.ts';

/** The settings of the desk belong to the person who is logged in. */
export function useOwner(): void {
  const owner = useSession((session) => session.known?.userId ?? 0);
  useEffect(() => useDeskPreferences.getState().adopt(owner), [owner]);
}

/** Whether the person hides what they own: one choice for all screens, made on any of them. */
export function useHidesBalances(): boolean {
  useOwner();
  return useDeskPreferences((preferences) => preferences.hideBalances);
}

/** What says how much the person owns, or dots in its place. */
export function Own({ children }: { children: ReactNode }) {
  return useHidesBalances() ? <span>••••</span> : children;
}

/** An amount that the person owns, or dots in its place. */
export function OwnAmount(props: ComponentProps<typeof Amount>) {
  return (
    <Own>
      <Amount {...props} />
    </Own>
  );
}

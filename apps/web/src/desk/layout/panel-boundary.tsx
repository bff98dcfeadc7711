import type { ReactNode } from 'react';
import { Boundary } from '../../ui/boundary.tsx';
import { Failure } from '../../ui/states.tsx';

/** A panel that fails is replaced by its own retry, and the ticket keeps working. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={(retry) => <Failure compact onRetry={retry} />}>{children}</Boundary>;
}

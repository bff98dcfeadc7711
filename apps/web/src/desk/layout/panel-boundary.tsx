import { Boundary } from '@assay/kit/feedback/boundary.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import type { ReactNode } from 'react';

/** A panel that fails is replaced by its own retry, and the ticket keeps working. */
export function PanelBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={(retry) => <Failure compact byHand onRetry={retry} />}>{children}</Boundary>
  );
}

import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-body.tsx';

const Body = lazy(() => import('./dialog-body.tsx'));

/** A dialog above the page. Most visits open none, so its code is loaded with the first one. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  );
}

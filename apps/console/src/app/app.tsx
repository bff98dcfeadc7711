import { Boundary } from '@assay/kit/feedback/boundary.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { LookProvider } from '@assay/kit/look/look-provider.tsx';
import { localStorageColorSchemeManager } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { Enter } from '../features/operators/enter.tsx';
import { useOperator } from '../lib/operator.ts';
import { session } from '../lib/session.ts';
import { Frame } from './frame.tsx';
import { Access, loadScreens, SCREENS } from './screens.ts';

const schemes = localStorageColorSchemeManager({ key: 'assay.theme' });
const queries = new QueryClient({ defaultOptions: { queries: { retry: 0 } } });
// Whoever comes next finds nothing of what was loaded for whoever has left.
session.listen(() => queries.clear());

/** The console; without a session only the login. */
export function App() {
  const token = useSyncExternalStore(session.listen, session.token);
  return (
    <LookProvider schemes={schemes}>
      <QueryClientProvider client={queries}>
        <BrowserRouter basename="/console">
          <Frame signedIn={token !== null}>{token === null ? <Enter /> : <Pages />}</Frame>
        </BrowserRouter>
      </QueryClientProvider>
    </LookProvider>
  );
}

/**
 * The page at the address. The page before stays until the code of the next one is there: what
 * stands in for a page would be shown for 0.3 s, however soon the page comes.
 */
function Pages() {
  const { operator, may } = useOperator();
  const { pathname } = useLocation();
  useEffect(loadScreens, []);
  if (operator === undefined) return <Skeleton height="9rem" />;
  const home = <Navigate to={may('outbox.read') ? '/outbox' : '/status'} replace />;
  return (
    <Boundary of={pathname} fallback={(retry) => <Failure byHand onRetry={retry} />}>
      <Suspense fallback={<Skeleton height="9rem" />}>
        {operator.mustEnrol ? (
          <Access />
        ) : (
          <Routes>
            {SCREENS.map(([path, Screen]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
            <Route path="*" element={home} />
          </Routes>
        )}
      </Suspense>
    </Boundary>
  );
}

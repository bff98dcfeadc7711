import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { Enter } from '../features/operators/enter.tsx';
import { Outbox } from '../features/operators/outbox.tsx';
import { session } from '../lib/session.ts';
import { Frame } from './frame.tsx';
import { Status } from './status.tsx';

const theme = createTheme({ fontFamily: 'var(--font)', defaultRadius: 'sm' });
const schemes = localStorageColorSchemeManager({ key: 'assay.theme' });
const queries = new QueryClient({ defaultOptions: { queries: { retry: 0 } } });

/** The console; without a session only the login. */
export function App() {
  const token = useSyncExternalStore(session.listen, session.token);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <BrowserRouter basename="/console">
          <Frame signedIn={token !== null}>{token === null ? <Enter /> : <Pages />}</Frame>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages() {
  return (
    <Routes>
      <Route path="/outbox" element={<Outbox />} />
      <Route path="/status" element={<Status />} />
      <Route path="*" element={<Navigate to="/outbox" replace />} />
    </Routes>
  );
}

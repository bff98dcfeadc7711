import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queries } from '../lib/data/services.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { Appearance } from './appearance.tsx';
import type { RouteEntry } from './route-table.ts';
import { AppRoutes } from './routes.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { theme } from './theme.ts';

const schemes = localStorageColorSchemeManager({ key: STORAGE_KEYS.theme });

/** Composes the app from the providers that every screen needs. */
export function App({ routes }: { routes: readonly RouteEntry[] }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <DirectionProvider>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <Appearance />
            <SessionKeeper />
            <AppRoutes routes={routes} />
          </BrowserRouter>
        </QueryClientProvider>
      </DirectionProvider>
    </MantineProvider>
  );
}

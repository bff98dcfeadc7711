import { numberLocale } from '@assay/kit/format/number-style.ts';
import { FormatProvider } from '@assay/kit/format/use-format.tsx';
import { theme } from '@assay/kit/look/theme.ts';
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { usePreferences } from '../lib/data/preferences.ts';
import { queries } from '../lib/data/services.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { Appearance } from './appearance.tsx';
import type { RouteEntry } from './route-table.ts';
import { AppRoutes } from './routes.tsx';
import { SessionKeeper } from './session-keeper.tsx';

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
            <ReadersFormat>
              <Appearance />
              <SessionKeeper />
              <AppRoutes routes={routes} />
            </ReadersFormat>
          </BrowserRouter>
        </QueryClientProvider>
      </DirectionProvider>
    </MantineProvider>
  );
}

/** Writes and reads numbers as the reader has chosen. */
function ReadersFormat({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n;
  const style = usePreferences((preferences) => preferences.numbers);
  return (
    <FormatProvider locale={language} numbers={numberLocale(style, language)}>
      {children}
    </FormatProvider>
  );
}

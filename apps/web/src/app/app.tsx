import { ToastLine } from '@assay/kit/feedback/toast-line.tsx';
import { numberLocale } from '@assay/kit/format/number-style.ts';
import { FormatProvider } from '@assay/kit/format/use-format.tsx';
import { LookProvider } from '@assay/kit/look/look-provider.tsx';
import { DirectionProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/data/preferences.ts';
import { queries } from '../lib/data/services.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { Appearance } from './appearance.tsx';
import type { RouteEntry } from './route-table.ts';
import { AppRoutes } from './routes.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { StepUpQuestion } from './step-up-question.tsx';

const schemes = localStorageColorSchemeManager({ key: STORAGE_KEYS.theme });

interface AppProps {
  routes: readonly RouteEntry[];
  /** Where the address comes from: the browser, or the build for the first paint of a screen. */
  router: ComponentType<{ children: ReactNode }>;
}

/** Composes the app from the providers that every screen needs. */
export function App({ routes, router: Router }: AppProps) {
  return (
    <LookProvider schemes={schemes}>
      <DirectionProvider>
        <QueryClientProvider client={queries}>
          <Router>
            <ReadersFormat>
              <Appearance />
              <SessionKeeper />
              <StepUpQuestion />
              <AppRoutes routes={routes} />
              <ToastLine />
            </ReadersFormat>
          </Router>
        </QueryClientProvider>
      </DirectionProvider>
    </LookProvider>
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

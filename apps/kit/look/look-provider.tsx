import {
  type localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { theme } from './theme.ts';

const root = () => document.documentElement;

/** What the library offers its parts; all its styles and variables stand in our style sheets. */
const FIXED = {
  getRootElement: root,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

interface LookProviderProps {
  schemes: ReturnType<typeof localStorageColorSchemeManager>;
  children: ReactNode;
}

/**
 * Theme and dark or light for the library's parts, as MantineProvider does it for an app that has
 * written out its variables. That one computes them all while the app starts, used or not: a
 * quarter of what a phone evaluates of our own code.
 */
export function LookProvider({ schemes, children }: LookProviderProps) {
  const scheme = useProviderColorScheme({
    manager: schemes,
    defaultColorScheme: 'auto',
    getRootElement: root,
    forceColorScheme: undefined,
  });
  // As `respectReducedMotion` of the theme asks for.
  useEffect(() => root().setAttribute('data-respect-reduced-motion', 'true'), []);
  return (
    <MantineContext value={{ ...FIXED, ...scheme }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

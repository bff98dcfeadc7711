import { type NumberStyle, numberStyleOf } from '@assay/kit/format/number-style.ts';
import { create } from 'zustand';
import { appSettings } from '../app-settings.ts';
import { fromBrowser, LANGUAGES, type LanguageCode } from '../languages.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/** The colour of a rising price: green, red (East Asia), or blue (for colour-blind users). */
export const DIRECTIONS = ['greenUp', 'redUp', 'blueUp'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The languages that this deployment offers. */
export const OFFERED = LANGUAGES.filter(({ code }) => appSettings.languages.includes(code));

/** How large text and rows are: as much as possible on the screen, or easier to read. */
export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

interface Preferences {
  language: LanguageCode;
  /** Whether the user chose the language; if not, the site's default may still replace it. */
  languageChosen: boolean;
  direction: Direction;
  /** How numbers are written and read. */
  numbers: NumberStyle;
  density: Density;
  setLanguage(language: LanguageCode): void;
  /** Applies the site's default when neither the user nor the browser has named a language. */
  suggestLanguage(language: string): void;
  setDirection(direction: Direction): void;
  setNumbers(numbers: NumberStyle): void;
  setDensity(density: Density): void;
}

export const usePreferences = create<Preferences>((set, get) => ({
  ...firstLanguage(),
  direction: directionOf(readStored(STORAGE_KEYS.direction)),
  numbers: numberStyleOf(readStored(STORAGE_KEYS.numbers)),
  density: densityOf(readStored(STORAGE_KEYS.density)),
  setLanguage(language) {
    writeStored(STORAGE_KEYS.language, language);
    set({ language, languageChosen: true });
  },
  suggestLanguage(language) {
    const code = offered(language);
    if (!get().languageChosen && code !== undefined) set({ language: code });
  },
  setDirection(direction) {
    writeStored(STORAGE_KEYS.direction, direction);
    set({ direction });
  },
  setNumbers(numbers) {
    writeStored(STORAGE_KEYS.numbers, numbers);
    set({ numbers });
  },
  setDensity(density) {
    writeStored(STORAGE_KEYS.density, density);
    set({ density });
  },
}));

function offered(code: string | null): LanguageCode | undefined {
  return OFFERED.find((language) => language.code === code)?.code;
}

/** That of the address, which is kept; else the one that is kept; else the browser's. */
function firstLanguage(): { language: LanguageCode; languageChosen: boolean } {
  const inPage = typeof location !== 'undefined';
  const asked = inPage ? offered(new URLSearchParams(location.search).get('lang')) : undefined;
  if (asked !== undefined) writeStored(STORAGE_KEYS.language, asked);
  const chosen = asked ?? offered(readStored(STORAGE_KEYS.language));
  if (chosen !== undefined) return { language: chosen, languageChosen: true };
  const preferred = inPage ? fromBrowser(navigator.languages, OFFERED) : null;
  return { language: preferred ?? 'en', languageChosen: preferred !== null };
}

/** The convention of that name; `greenUp` for any other text. */
export function directionOf(name: string | null): Direction {
  return DIRECTIONS.find((direction) => direction === name) ?? 'greenUp';
}

/** The density of that name; `compact` for any other text. */
export function densityOf(name: string | null): Density {
  return DENSITIES.find((density) => density === name) ?? 'compact';
}

import { create } from 'zustand';
import { type NumberStyle, numberStyleOf } from '../format/number-style.ts';
import { fromBrowser, isLanguageCode, type LanguageCode } from '../languages.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';

/** The colour of a rising price: green, red (East Asia), or blue (for colour-blind users). */
export const DIRECTIONS = ['greenUp', 'redUp', 'blueUp'] as const;
export type Direction = (typeof DIRECTIONS)[number];

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
    if (!get().languageChosen && isLanguageCode(language)) set({ language });
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

function firstLanguage(): { language: LanguageCode; languageChosen: boolean } {
  const stored = readStored(STORAGE_KEYS.language);
  if (isLanguageCode(stored)) return { language: stored, languageChosen: true };
  const preferred = typeof navigator === 'undefined' ? null : fromBrowser(navigator.languages);
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

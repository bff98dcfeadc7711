import { useEffect, useRef } from 'react';
import { type Country, guessCountry } from './countries.ts';

/** Fills in the browser's country once, when the list arrives; the user may choose another. */
export function useFirstCountry(countries: readonly Country[], set: (code: string) => void): void {
  const guessed = useRef(false);
  useEffect(() => {
    if (guessed.current || countries.length === 0) return;
    guessed.current = true;
    const code = guessCountry(countries, navigator.languages);
    if (code) set(code);
  }, [countries, set]);
}

import { useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { usePreferences } from '../lib/data/preferences.ts';
import { languageOf } from '../lib/languages.ts';
import { switchLanguage } from './i18n.ts';

/** Applies language, writing direction, colour convention and density to the page. */
export function Appearance() {
  const language = usePreferences((preferences) => preferences.language);
  const convention = usePreferences((preferences) => preferences.direction);
  const density = usePreferences((preferences) => preferences.density);
  const { setDirection } = useDirection();
  const { dir } = languageOf(language);

  useEffect(() => {
    void switchLanguage(language);
    setDirection(dir);
  }, [language, dir, setDirection]);
  useEffect(() => {
    document.documentElement.dataset.direction = convention;
  }, [convention]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);

  return null;
}

import { APP_SETTINGS_NAME, readAppSettings } from '@assay/modules/content/rules';
import { LANGUAGES } from './languages.ts';

function written(): string | null {
  if (typeof document === 'undefined') return null;
  return (
    document.querySelector<HTMLMetaElement>(`meta[name=${APP_SETTINGS_NAME}]`)?.content ?? null
  );
}

/** What the server has written into the page. */
export const appSettings = readAppSettings(
  written(),
  LANGUAGES.map(({ code }) => code),
);

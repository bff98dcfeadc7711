/**
 * The languages of the product (UI-012). `code` is the code on the wire, `locale` its BCP 47 tag,
 * and `name` the language's name for itself, which is never translated.
 */
export const LANGUAGES = [
  { code: 'en', locale: 'en', name: 'English', dir: 'ltr' },
  { code: 'es', locale: 'es', name: 'Español', dir: 'ltr' },
  { code: 'fr', locale: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'de', locale: 'de', name: 'Deutsch', dir: 'ltr' },
  { code: 'jp', locale: 'ja', name: '日本語', dir: 'ltr' },
  { code: 'ar', locale: 'ar', name: 'العربية', dir: 'rtl' },
  { code: 'kr', locale: 'ko', name: '한국어', dir: 'ltr' },
  { code: 'th', locale: 'th', name: 'ไทย', dir: 'ltr' },
  { code: 'vn', locale: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
  { code: 'it', locale: 'it', name: 'Italiano', dir: 'ltr' },
  { code: 'pt', locale: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'ru', locale: 'ru', name: 'Русский', dir: 'ltr' },
  { code: 'tw', locale: 'zh-Hant', name: '繁體中文', dir: 'ltr' },
  { code: 'zh', locale: 'zh-Hans', name: '简体中文', dir: 'ltr' },
] as const;

export type LanguageCode = (typeof LANGUAGES)[number]['code'];
export type Language = (typeof LANGUAGES)[number];

/** The language of a code; English for an unknown code. */
export function languageOf(code: string): Language {
  return LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0];
}

/** The best match for the browser's list among these languages, or null when none fits. */
export function fromBrowser(
  preferred: readonly string[],
  offered: readonly Language[],
): LanguageCode | null {
  for (const tag of preferred) {
    const code = matchOf(tag.toLowerCase());
    if (offered.some((language) => language.code === code)) return code;
  }
  return null;
}

function matchOf(tag: string): LanguageCode | null {
  if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return 'tw';
  const language = tag.split('-')[0];
  const found = LANGUAGES.find((each) => each.locale.split('-')[0] === language);
  return found?.code === 'tw' ? 'zh' : (found?.code ?? null);
}

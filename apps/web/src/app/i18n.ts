import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type LanguageCode, languageOf } from '../lib/languages.ts';
import type { en } from './locales/en.ts';
import { first } from './locales/first.ts';

type English = typeof en;

/** The English texts, to which a page of the test run adds its own. */
export interface Texts extends English {}

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const FALLBACK_ORDER = 'fallbackOrder';
const MARK = '\u200e';

/**
 * Where English stands in for a missing Arabic text, its full stop and its leading number
 * ("30 days") would appear on the wrong side. A left-to-right mark keeps each on its own side.
 */
const fallbackOrder = {
  type: 'postProcessor' as const,
  name: FALLBACK_ORDER,
  process(text: string): string {
    const foreign = i18next.dir(i18next.language) === 'rtl' && /[A-Za-z][^\p{L}]*$/u.test(text);
    if (!foreign) return text;
    const before = /^\P{L}/u.test(text) ? MARK : '';
    return `${before}${text}${/[^\p{L}\p{N}]$/u.test(text) ? MARK : ''}`;
  },
};

/** Other languages are loaded only when they are chosen. */
const loaders = import.meta.glob<{ default: object }>('./locales/*.json');

void i18next
  .use(initReactI18next)
  .use(fallbackOrder)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: first } },
    initAsync: false,
    load: 'currentOnly',
    interpolation: { escapeValue: false },
    returnNull: false,
    postProcess: [FALLBACK_ORDER],
  });

/** Texts that come with the code of their screen. */
export function addTexts(texts: { [Area in keyof English]?: Partial<English[Area]> }): void {
  i18next.addResourceBundle('en', 'translation', texts, true);
}

/**
 * Switches every text and the page's language and writing direction without a reload. A language
 * without a catalogue shows English text in its own direction and number format.
 */
export async function switchLanguage(code: LanguageCode): Promise<void> {
  const { locale, dir } = languageOf(code);
  const load = loaders[`./locales/${locale}.json`];
  if (load && !i18next.hasResourceBundle(locale, 'translation')) {
    i18next.addResourceBundle(locale, 'translation', (await load()).default);
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = dir;
}

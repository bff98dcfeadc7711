import kit from '@assay/kit/locales/en.json';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import own from './locales/en.json';

const en = { kit, ...own };

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** The console is in English; its catalogue can be translated. */
void i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  interpolation: { escapeValue: false },
});

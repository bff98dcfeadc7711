import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import type { CountryView } from './schema/index.ts';

/** Language codes of the specification that differ from BCP 47. */
const LOCALES: Readonly<Record<string, string>> = {
  jp: 'ja',
  kr: 'ko',
  vn: 'vi',
  tw: 'zh-Hant-TW',
  zh: 'zh-Hans',
};

const byLanguage = new Map<string, readonly CountryView[]>();

/** All countries with calling codes, named and sorted in the language of the caller. */
export function countriesIn(language: string): readonly CountryView[] {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const locale = LOCALES[language] ?? language;
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const compare = new Intl.Collator(locale).compare;
  const countries = getCountries()
    .map((country) => ({
      country,
      name: names.of(country) ?? country,
      callingCode: String(getCountryCallingCode(country)),
    }))
    .sort((a, b) => compare(a.name, b.name));
  byLanguage.set(language, countries);
  return countries;
}

export function isCountry(country: string): boolean {
  return isSupportedCountry(country);
}

/**
 * The E.164 form of a mobile number, or null. A number without "+" is read as one of `country`; a
 * number with "+" must have that country's calling code if a country is given.
 */
export function normalPhone(written: string, country: string | undefined): string | null {
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  if (home === undefined && !written.trim().startsWith('+')) return null;
  const phone = parsePhoneNumberFromString(written, {
    ...(home === undefined ? {} : { defaultCountry: home as CountryCode }),
    extract: false,
  });
  if (phone === undefined || !phone.isValid() || phone.ext !== undefined) return null;
  if (home !== undefined && phone.countryCallingCode !== getCountryCallingCode(home)) return null;
  return phone.number;
}

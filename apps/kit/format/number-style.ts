/**
 * How numbers are written: as the language does, or in a style of the reader's own choice, which is
 * named by its marks. `indian` groups by two digits above the thousands.
 */
export const NUMBER_STYLES = [
  'language',
  'comma',
  'point',
  'space',
  'apostrophe',
  'indian',
] as const;
export type NumberStyle = (typeof NUMBER_STYLES)[number];

/** A locale that writes numbers in each style. */
const LOCALES: Readonly<Record<Exclude<NumberStyle, 'language'>, string>> = {
  comma: 'en',
  point: 'de',
  space: 'fr',
  apostrophe: 'de-CH',
  indian: 'en-IN',
};

/** The style of that name; that of the language for any other text. */
export function numberStyleOf(name: string | null): NumberStyle {
  return NUMBER_STYLES.find((style) => style === name) ?? 'language';
}

/** The locale that writes the numbers of a reader of `locale`. */
export function numberLocale(style: NumberStyle, locale: string): string {
  return style === 'language' ? locale : LOCALES[style];
}

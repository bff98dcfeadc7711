import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import './locales/later/desk.ts';

const MARK = '\u200e';

describe('English text in a right-to-left page', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it('UI-017 keeps its full stop and its number on the sides that English uses', async () => {
    await i18next.changeLanguage('ar');
    expect(i18next.t(($) => $.desk.range.month)).toBe(`${MARK}30 days`);
    expect(i18next.t(($) => $.desk.picker.none)).toBe(`No market matches.${MARK}`);
    expect(i18next.t(($) => $.desk.side.buy)).toBe('Buy');
  });

  it('UI-017 is unchanged in a left-to-right page', () => {
    expect(i18next.t(($) => $.desk.range.month)).toBe('30 days');
  });
});

import { expect, it } from 'vitest';
import { fromBrowser, LANGUAGES, languageOf } from '../languages.ts';
import { accountLabel } from './account-label.ts';
import { minutesLeft } from './session-end.ts';
import { mobileSite } from './settings.ts';

it('UI-004 redirects phones to the configured site and leaves other devices alone', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36';
  expect(mobileSite('https://m.example.org', phone)).toBe('https://m.example.org');
  expect(mobileSite('', phone)).toBeNull();
  expect(mobileSite('javascript:alert(1)', phone)).toBeNull();
  expect(mobileSite('https://m.example.org', 'Mozilla/5.0 (X11; Linux x86_64)')).toBeNull();
});

it('UI-012 has the languages of the specification and picks the browser’s', () => {
  const codes = LANGUAGES.map(({ code }) => code).join(' ');
  expect(codes).toBe('en es fr de jp ar kr th vn it pt ru tw zh');
  expect(fromBrowser(['xx', 'ja-JP'], LANGUAGES)).toBe('jp');
  expect(fromBrowser(['zh-TW'], LANGUAGES)).toBe('tw');
  expect(fromBrowser(['zh-CN'], LANGUAGES)).toBe('zh');
  expect(fromBrowser(['xx'], LANGUAGES)).toBeNull();
  expect(fromBrowser(['ja-JP', 'de-AT'], [languageOf('en'), languageOf('de')])).toBe('de');
  expect(languageOf('ar').dir).toBe('rtl');
});

it('UI-042 names an account by phone, else e-mail, cut to 12 characters', () => {
  expect(accountLabel({ phone: '+49***123', email: 'a@b.c' })).toBe('+49***123');
  expect(accountLabel({ phone: '', email: 'someone.long@example.org' })).toBe('someone.long');
});

it('UI-044 warns in the last ten minutes of a session and rounds minutes up', () => {
  const endsAt = 86_400_000;
  const at = (before: number) => minutesLeft(endsAt, endsAt - before);
  expect([600_001, 600_000, 540_000, 60_001, 60_000, 1].map(at)).toEqual([null, 10, 9, 2, 1, 1]);
  expect([at(0), at(-5), minutesLeft(null, 0)]).toEqual([null, null, null]);
});

import { expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

it('UI-003 returns to a path of the app and nowhere else', () => {
  expect(returnPath('/deal?market=BTCUSDT')).toBe('/deal?market=BTCUSDT');
  for (const to of [
    null,
    '',
    'deal',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
  ]) {
    expect(returnPath(to), String(to)).toBe('/index');
  }
  expect(returnPath('/login?to=/login')).toBe('/index');
});

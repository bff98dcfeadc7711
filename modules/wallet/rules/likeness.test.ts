import { describe, expect, it } from 'vitest';
import { resembles } from './likeness.ts';

const MINE = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('addresses that look alike', () => {
  it.each([
    ['0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9EE7', true],
    ['0X5290AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9ee7', true],
    [MINE, false],
    [MINE.toLowerCase(), false],
    ['0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9EE8', false],
    ['0x5291aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9EE7', false],
    ['0x52909EE', false],
    ['', false],
  ])('WDRL-101 %s: %s', (other, alike) => {
    expect([resembles(MINE, other), resembles(other, MINE)]).toEqual([alike, alike]);
  });
});

import { describe, expect, it } from 'vitest';
import { styleSheets } from '../testing/sources.ts';

/** WCAG 2.2: 4.5 for text, 3 for the edges of controls. */
const TEXT = 4.5;
const EDGE = 3;

const GROUNDS = ['ground', 'surface', 'raised', 'hover'];
const INKS = ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'warning', 'success', 'demo'];
const DIRECTIONS = ['green', 'red', 'blue', 'orange'];
const PAIRS: readonly (readonly [string, string])[] = [
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-demo', 'demo-solid'],
  ['on-solid', 'green-solid'],
  ['on-solid', 'red-solid'],
  ['on-solid', 'blue-solid'],
  ['on-solid', 'orange-solid'],
  ['danger', 'danger-wash'],
  ['warning', 'warning-wash'],
  ['ink-2', 'warning-wash'],
  ['demo', 'demo-wash'],
  ['accent', 'accent-wash'],
];

const sheet = styleSheets().find(([path]) => path.endsWith('/tokens.css'))?.[1] ?? '';

describe.each(['dark', 'light'])('the %s colours', (scheme) => {
  const colours = coloursOf(scheme);
  const contrast = (text: string, ground: string) =>
    ratio(colours.get(text) ?? '', colours.get(ground) ?? '');

  it('UI-020 text is readable on every background', () => {
    for (const ground of GROUNDS) {
      for (const ink of [...INKS, ...DIRECTIONS]) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
      }
      expect(contrast('line-control', ground), ground).toBeGreaterThanOrEqual(EDGE);
    }
    for (const [text, ground] of PAIRS) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('UI-021 an error is not the colour of a fall', () => {
    for (const direction of DIRECTIONS) {
      expect(colours.get('danger')).not.toBe(colours.get(direction));
    }
  });
});

it('UI-021 each convention names rise, fall, buy and sell', () => {
  for (const convention of ['greenUp', 'redUp', 'blueUp']) {
    const block = new RegExp(`data-direction="${convention}"\\] \\{([^}]*)\\}`).exec(sheet)?.[1];
    for (const name of ['--up', '--down', '--buy', '--buy-solid', '--sell', '--sell-solid']) {
      expect(block, convention).toContain(`${name}:`);
    }
  }
});

function coloursOf(scheme: string): Map<string, string> {
  const block = new RegExp(`color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(sheet)?.[1] ?? '';
  const pairs = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
}

/** The contrast ratio of WCAG 2.2. */
function ratio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

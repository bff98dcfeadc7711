import { describe, expect, it } from 'vitest';
import { styleSheets } from '../testing/sources.ts';

/** WCAG 2.2: 4.5 for text, 3 for the edges of controls. */
const TEXT = 4.5;
const EDGE = 3;
/** A distance in OKLab: about four times what is just noticeable. */
const DISTINCT = 0.075;

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

  it('UI-973 lines on charts differ from candles of every convention and from each other', () => {
    const series = [...colours.keys()].filter((name) => name.startsWith('series-'));
    expect(series).toHaveLength(8);
    for (const name of series) {
      expect(contrast(name, 'surface'), name).toBeGreaterThanOrEqual(TEXT);
      for (const other of [...DIRECTIONS, ...series.filter((each) => each !== name)]) {
        const difference = distance(colours.get(name) ?? '', colours.get(other) ?? '');
        expect(difference, `${name} and ${other}`).toBeGreaterThanOrEqual(DISTINCT);
      }
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
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How different two colours look: their distance in OKLab. */
function distance(a: string, b: string): number {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(...x.map((part, i) => part - (y[i] ?? 0)));
}

/** B. Ottosson, "A perceptual color space for image processing", 2020. */
function oklab(hex: string): number[] {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Red, green and blue of sRGB as light, from 0 to 1. */
function linear(hex: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

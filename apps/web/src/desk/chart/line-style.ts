/** How lines on the chart look: those of indicators and those of drawings. */

import type { Tokens } from '@assay/kit/look/use-tokens.ts';
import type { DeepPartial, LineType, OverlayStyle, SmoothLineStyle } from 'klinecharts';

/** Colours that no candle has in any convention; new lines get them in this order. */
export const AUTOMATIC_COLORS = [
  'gold',
  'cyan',
  'magenta',
  'lime',
  'rose',
  'slate',
  'brown',
  'violet',
] as const;
/**
 * All colours that a line can have. A saved chart names them, so that it is readable in both
 * themes; each is a token of that name.
 */
export const COLORS = [...AUTOMATIC_COLORS, 'blue', 'orange', 'green', 'red', 'ink'] as const;
export type ColorName = (typeof COLORS)[number];

/** In px. */
export const WIDTHS = [1, 2, 3, 4] as const;
export type Width = (typeof WIDTHS)[number];

export const PATTERNS = ['solid', 'dashed', 'dotted'] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface LineStyle {
  readonly color: ColorName;
  readonly width: Width;
  readonly pattern: Pattern;
}

/** The style of drawings until the user chooses another. */
export const DEFAULT_DRAWING_STYLE: LineStyle = { color: 'violet', width: 1, pattern: 'solid' };

/** Dash and gap in px, at a width of 1 px. */
const DASHES: Readonly<Record<Pattern, readonly [number, number]>> = {
  solid: [4, 4],
  dashed: [5, 4],
  dotted: [1, 3],
};
const FILL_OPACITY = '22';

/** The dash pattern of a line, for canvas and SVG alike; a wider line has longer dashes. */
export function dashesOf({ pattern, width }: LineStyle): number[] {
  return DASHES[pattern].map((length) => length * Math.max(1, width / 1.5));
}

/** Any stored value as a style; what is not valid in it comes from `usual`. */
export function restoreLineStyle(value: unknown, usual: LineStyle): LineStyle {
  const { color, width, pattern } = (value ?? {}) as Record<string, unknown>;
  return {
    color: COLORS.find((name) => name === color) ?? usual.color,
    width: WIDTHS.find((each) => each === width) ?? usual.width,
    pattern: PATTERNS.find((name) => name === pattern) ?? usual.pattern,
  };
}

/** Styles of `count` new lines: of the automatic colours those that the fewest lines have. */
export function newLineStyles(count: number, present: readonly LineStyle[]): LineStyle[] {
  const uses = new Map<ColorName, number>(AUTOMATIC_COLORS.map((color) => [color, 0]));
  for (const { color } of present) uses.set(color, (uses.get(color) ?? 0) + 1);
  return Array.from({ length: count }, () => {
    const color = AUTOMATIC_COLORS.reduce((best, each) =>
      (uses.get(each) ?? 0) < (uses.get(best) ?? 0) ? each : best,
    );
    uses.set(color, (uses.get(color) ?? 0) + 1);
    return { color, width: 1, pattern: 'solid' };
  });
}

/** A line's style in the form that the charting library takes. */
export function smoothLine(style: LineStyle, tokens: Tokens): SmoothLineStyle {
  const type: LineType = style.pattern === 'solid' ? 'solid' : 'dashed';
  const line = { color: tokens[style.color], size: style.width, style: type };
  return { ...line, dashedValue: dashesOf(style), smooth: false };
}

/** A drawing's style in the form that the charting library takes: lines, areas, text, handles. */
export function overlayStyle(style: LineStyle, tokens: Tokens): DeepPartial<OverlayStyle> {
  const line = smoothLine(style, tokens);
  const { color } = line;
  const area = {
    color: `${color}${FILL_OPACITY}`,
    borderColor: color,
    borderSize: line.size,
    borderStyle: line.style,
    borderDashedValue: line.dashedValue,
  };
  return {
    line,
    arc: line,
    rect: area,
    polygon: area,
    circle: area,
    text: { color },
    point: {
      color: tokens.surface,
      borderColor: color,
      activeColor: color,
      activeBorderColor: `${color}${FILL_OPACITY}`,
    },
  };
}

/** Named chart patterns: a polyline through labelled corners, with the ratios between its legs. */
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import {
  area,
  corners,
  type Drawing,
  dashed,
  drawing,
  label,
  lines,
  numberText,
} from './figures.ts';

/**
 * The length of leg b-c divided by that of leg a-b, which defines harmonic patterns; null if leg
 * a-b has no height.
 */
export function legRatio(a: Coordinate, b: Coordinate, c: Coordinate): number | null {
  const first = Math.abs(b.y - a.y);
  return first === 0 ? null : Math.abs(c.y - b.y) / first;
}

function ratioLabel(chart: Chart, a: Coordinate, b: Coordinate, c: Coordinate): OverlayFigure[] {
  const ratio = legRatio(a, b, c);
  if (ratio === null) return [];
  const middle = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 };
  return [label(middle, numberText(chart, ratio, 3), 'center')];
}

const abcd = drawing('abcd', 4, ({ chart, coordinates }) => {
  const [a, b, c, d] = coordinates;
  const figures = [lines(coordinates), ...corners(coordinates, ['A', 'B', 'C', 'D'])];
  if (a !== undefined && b !== undefined && c !== undefined) {
    figures.push(dashed([a, c]), ...ratioLabel(chart, a, b, c));
    if (d !== undefined) figures.push(dashed([b, d]), ...ratioLabel(chart, b, c, d));
  }
  return figures;
});

const xabcd = drawing('xabcd', 5, ({ chart, coordinates }) => {
  const [x, a, b, c, d] = coordinates;
  const figures = [lines(coordinates), ...corners(coordinates, ['X', 'A', 'B', 'C', 'D'])];
  if (x !== undefined && a !== undefined && b !== undefined) {
    figures.push(area([x, a, b], { style: 'fill' }), dashed([x, b]), ...ratioLabel(chart, x, a, b));
    if (c !== undefined) figures.push(dashed([a, c]), ...ratioLabel(chart, a, b, c));
    if (c !== undefined && d !== undefined) {
      figures.push(
        area([b, c, d], { style: 'fill' }),
        dashed([b, d], [x, d]),
        ...ratioLabel(chart, b, c, d),
      );
    }
  }
  return figures;
});

/** Shoulder, head, shoulder, and the neckline through the two troughs between them. */
const headAndShoulders = drawing('headAndShoulders', 7, ({ coordinates, bounding }) => {
  const [, , left, , right] = coordinates;
  const figures = [lines(coordinates)];
  if (left !== undefined && right !== undefined && left.x !== right.x) {
    const slope = (right.y - left.y) / (right.x - left.x);
    const at = (x: number): Coordinate => ({ x, y: left.y + (x - left.x) * slope });
    figures.push(dashed([at(0), at(bounding.width)]));
  }
  return figures;
});

/** Elliott waves: numbered corners, except the start. */
function waves(name: string, names: readonly string[]): Drawing {
  return drawing(name, names.length, ({ coordinates }) => [
    lines(coordinates),
    ...corners(coordinates, names),
  ]);
}

export const patterns: readonly Drawing[] = [
  abcd,
  xabcd,
  headAndShoulders,
  waves('threeWaves', ['(0)', '(A)', '(B)', '(C)']),
  waves('fiveWaves', ['(0)', '(1)', '(2)', '(3)', '(4)', '(5)']),
];

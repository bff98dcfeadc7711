/** Fibonacci and Gann: levels, fans and zones by fixed ratios. */
import type { Chart, Coordinate, OverlayFigure } from 'klinecharts';
import {
  area,
  type Drawing,
  dashed,
  drawing,
  label,
  lines,
  numberText,
  priceText,
  rayEnd,
} from './figures.ts';

const RETRACEMENT = [1, 0.786, 0.618, 0.5, 0.382, 0.236, 0] as const;
const EXTENSION = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const;
const FAN = [0.236, 0.382, 0.5, 0.618, 0.786] as const;
/** Gann's angles as rise over run in the drawn box. */
const ANGLES = [1 / 8, 1 / 4, 1 / 3, 1 / 2, 1, 2, 3, 4, 8] as const;
const BOX = [0, 0.25, 0.382, 0.5, 0.618, 0.75, 1] as const;
const LAST_ZONE = 144;

/** Fibonacci numbers from 1 up to `last`, each once. */
export function zones(last: number): number[] {
  const found = [1];
  for (let a = 1, b = 2; b <= last; [a, b] = [b, a + b]) found.push(b);
  return found;
}

/** A ratio with as many decimals as it is named by. */
function ratioText(chart: Chart, ratio: number): string {
  return chart.getThousandsSeparator().format(ratio);
}

/** In place of the charting library's, which writes its percents in one number format only. */
const fibonacciLine = drawing('fibonacciLine', 2, ({ chart, coordinates, bounding, overlay }) => {
  const [a, b] = coordinates;
  if (a === undefined || b === undefined) return [];
  const [start = 0, end = 0] = overlay.points.map((point) => point.value ?? 0);
  return RETRACEMENT.flatMap((ratio) => {
    const y = b.y + (a.y - b.y) * ratio;
    const price = priceText(chart, end + (start - end) * ratio);
    return [
      lines([
        { x: 0, y },
        { x: bounding.width, y },
      ]),
      label({ x: 0, y }, `${price} (${numberText(chart, ratio * 100, 1)}%)`),
    ];
  });
});

const fibonacciExtension = drawing('fibonacciExtension', 3, ({ chart, coordinates, overlay }) => {
  const [a, b, c] = coordinates;
  if (a === undefined || b === undefined || c === undefined) return dashed(coordinates);
  const values = overlay.points.map((point) => point.value ?? 0);
  const [start = 0, end = 0, base = 0] = values;
  const left = Math.min(b.x, c.x);
  const right = Math.max(b.x, c.x, left + 120);
  const figures: OverlayFigure[] = [dashed([a, b, c])];
  for (const ratio of EXTENSION) {
    const y = c.y + (b.y - a.y) * ratio;
    const price = base + (end - start) * ratio;
    figures.push(
      lines([
        { x: left, y },
        { x: right, y },
      ]),
    );
    figures.push(label({ x: left, y }, `${ratioText(chart, ratio)} (${priceText(chart, price)})`));
  }
  return figures;
});

const fibonacciFan = drawing('fibonacciFan', 2, ({ chart, coordinates: [a, b], bounding }) => {
  if (a === undefined || b === undefined) return [];
  const figures: OverlayFigure[] = [dashed([a, b])];
  for (const ratio of FAN) {
    const through = { x: b.x, y: b.y + (a.y - b.y) * ratio };
    figures.push(lines([a, rayEnd(a, through, bounding)]));
    figures.push(label(through, ratioText(chart, ratio)));
  }
  return figures;
});

const fibonacciTimeZones = drawing('fibonacciTimeZones', 2, ({ coordinates: [a, b], bounding }) => {
  if (a === undefined || b === undefined) return [];
  const unit = b.x - a.x;
  const figures: OverlayFigure[] = [];
  for (const zone of [0, ...zones(LAST_ZONE)]) {
    const x = a.x + unit * zone;
    if (x < 0 || x > bounding.width) continue;
    figures.push(
      lines([
        { x, y: 0 },
        { x, y: bounding.height },
      ]),
    );
    figures.push(label({ x: x + 4, y: bounding.height - 4 }, String(zone)));
  }
  return figures;
});

const gannFan = drawing('gannFan', 2, ({ coordinates: [a, b], bounding }) => {
  if (a === undefined || b === undefined) return [];
  return ANGLES.flatMap((angle) => {
    const through: Coordinate =
      angle <= 1
        ? { x: b.x, y: a.y + (b.y - a.y) * angle }
        : { x: a.x + (b.x - a.x) / angle, y: b.y };
    const name = angle < 1 ? `1/${Math.round(1 / angle)}` : `${angle}/1`;
    return [lines([a, rayEnd(a, through, bounding)]), label(through, name)];
  });
});

const gannBox = drawing('gannBox', 2, ({ chart, coordinates: [a, b] }) => {
  if (a === undefined || b === undefined) return [];
  const at = (u: number, v: number): Coordinate => ({
    x: a.x + (b.x - a.x) * u,
    y: a.y + (b.y - a.y) * v,
  });
  return [
    area([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], { style: 'fill' }),
    lines(
      ...BOX.flatMap((ratio) => [
        [at(ratio, 0), at(ratio, 1)],
        [at(0, ratio), at(1, ratio)],
      ]),
    ),
    dashed([at(0, 0), at(1, 1)], [at(0, 1), at(1, 0)]),
    ...BOX.map((ratio) => label(at(ratio, 0), ratioText(chart, ratio), 'center')),
  ];
});

export const fibonacci: readonly Drawing[] = [
  fibonacciLine,
  fibonacciExtension,
  fibonacciFan,
  fibonacciTimeZones,
  gannFan,
  gannBox,
];

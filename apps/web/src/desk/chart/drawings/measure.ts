/** Rulers: price, time, and the plan of a trade with its reward against its risk. */
import type { Coordinate, OverlayFigure } from 'klinecharts';
import {
  area,
  type Drawing,
  drawing,
  label,
  lines,
  numberText,
  percentText,
  priceText,
} from './figures.ts';

/** The colours of gain and loss, passed in because a canvas cannot read style sheets. */
export interface MeasureColors {
  readonly gain: string;
  readonly loss: string;
}

const OPACITY = '2e';

function tint(color: string): Record<string, unknown> {
  return { style: 'fill', color: `${color}${OPACITY}` };
}

function box(from: Coordinate, to: Coordinate): Coordinate[] {
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
}

/** The reward-to-risk ratio of a planned trade; null when nothing is risked. */
export function rewardToRisk(entry: number, target: number, stop: number): number | null {
  const risk = Math.abs(entry - stop);
  return risk === 0 ? null : Math.abs(target - entry) / risk;
}

function priceRange(colors: () => MeasureColors): Drawing {
  return drawing('priceRange', 2, ({ chart, coordinates: [a, b], overlay }) => {
    if (a === undefined || b === undefined) return [];
    const [from = 0, to = 0] = overlay.points.map((point) => point.value ?? 0);
    const { gain, loss } = colors();
    const middle = (a.x + b.x) / 2;
    const change = from === 0 ? '' : ` (${percentText(chart, (to - from) / from)})`;
    return [
      area(box(a, b), tint(to >= from ? gain : loss)),
      lines(
        [a, { x: b.x, y: a.y }],
        [{ x: a.x, y: b.y }, b],
        [
          { x: middle, y: a.y },
          { x: middle, y: b.y },
        ],
      ),
      label(
        { x: middle, y: b.y + (b.y < a.y ? -6 : 6) },
        `${priceText(chart, to - from)}${change}`,
        'center',
        b.y < a.y ? 'bottom' : 'top',
      ),
    ];
  });
}

/** A time span in its two largest units: 3d 4h, 2h 15m. */
export function spanText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

const dateRange = drawing('dateRange', 2, ({ coordinates: [a, b], overlay, bounding }) => {
  const [from, to] = overlay.points;
  if (a === undefined || b === undefined || from === undefined || to === undefined) return [];
  const y = bounding.height;
  const bars = Math.abs((to.dataIndex ?? 0) - (from.dataIndex ?? 0));
  const span = spanText((to.timestamp ?? 0) - (from.timestamp ?? 0));
  return [
    area(
      [
        { x: a.x, y: 0 },
        { x: b.x, y: 0 },
        { x: b.x, y },
        { x: a.x, y },
      ],
      { style: 'fill' },
    ),
    lines(
      [
        { x: a.x, y: 0 },
        { x: a.x, y },
      ],
      [
        { x: b.x, y: 0 },
        { x: b.x, y },
      ],
      [a, { x: b.x, y: a.y }],
    ),
    label({ x: (a.x + b.x) / 2, y: a.y - 6 }, `${bars} · ${span}`, 'center'),
  ];
});

/** Entry, target and stop as three clicks; the areas of gain and loss between them. */
function plan(name: string, colors: () => MeasureColors): Drawing {
  return drawing(name, 3, ({ chart, coordinates, overlay }) => {
    const [entry, target, stop] = coordinates;
    if (entry === undefined || target === undefined) return [];
    const [entryPrice = 0, targetPrice = 0, stopPrice = 0] = overlay.points.map(
      (p) => p.value ?? 0,
    );
    const right = Math.max(target.x, stop?.x ?? target.x, entry.x + 80);
    const { gain, loss } = colors();
    const change = entryPrice === 0 ? 0 : (targetPrice - entryPrice) / entryPrice;
    const figures: OverlayFigure[] = [
      area(box(entry, { x: right, y: target.y }), tint(gain)),
      lines([entry, { x: right, y: entry.y }]),
      label(
        { x: entry.x + 6, y: target.y },
        `${priceText(chart, targetPrice)} (${percentText(chart, change)})`,
        'left',
        target.y < entry.y ? 'top' : 'bottom',
      ),
    ];
    if (stop === undefined) return figures;
    const ratio = rewardToRisk(entryPrice, targetPrice, stopPrice);
    const risk = entryPrice === 0 ? 0 : (stopPrice - entryPrice) / entryPrice;
    figures.push(
      area(box(entry, { x: right, y: stop.y }), tint(loss)),
      label(
        { x: entry.x + 6, y: stop.y },
        `${priceText(chart, stopPrice)} (${percentText(chart, risk)})`,
        'left',
        stop.y < entry.y ? 'top' : 'bottom',
      ),
    );
    if (ratio !== null) {
      figures.push(
        label(
          { x: right - 6, y: entry.y },
          `${numberText(chart, ratio, 2)} : 1`,
          'right',
          'middle',
        ),
      );
    }
    return figures;
  });
}

/** The rulers, in the page's colours of gain and loss. */
export function measures(colors: () => MeasureColors): readonly Drawing[] {
  return [
    priceRange(colors),
    dateRange,
    plan('longPosition', colors),
    plan('shortPosition', colors),
  ];
}

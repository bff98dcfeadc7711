import {
  type Chart,
  type Coordinate,
  type OverlayFigure,
  type OverlayTemplate,
  utils,
} from 'klinecharts';
import { priceText } from './drawings/figures.ts';
import { atEdge, type Rank } from './edge.ts';

/** Text and colours of an order's line. */
export interface OrderMark {
  readonly text: string;
  readonly price: string;
  readonly color: string;
  readonly ink: string;
  /** Whether the line can be dragged, and the order cancelled with its cross. */
  readonly movable: boolean;
  readonly place: Rank;
}

export interface FillMark {
  readonly side: 'buy' | 'sell';
  readonly color: string;
}

export const ORDERS = 'own-orders';
export const FILLS = 'own-fills';

const HEIGHT = 18;
const PADDING = 6;
const CROSS = 18;
/** Between two labels at the edge. */
const GAP = 2;

/** A price as the axis writes it. */
function axisText(chart: Chart, { price }: Pick<OrderMark, 'price'>): string {
  return priceText(chart, Number(price));
}

function cross(x: number, y: number, color: string): OverlayFigure {
  const arm = 3.5;
  const line = (from: Coordinate, to: Coordinate) => ({ coordinates: [from, to] });
  return {
    key: 'cancel',
    type: 'line',
    attrs: [
      line({ x: x - arm, y: y - arm }, { x: x + arm, y: y + arm }),
      line({ x: x - arm, y: y + arm }, { x: x + arm, y: y - arm }),
    ],
    styles: { color, size: 1.5 },
    ignoreEvent: true,
  };
}

/** An order as a line across the pane, with its text, its price on the axis and a cross. */
export const ownOrder: OverlayTemplate<OrderMark> = {
  name: 'ownOrder',
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, coordinates: [at], bounding, overlay }) => {
    const mark = overlay.extendData;
    if (at === undefined || mark === undefined) return [];
    const { y, arrow } = atEdge(at.y, bounding.height, HEIGHT + GAP, mark.place);
    const text = arrow === null ? mark.text : `${arrow} ${mark.text} · ${axisText(chart, mark)}`;
    const { size, weight, family } = chart.getStyles().overlay.text;
    const width = utils.calcTextWidth(text, size, weight, family) + PADDING * 2;
    const left = Math.max(0, bounding.width - width - (mark.movable ? CROSS : 0) - 8);
    const box = (x: number, w: number) => ({ x, y: y - HEIGHT / 2, width: w, height: HEIGHT });
    const frame = { style: 'stroke_fill', color: mark.ink, borderColor: mark.color, borderSize: 1 };
    const figures: OverlayFigure[] = [
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: arrow === null ? 0 : left, y },
            { x: bounding.width, y },
          ],
        },
        styles: { color: mark.color, style: 'dashed', dashedValue: [6, 3] },
      },
      { type: 'rect', attrs: box(left, width), styles: { ...frame, borderRadius: 2 } },
      {
        type: 'text',
        attrs: { x: left + PADDING, y, text, baseline: 'middle' },
        styles: { color: mark.color, paddingLeft: 0, paddingRight: 0 },
        ignoreEvent: true,
      },
    ];
    if (!mark.movable) return figures;
    const x = left + width;
    return [
      ...figures,
      { key: 'cancel', type: 'rect', attrs: box(x, CROSS), styles: { ...frame, borderRadius: 2 } },
      cross(x + CROSS / 2, y, mark.color),
    ];
  },
  createYAxisFigures: ({ coordinates: [at], overlay, chart, bounding }) => {
    const mark = overlay.extendData;
    const value = overlay.points[0]?.value;
    if (at === undefined || mark === undefined || value === undefined) return [];
    // At the edge the label itself says the price.
    if (at.y < 0 || at.y > bounding.height) return [];
    return [
      {
        type: 'text',
        attrs: {
          x: bounding.width,
          y: at.y,
          align: 'right',
          baseline: 'middle',
          text: axisText(chart, { price: String(value) }),
        },
        styles: {
          color: mark.ink,
          backgroundColor: mark.color,
          paddingLeft: 4,
          paddingRight: 4,
          paddingTop: 2,
          paddingBottom: 2,
        },
      },
    ];
  },
};

/** A fill as a small triangle at its price: below the price for a buy, above it for a sell. */
export const ownFill: OverlayTemplate<FillMark> = {
  name: 'ownFill',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates: [at], overlay }) => {
    const mark = overlay.extendData;
    if (at === undefined || mark === undefined) return [];
    const down = mark.side === 'buy' ? 1 : -1;
    const tip = { x: at.x, y: at.y + 3 * down };
    return {
      type: 'polygon',
      attrs: {
        coordinates: [
          tip,
          { x: at.x - 5, y: tip.y + 8 * down },
          { x: at.x + 5, y: tip.y + 8 * down },
        ],
      },
      styles: { style: 'fill', color: mark.color },
      ignoreEvent: true,
    };
  },
};

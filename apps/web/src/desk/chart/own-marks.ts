import {
  type Chart,
  type Coordinate,
  type Overlay,
  type OverlayFigure,
  type OverlayTemplate,
  utils,
  type YAxis,
} from 'klinecharts';
import { priceText } from './drawings/figures.ts';
import { type Place, placesOf } from './scale-labels.ts';

/** Text and colours of an order's line. */
export interface OrderMark {
  readonly text: string;
  readonly color: string;
  readonly ink: string;
  /** Whether the line can be dragged, and the order cancelled with its cross. */
  readonly movable: boolean;
}

export interface FillMark {
  readonly side: 'buy' | 'sell';
  readonly color: string;
}

export const ORDERS = 'own-orders';
export const LINES = 'own-lines';
export const FILLS = 'own-fills';

const HEIGHT = 18;
const PADDING = 6;
const CROSS = 18;
/** Between two labels. */
const GAP = 2;
/** Between the labels and the scale. */
const MARGIN = 8;
/** Across which a line bends to a label that stands beside it. */
const BEND = 10;

/** What is drawn of an order, and where. */
interface Label {
  readonly place: Place;
  readonly text: string;
  /** Of its text, with the padding. */
  readonly width: number;
}

interface Labels {
  readonly byId: ReadonlyMap<string, Label>;
  /** Left of all labels, where the lines bend to theirs. */
  readonly left: number;
}

type OrderOverlay = Overlay & { readonly extendData: OrderMark };

function isOrder(overlay: Overlay): overlay is OrderOverlay {
  return overlay.groupId === ORDERS || overlay.groupId === LINES;
}

/** The labels of all orders together: where one stands depends on the others. */
function labelsOf(chart: Chart, yAxis: YAxis, size: { width: number; height: number }): Labels {
  const orders = chart
    .getOverlays()
    .filter(isOrder)
    .map((overlay) => ({ overlay, y: yAxis.convertToPixel(overlay.points[0]?.value ?? 0) }))
    .sort((a, b) => a.y - b.y);
  const places = placesOf(
    orders.map(({ y }) => y),
    { height: size.height, step: HEIGHT + GAP, taken: lastPriceBox(chart, yAxis) },
  );
  const { size: points, weight, family } = chart.getStyles().overlay.text;
  const byId = new Map<string, Label>();
  let widest = 0;
  for (const [i, { overlay }] of orders.entries()) {
    const place = places[i];
    if (!place) continue;
    const text = textOf(chart, overlay, place);
    const width = utils.calcTextWidth(text, points, weight, family) + PADDING * 2;
    widest = Math.max(widest, width + CROSS);
    byId.set(overlay.id, { place, text, width });
  }
  return { byId, left: Math.max(0, size.width - MARGIN - widest - BEND) };
}

function textOf(chart: Chart, { extendData, points }: OrderOverlay, place: Place): string {
  const { arrow, count } = place;
  if (arrow === null) return extendData.text;
  if (count > 1) return `${arrow} +${count}`;
  return `${arrow} ${extendData.text} · ${priceText(chart, points[0]?.value ?? 0)}`;
}

/** The box of the last price on the scale with the countdown below it; null without a candle. */
function lastPriceBox(chart: Chart, yAxis: YAxis): readonly [number, number] | null {
  const last = chart.getDataList().at(-1);
  if (last === undefined) return null;
  const { text, extendTexts } = chart.getStyles().candle.priceMark.last;
  const y = yAxis.convertToNicePixel(last.close);
  const below = extendTexts.map((line) => line.paddingTop + line.size + line.paddingBottom);
  const half = text.size / 2;
  return [
    y - half - text.paddingTop - GAP,
    below.reduce((sum, height) => sum + height, y + half + text.paddingBottom + GAP),
  ];
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
  createPointFigures: ({ chart, coordinates: [at], bounding, overlay, yAxis }) => {
    const mark = overlay.extendData;
    if (at === undefined || mark === undefined || yAxis === null) return [];
    const labels = labelsOf(chart, yAxis, bounding);
    const label = labels.byId.get(overlay.id);
    if (label === undefined) return [];
    const { place, text, width } = label;
    const { y, arrow } = place;
    const movable = mark.movable && place.count === 1;
    const left = Math.max(0, bounding.width - width - (movable ? CROSS : 0) - MARGIN);
    const box = (x: number, w: number) => ({ x, y: y - HEIGHT / 2, width: w, height: HEIGHT });
    const frame = { style: 'stroke_fill', color: mark.ink, borderColor: mark.color, borderSize: 1 };
    const end = { x: bounding.width, y };
    const path =
      arrow === null
        ? [{ x: 0, y: at.y }, { x: labels.left, y: at.y }, { x: labels.left + BEND, y }, end]
        : [{ x: left, y }, end];
    const figures: OverlayFigure[] = [
      {
        type: 'line',
        attrs: { coordinates: path },
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
    if (!movable) return figures;
    const x = left + width;
    return [
      ...figures,
      { key: 'cancel', type: 'rect', attrs: box(x, CROSS), styles: { ...frame, borderRadius: 2 } },
      cross(x + CROSS / 2, y, mark.color),
    ];
  },
  createYAxisFigures: ({ overlay, chart, bounding, yAxis }) => {
    const mark = overlay.extendData;
    const value = overlay.points[0]?.value;
    if (mark === undefined || value === undefined || yAxis === null) return [];
    const place = labelsOf(chart, yAxis, bounding).byId.get(overlay.id)?.place;
    // At the edge the label itself says the price.
    if (place === undefined || place.arrow !== null) return [];
    return [
      {
        type: 'text',
        attrs: {
          // Where the last price begins, too.
          x: yAxis.isFromZero() ? 0 : bounding.width,
          y: place.y,
          align: yAxis.isFromZero() ? 'left' : 'right',
          baseline: 'middle',
          text: priceText(chart, value),
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

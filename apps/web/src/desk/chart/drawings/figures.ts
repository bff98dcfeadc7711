/** Geometry for the drawing tools: turns canvas coordinates into figures of the chart. */
import type { Chart, Coordinate, OverlayFigure, OverlayTemplate } from 'klinecharts';

export type Drawing = OverlayTemplate<unknown>;

/** A drawing with `clicks` points, and with the handles and axis labels that all drawings share. */
export function drawing(
  name: string,
  clicks: number,
  createPointFigures: NonNullable<Drawing['createPointFigures']>,
): Drawing {
  return {
    name,
    totalStep: clicks + 1,
    needDefaultPointFigure: true,
    needDefaultXAxisFigure: true,
    needDefaultYAxisFigure: true,
    createPointFigures,
  };
}

/** A polyline through the coordinates, or several of them. */
export function lines(...paths: Coordinate[][]): OverlayFigure {
  return {
    type: 'line',
    attrs: paths.filter((path) => path.length > 1).map((coordinates) => ({ coordinates })),
  };
}

/** A dashed line for legs that connect points without measuring anything. */
export function dashed(...paths: Coordinate[][]): OverlayFigure {
  return { ...lines(...paths), styles: { style: 'dashed', dashedValue: [4, 4] } };
}

/** A closed area, tinted and outlined. */
export function area(
  coordinates: Coordinate[],
  styles: Record<string, unknown> = {},
): OverlayFigure {
  return { type: 'polygon', attrs: { coordinates }, styles: { style: 'stroke_fill', ...styles } };
}

/** Text that does not catch the pointer. */
export function label(
  at: Coordinate,
  text: string,
  align: CanvasTextAlign = 'left',
  baseline: CanvasTextBaseline = 'bottom',
): OverlayFigure {
  return { type: 'text', attrs: { ...at, text, align, baseline }, ignoreEvent: true };
}

/** Letters or numbers at the corners of a pattern. */
export function corners(
  coordinates: readonly Coordinate[],
  names: readonly string[],
): OverlayFigure[] {
  return coordinates.flatMap((at, i) => {
    const name = names[i];
    if (name === undefined) return [];
    const before = coordinates[i - 1] ?? coordinates[i + 1];
    const above = before !== undefined && at.y < before.y;
    return [
      label({ x: at.x, y: at.y + (above ? -8 : 8) }, name, 'center', above ? 'bottom' : 'top'),
    ];
  });
}

/** The point where the ray from `from` through `to` leaves the pane. */
export function rayEnd(
  from: Coordinate,
  to: Coordinate,
  size: { width: number; height: number },
): Coordinate {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (dx === 0 && dy === 0) return to;
  const far = (size.width + size.height) * 2;
  const scale = far / Math.hypot(dx, dy);
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/** The number of decimals of the candles' prices. */
export function priceDigits(chart: Chart): number {
  return chart.getSymbol()?.pricePrecision ?? 2;
}

/** A number with so many decimals, in the reader's number format, which the axes follow too. */
export function numberText(chart: Chart, value: number, decimals: number): string {
  return chart.getThousandsSeparator().format(value.toFixed(decimals));
}

/** A price formatted as on the axis. */
export function priceText(chart: Chart, value: number): string {
  return numberText(chart, value, priceDigits(chart));
}

/** A change in percent, always with its sign, because colour alone must not show it. */
export function percentText(chart: Chart, ratio: number): string {
  return `${ratio > 0 ? '+' : ''}${numberText(chart, ratio * 100, 2)}%`;
}

/** Tints the area between two lines of an indicator: clouds and bands are easier to read tinted. */
import type { IndicatorDrawCallback } from 'klinecharts';

const OPACITY = 0.08;

/** A draw callback that fills between `upper` and `lower` and leaves the lines to the chart. */
export function betweenLines(
  upper: string,
  lower: string,
): IndicatorDrawCallback<Readonly<Record<string, number>>, number, unknown> {
  return ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const { from, to } = chart.getVisibleRange();
    const tops: [number, number][] = [];
    const bottoms: [number, number][] = [];
    for (let i = from; i < to; i += 1) {
      const row = indicator.result[i];
      const top = row?.[upper];
      const bottom = row?.[lower];
      if (top === undefined || bottom === undefined) continue;
      const x = xAxis.convertToPixel(i);
      tops.push([x, yAxis.convertToPixel(top)]);
      bottoms.push([x, yAxis.convertToPixel(bottom)]);
    }
    if (tops.length < 2) return false;
    ctx.save();
    ctx.globalAlpha = OPACITY;
    ctx.fillStyle = indicator.styles?.lines?.[0]?.color ?? chart.getStyles().grid.horizontal.color;
    ctx.beginPath();
    for (const [x, y] of tops) ctx.lineTo(x, y);
    for (const [x, y] of bottoms.reverse()) ctx.lineTo(x, y);
    ctx.closePath();
    ctx.fill();
    ctx.restore();
    return false;
  };
}

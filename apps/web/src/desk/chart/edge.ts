/** Where the label of an order stands that lies beyond the prices in view. */
export interface AtEdge {
  readonly y: number;
  /** Points towards the order's price; null for an order in view. */
  readonly arrow: '↑' | '↓' | null;
}

/** The position of an order among all that are drawn, counted from the highest price. */
export interface Rank {
  readonly rank: number;
  readonly count: number;
}

/** The legend stands above, in px. */
const TOP = 48;
/** More labels than this would cover the candles; the rest stand on the last one. */
const ROWS_MAX = 4;

/**
 * Orders above and below the prices in view are stacked at the edge of the pane, the outermost
 * price at the outermost place. `step`: the height of a row, in px.
 */
export function atEdge(y: number, height: number, step: number, { rank, count }: Rank): AtEdge {
  const offset = (place: number) => step / 2 + Math.min(place, ROWS_MAX - 1) * step;
  if (y < 0) return { y: TOP + offset(rank), arrow: '↑' };
  if (y > height) return { y: height - offset(count - 1 - rank), arrow: '↓' };
  return { y, arrow: null };
}

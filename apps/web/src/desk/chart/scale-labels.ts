/** Where labels stand beside the price scale, so that none covers another. */

/** The part of the scale in which labels stand, in px from its top. */
export interface Room {
  readonly height: number;
  /** Of one label and the gap to the next. */
  readonly step: number;
  /** From where to where the last price stands, which no label covers; null without one. */
  readonly taken: readonly [top: number, bottom: number] | null;
}

/** Where a label stands. */
export interface Place {
  readonly y: number;
  /** Points towards the price of a label that lies beyond the prices in view. */
  readonly arrow: '↑' | '↓' | null;
  /** For how many labels it stands; 1 for itself alone. */
  readonly count: number;
}

/** The legend stands above, in px. */
const TOP = 48;
/** Labels at an edge, where there is room; with fewer the outermost one counts the rest. */
const ROWS_MAX = 4;

/**
 * The places of labels that belong at `wanted`, which ascend: each as near to its price as the
 * others allow, those of prices out of view at the edge of the scale, the outermost outermost.
 * Null for a label that another one counts. More labels than the scale has room for overlap evenly.
 */
export function placesOf(wanted: readonly number[], room: Room): (Place | null)[] {
  let places: (Place | null)[] = [];
  for (let rows = ROWS_MAX; rows > 0; rows -= 1) {
    places = wishes(wanted, room, rows);
    if (fits(places, room)) break;
  }
  const shown = places.filter((place) => place !== null);
  const ys = spread(
    shown.map(({ y }) => y),
    startOf(shown),
    room,
  );
  const moved = new Map(shown.map((place, i) => [place, { ...place, y: ys[i] ?? place.y }]));
  return places.map((place) => (place === null ? null : (moved.get(place) ?? place)));
}

/** Where each label would stand alone. */
function wishes(wanted: readonly number[], { height, step }: Room, rows: number): (Place | null)[] {
  const above = wanted.filter((y) => y < 0).length;
  const below = wanted.filter((y) => y > height).length;
  return wanted.map((y, i): Place | null => {
    if (y < 0) return atEdge({ y: TOP + step / 2, arrow: '↑' }, i, above, rows);
    if (y > height) {
      return atEdge({ y: height - step / 2, arrow: '↓' }, wanted.length - 1 - i, below, rows);
    }
    return { y, arrow: null, count: 1 };
  });
}

function startOf(shown: readonly Place[]): number {
  return shown[0]?.arrow === '↑' ? TOP : 0;
}

/** Whether every label has room on its own side of the last price. */
function fits(places: readonly (Place | null)[], { height, step, taken }: Room): boolean {
  const shown = places.filter((place) => place !== null);
  const from = startOf(shown);
  if (taken === null) return shown.length * step <= height - from;
  const [top, bottom] = taken;
  const above = shown.filter(({ y }) => y < (top + bottom) / 2).length;
  return above * step <= top - from && (shown.length - above) * step <= height - bottom;
}

/** `rank`: counted from the outermost of the `count` labels at that edge. */
function atEdge(
  at: Pick<Place, 'y' | 'arrow'>,
  rank: number,
  count: number,
  rows: number,
): Place | null {
  const counted = count > rows ? count - rows + 1 : 1;
  if (rank === 0) return { ...at, count: counted };
  return rank < counted ? null : { ...at, count: 1 };
}

/** Above and below the last price, with as many on each side as have room there. */
function spread(wanted: readonly number[], from: number, { height, step, taken }: Room): number[] {
  if (taken === null) return stacked(wanted, from, height, step);
  const [top, bottom] = taken;
  const count = wanted.length;
  const fitting = (length: number) => Math.max(0, Math.floor(length / step));
  const [above, below] = [fitting(top - from), fitting(height - bottom)];
  const wish = wanted.filter((y) => y < (top + bottom) / 2).length;
  const first =
    count > above + below
      ? Math.round((count * above) / Math.max(1, above + below))
      : Math.min(Math.max(wish, count - below), above);
  return [
    ...stacked(wanted.slice(0, first), from, top, step),
    ...stacked(wanted.slice(first), bottom, height, step),
  ];
}

/**
 * Labels `step` apart between `from` and `to` with the least sum of squared distances from where
 * they belong: neighbours that would overlap are pooled around their mean.
 */
function stacked(wanted: readonly number[], from: number, to: number, step: number): number[] {
  const count = wanted.length;
  const pitch = Math.min(step, Math.max(0, to - from) / Math.max(1, count));
  const pools: { mean: number; size: number }[] = [];
  for (const [i, y] of wanted.entries()) {
    let pool = { mean: y - i * pitch, size: 1 };
    for (let last = pools.at(-1); last && last.mean > pool.mean; last = pools.at(-1)) {
      const size = last.size + pool.size;
      pool = { mean: (last.mean * last.size + pool.mean * pool.size) / size, size };
      pools.pop();
    }
    pools.push(pool);
  }
  const least = from + pitch / 2;
  const most = to - pitch / 2 - (count - 1) * pitch;
  return pools
    .flatMap(({ mean, size }) => Array<number>(size).fill(mean))
    .map((mean, i) => Math.max(least, Math.min(mean, most)) + i * pitch);
}

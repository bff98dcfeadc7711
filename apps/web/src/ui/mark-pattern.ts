/** Colours of asset marks: tokens of that name, the same as for lines on charts. */
const COLORS = ['gold', 'cyan', 'magenta', 'lime', 'rose', 'slate', 'brown', 'violet'] as const;

export const MARK_SIDE = 5;
/** A mark is the same on its left and its right, so that half of it decides. */
const COLUMNS = Math.ceil(MARK_SIDE / 2);
/** With fewer cells a mark is a speck, with more a blot. */
const CELLS = { least: 9, most: 17 };

export interface MarkPattern {
  readonly color: (typeof COLORS)[number];
  /** The filled cells of a square of MARK_SIDE, as column and row from 0. */
  readonly cells: readonly (readonly [column: number, row: number])[];
}

/** The pattern of an asset's mark: a function of the symbol alone, and another for each symbol. */
export function markPattern(symbol: string): MarkPattern {
  for (let attempt = 0; ; attempt += 1) {
    const bits = mixed(`${symbol}/${attempt}`);
    const cells = cellsOf(bits);
    if (cells.length < CELLS.least || cells.length > CELLS.most) continue;
    // The pattern takes the lower bits.
    return { color: COLORS[(bits >>> 24) % COLORS.length] ?? COLORS[0], cells };
  }
}

function cellsOf(bits: number): [number, number][] {
  const cells: [number, number][] = [];
  for (let row = 0; row < MARK_SIDE; row += 1) {
    for (let column = 0; column < MARK_SIDE; column += 1) {
      const half = Math.min(column, MARK_SIDE - 1 - column);
      if ((bits >>> (row * COLUMNS + half)) & 1) cells.push([column, row]);
    }
  }
  return cells;
}

/** FNV-1a with the final mixing of MurmurHash3, which spreads short texts over all bits. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

import css from './asset-mark.module.css';
import { MARK_SIDE, markPattern } from './mark-pattern.ts';

/** Side of a cell and start of the pattern in the octagon, in units of the view box. */
const CELL = 3;
const START = (28 - MARK_SIDE * CELL) / 2;

/**
 * An asset's mark: a pattern of its own in the octagon of a hallmark. It is drawn from the symbol,
 * so a new asset needs no image and no request to a third party, and no two look alike.
 */
export function AssetMark({ asset, size = 24 }: { asset: string; size?: number }) {
  const { color, cells } = markPattern(asset);
  const squares = cells.map(
    ([column, row]) => `M${START + column * CELL} ${START + row * CELL}h${CELL}v${CELL}h-${CELL}z`,
  );
  return (
    <svg
      aria-hidden="true"
      className={css.mark}
      data-color={color}
      width={size}
      height={size}
      viewBox="0 0 28 28"
    >
      <path className={css.frame} d="M8.5.5h11l8 8v11l-8 8h-11l-8-8v-11z" />
      <path className={css.pattern} d={squares.join('')} />
    </svg>
  );
}

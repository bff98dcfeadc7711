import css from './asset-mark.module.css';

/**
 * An asset's mark: its initial in the octagon of a hallmark. The mark is drawn from the symbol, so
 * a new asset needs no image and no request to a third party.
 */
export function AssetMark({ asset, size = 24 }: { asset: string; size?: number }) {
  return (
    <svg aria-hidden="true" className={css.mark} width={size} height={size} viewBox="0 0 28 28">
      <path d="M8.5.5h11l8 8v11l-8 8h-11l-8-8v-11z" />
      <text x="14" y="18.3">
        {asset.slice(0, 1)}
      </text>
    </svg>
  );
}

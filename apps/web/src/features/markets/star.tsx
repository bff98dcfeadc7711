import { IconStar } from '@assay/kit/icons/star.ts';
import { IconStarFilled } from '@assay/kit/icons/star-filled.ts';
import { useTranslation } from 'react-i18next';
import { useFavourites } from '../../lib/data/favourites.ts';
import css from './market-table.module.css';

/** Adds a market to the favourites or removes it. */
export function Star({ market, pair }: { market: string; pair: string }) {
  const { t } = useTranslation();
  const on = useFavourites((favourites) => favourites.markets.includes(market));
  const toggle = useFavourites((favourites) => favourites.toggle);
  const Icon = on ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={css.toggle}
      aria-pressed={on}
      aria-label={on ? t(($) => $.markets.unstar, { pair }) : t(($) => $.markets.star, { pair })}
      onClick={() => toggle(market)}
    >
      <Icon size={15} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

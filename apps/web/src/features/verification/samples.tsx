import type { Slot } from '@assay/modules/verification/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './verification.module.css';

/** A drawing of what a picture should show. */
export function Sample({ slot }: { slot: Slot }) {
  const { t } = useTranslation();
  return (
    <figure className={css.sample}>
      <svg viewBox="0 0 120 80" role="img" aria-label={t(($) => $.verification.samples[slot])}>
        {DRAWINGS[slot]}
      </svg>
      <figcaption>{t(($) => $.verification.samples[slot])}</figcaption>
    </figure>
  );
}

/** Lines of text, one below the other, as one path. */
const lines = (x: number, y: number, widths: readonly number[]) => (
  <path
    d={widths.map((width, at) => `M${x} ${y + at * 8}h${width}`).join('')}
    className={css.stroke}
  />
);

const CARD = <rect x="14" y="10" width="92" height="60" rx="5" className={css.paper} />;

const DRAWINGS: Readonly<Record<Slot, ReactNode>> = {
  front: (
    <>
      {CARD}
      <circle cx="36" cy="33" r="8" className={css.stroke} />
      <path d="M22 56c2-10 26-10 28 0" className={css.stroke} />
      {lines(60, 26, [36, 28, 34, 22])}
    </>
  ),
  back: (
    <>
      {CARD}
      <rect x="14" y="18" width="92" height="10" className={css.fill} />
      {lines(24, 38, [50, 40])}
      <path d="M24 60h72M24 64h72" className={css.dashed} />
    </>
  ),
  signature: (
    <>
      <circle cx="44" cy="24" r="11" className={css.stroke} />
      <path d="M18 72c2-30 50-30 52 0" className={css.stroke} />
      <rect x="72" y="30" width="40" height="26" rx="3" className={css.paper} />
      <path d="M77 46c4-10 7 6 11-2s6 4 10-1 5 2 9 0" className={css.stroke} />
    </>
  ),
  bill: (
    <>
      <path d="M34 6h40l14 14v54H34z" className={css.paper} />
      <path d="M74 6v14h14" className={css.stroke} />
      {lines(42, 24, [22, 30])}
      {lines(42, 46, [38, 38, 24])}
    </>
  ),
};

import { Ltr } from '@assay/kit/display/ltr.tsx';
import css from './pair-name.module.css';

/** A market by its two assets: BTC/USDT, with the quote asset less prominent. */
export function PairName({ base, quote }: { base: string; quote: string }) {
  return (
    <Ltr className={css.pair}>
      {base}
      <span className={css.quote}>/{quote}</span>
    </Ltr>
  );
}

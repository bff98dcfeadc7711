import { Amount } from '@assay/kit/display/figures.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useHidesBalances } from '../../desk/account/own-amount.tsx';
import css from './wallet.module.css';

interface FigureProps {
  /** Decimal text; '' for what nobody knows. */
  value: string;
  asset: string;
  named?: boolean;
  /** Of a part of a sum. */
  digits?: number;
  className?: string | undefined;
}

/** An amount that is not shown while somebody else sees the screen. */
export function Figure({ value, asset, ...rest }: FigureProps) {
  if (useHidesBalances()) return <span className={css.dots}>••••</span>;
  if (value === '') return NO_VALUE;
  return <Amount value={value} asset={asset} {...rest} />;
}

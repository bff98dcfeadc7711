import { useTranslation } from 'react-i18next';
import { isShortened } from '../format/amount.ts';
import { signOf } from '../format/compare.ts';
import { NO_VALUE, type Numeric } from '../format/format.ts';
import { useFormat } from '../format/use-format.tsx';
import css from './figures.module.css';
import { Ltr } from './ltr.tsx';

export const directionClass = (sign: number): string => {
  if (sign > 0) return css.up ?? '';
  return (sign < 0 ? css.down : css.flat) ?? '';
};

export interface FigureProps {
  value: Numeric | undefined;
  className?: string | undefined;
  unit?: string;
}

/** A number with a fixed number of decimals: prices and quantities of one market. */
export function Fixed({ value, decimals, className, unit }: FigureProps & { decimals: number }) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.fixed(value, decimals)}
      className={className}
      unit={unit}
    />
  );
}

/** A number with all its decimals, at most `most`: balances. */
export function Plain({ value, most = 8, className, unit }: FigureProps & { most?: number }) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.plain(value, most)}
      className={className}
      unit={unit}
    />
  );
}

interface AmountProps {
  /** Decimal text of the wire. */
  value: string | undefined;
  asset: string;
  /** Whether the asset is named behind the figure. */
  named?: boolean;
  className?: string | undefined;
}

/** An amount as it is read; where it has more digits, its title shows all of them. */
export function Amount({ value, asset, named = false, className }: AmountProps) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.amount(value, asset)}
      title={value && isShortened(value, asset) ? `${format.plain(value)} ${asset}` : undefined}
      className={className}
      unit={named ? asset : undefined}
    />
  );
}

/** A volume: 1.23M. */
export function Compact({ value, className, unit }: FigureProps) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.compact(value)}
      className={className}
      unit={unit}
    />
  );
}

/**
 * A change in percent. Its sign is written and read out as a word, so that colour is never the only
 * difference between a rise and a fall.
 */
export function Change({
  value,
  className = '',
}: {
  value: string | undefined;
  className?: string | undefined;
}) {
  const format = useFormat();
  const { t } = useTranslation();
  const sign = signOf(value ?? '');
  const word = sign > 0 ? t(($) => $.kit.up) : t(($) => $.kit.down);
  return (
    <Ltr className={`${css.figure} ${directionClass(sign)} ${className}`}>
      {sign === 0 ? null : <span className="seen-by-ear">{word} </span>}
      {value === undefined ? NO_VALUE : format.change(value)}
    </Ltr>
  );
}

/**
 * A time in a table: date and time to the second in the user's time zone. A line may end between
 * them, where the column allows it.
 */
export function Instant({ at, className }: { at: number; className?: string | undefined }) {
  const text = useFormat().dateTime(at);
  const gap = text.lastIndexOf(' ');
  return (
    <time dateTime={new Date(at).toISOString()}>
      <Ltr className={`${css.figure} ${className ?? ''}`}>
        <span className={css.figure}>{text.slice(0, gap)}</span>{' '}
        <span className={css.figure}>{text.slice(gap + 1)}</span>
      </Ltr>
    </time>
  );
}

function Figure(props: {
  text: string;
  title?: string | undefined;
  className?: string | undefined;
  unit?: string | undefined;
}) {
  return (
    <Ltr className={`${css.figure} ${props.className ?? ''}`} title={props.title}>
      {props.text}
      {props.unit === undefined ? null : <span className={css.unit}> {props.unit}</span>}
    </Ltr>
  );
}

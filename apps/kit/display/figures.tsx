import { memo } from 'react';
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

/*
 * Figures stand in lists that tick; what has not changed is not written again.
 */

/** A number with a fixed number of decimals: prices and quantities of one market. */
export const Fixed = memo(function Fixed({
  value,
  decimals,
  className,
  unit,
}: FigureProps & { decimals: number }) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.fixed(value, decimals)}
      className={className}
      unit={unit}
    />
  );
});

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
  /** Of a part of a sum: the digits that all its parts have, by `digitsOfSum`. */
  digits?: number | undefined;
  className?: string | undefined;
}

/** An amount as it is read; where it has more digits, its title shows all of them. */
export function Amount({ value, asset, named = false, digits, className }: AmountProps) {
  const format = useFormat();
  const isCut = value !== undefined && digits === undefined && isShortened(value, asset);
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.amount(value, asset, digits)}
      title={isCut ? `${format.plain(value)} ${asset}` : undefined}
      className={className}
      unit={named ? asset : undefined}
    />
  );
}

/** A volume: 1.23M. */
export const Compact = memo(function Compact({ value, className, unit }: FigureProps) {
  const format = useFormat();
  return (
    <Figure
      text={value === undefined ? NO_VALUE : format.compact(value)}
      className={className}
      unit={unit}
    />
  );
});

/**
 * A change in percent. Its sign is written and read out as a word, so that colour is never the only
 * difference between a rise and a fall.
 */
export const Change = memo(function Change({
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
});

/**
 * A time in a table: date and time to the second in the user's time zone, always in one line. A
 * narrow table leaves out the year, which the title has.
 */
export function Instant({ at, className }: { at: number; className?: string | undefined }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      <Ltr className={`${css.figure} ${className ?? ''}`}>
        {format.dateParts(at).map(({ text, ofYear }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a date are places
          <span key={i} className={ofYear ? css.year : undefined}>
            {text}
          </span>
        ))}{' '}
        {format.time(at)}
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
      {props.unit === undefined ? null : (
        <span className={css.unit} data-kit="unit">
          {' '}
          {props.unit}
        </span>
      )}
    </Ltr>
  );
}

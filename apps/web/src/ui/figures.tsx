import { useTranslation } from 'react-i18next';
import { signOf } from '../lib/format/compare.ts';
import { NO_VALUE, type Numeric } from '../lib/format/format.ts';
import { useFormat } from '../lib/format/use-format.ts';
import css from './figures.module.css';
import { Ltr } from './ltr.tsx';

export const directionClass = (sign: number): string => {
  if (sign > 0) return css.up ?? '';
  return (sign < 0 ? css.down : css.flat) ?? '';
};

interface FigureProps {
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

/** A volume of trades here; where nothing was traded, no figure and the reason for it. */
export function Traded(props: FigureProps) {
  const { t } = useTranslation();
  if (signOf(`${props.value ?? ''}`) > 0) return <Compact {...props} />;
  const none = t(($) => $.ui.notTraded);
  return (
    <span className={`${css.figure} ${css.flat} ${props.className ?? ''}`} title={none}>
      <span aria-hidden="true">{NO_VALUE}</span>
      <span className="seen-by-ear">{none}</span>
    </span>
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
  const word = sign > 0 ? t(($) => $.ui.up) : t(($) => $.ui.down);
  return (
    <Ltr className={`${css.figure} ${directionClass(sign)} ${className}`}>
      {sign === 0 ? null : <span className="seen-by-ear">{word} </span>}
      {value === undefined ? NO_VALUE : format.change(value)}
    </Ltr>
  );
}

/** A time in a table: date and time to the second in the user's time zone. */
export function Instant({ at, className }: { at: number; className?: string | undefined }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()}>
      <Figure text={format.dateTime(at)} className={className} />
    </time>
  );
}

function Figure(props: {
  text: string;
  className?: string | undefined;
  unit?: string | undefined;
}) {
  return (
    <Ltr className={`${css.figure} ${props.className ?? ''}`}>
      {props.text}
      {props.unit === undefined ? null : <span className={css.unit}>{props.unit}</span>}
    </Ltr>
  );
}

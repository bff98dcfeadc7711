import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type FigureLine, FigureLines } from '../data/figure-lines.tsx';
import css from './amount-field.module.css';
import box from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { NumberInput, useUnreadWords } from './number-input.tsx';

interface AmountFieldProps extends FieldTexts {
  /** Decimal text of the wire, or what the field could not read. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** What is counted: an asset, percent, days. */
  unit: string;
  /** What a press on "maximum" enters, as decimal text. */
  most?: string;
  /** At the end of the label's line: what is available. */
  beside?: ReactNode;
  /** What follows from the amount: the fee, what is received. */
  lines?: readonly FigureLine[];
  disabled?: boolean;
}

/** An amount as the reader writes numbers; a text with two meanings is refused, never guessed. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, beside, value, onChange, onBlur, unit, most, lines = [] } = props;
  const { t } = useTranslation();
  const unread = useUnreadWords()(value);
  return (
    <div>
      <Field label={label} hint={hint} error={unread ?? error} beside={beside}>
        {(control) => (
          <div className={box.box}>
            <NumberInput
              {...control}
              className={`${box.control} ${css.amount}`}
              disabled={props.disabled}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
            <span className={box.unit}>{unit}</span>
            {most === undefined ? null : (
              <button
                type="button"
                className={box.tool}
                disabled={props.disabled}
                onClick={() => onChange(most)}
              >
                {t(($) => $.kit.most)}
              </button>
            )}
          </div>
        )}
      </Field>
      {lines.length === 0 ? null : (
        <div className={css.lines}>
          <FigureLines dense lines={lines} />
        </div>
      )}
    </div>
  );
}

import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '../display/ltr.tsx';
import { IconMinus } from '../icons/minus.ts';
import { IconPlus } from '../icons/plus.ts';
import box from './field.module.css';
import { Field } from './field.tsx';
import css from './number-field.module.css';
import { NumberInput } from './number-input.tsx';

interface NumberFieldProps {
  label: string;
  /** What is counted, or the choice of it. */
  unit: ReactNode;
  /** Decimal text of the wire; the field shows it in the reader's format. */
  value: string;
  onChange(value: string): void;
  /** Moves the value by this many steps; without it there are no step buttons. */
  onStep?: (steps: number) => void;
  /** Why the value is refused; stands in the place of the label. */
  error?: string | undefined;
  /** What the value is in other words; stands beside it. */
  note?: string;
  /** Small buttons at the end of the label's line. */
  beside?: ReactNode;
  disabled?: boolean;
  /** May be left empty. */
  optional?: boolean;
  placeholder?: string;
}

const LARGE_STEP = 10;

/**
 * A number of a dense form in which nothing may move: an error takes the label's place. Arrow keys
 * step, with Shift by ten.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, onChange, onStep, error, note, beside, disabled = false } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as Record<string, number>)[event.key];
    if (direction === undefined || !onStep) return;
    event.preventDefault();
    onStep(direction * (event.shiftKey ? LARGE_STEP : 1));
  };
  return (
    <Field dense label={label} error={error} beside={beside}>
      {({ 'aria-describedby': described, id, ...control }) => (
        <div className={box.box}>
          <NumberInput
            {...control}
            id={id}
            aria-describedby={
              [described, note && `${id}-note`].filter(Boolean).join(' ') || undefined
            }
            className={`${box.control} ${css.typed}`}
            value={value}
            disabled={disabled}
            data-optional={disabled || props.optional}
            placeholder={props.placeholder}
            onChange={onChange}
            onFocus={(event) => event.target.select()}
            onKeyDown={onKeyDown}
          />
          {note === undefined ? null : (
            <span id={`${id}-note`} className={css.note} title={note}>
              <Ltr>{note}</Ltr>
            </span>
          )}
          <span className={box.unit}>{unit}</span>
          {onStep ? <Steps label={label} disabled={disabled} onStep={onStep} /> : null}
        </div>
      )}
    </Field>
  );
}

interface StepsProps {
  label: string;
  disabled: boolean;
  onStep(steps: number): void;
}

/** For the pointer; keys have the arrows. */
function Steps({ label, disabled, onStep }: StepsProps) {
  const { t } = useTranslation();
  const steps = [
    [-1, IconMinus, t(($) => $.kit.less, { field: label })],
    [1, IconPlus, t(($) => $.kit.more, { field: label })],
  ] as const;
  return (
    <span className={css.steps}>
      {steps.map(([direction, Icon, text]) => (
        <button
          key={direction}
          type="button"
          tabIndex={-1}
          className={css.step}
          aria-label={text}
          disabled={disabled}
          onClick={(event) => onStep(direction * (event.shiftKey ? LARGE_STEP : 1))}
        >
          <Icon size={13} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
    </span>
  );
}

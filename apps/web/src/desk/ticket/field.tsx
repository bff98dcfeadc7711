import { Ltr } from '@assay/kit/display/ltr.tsx';
import { NumberInput } from '@assay/kit/input/number-input.tsx';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './ticket.module.css';

interface FieldProps {
  label: string;
  unit: ReactNode;
  /** Decimal text of the wire; the field shows it in the reader's format. */
  value: string;
  onChange(value: string): void;
  /** Moves the value by this many steps; without it there are no step buttons. */
  onStep?: (steps: number) => void;
  /** What is wrong with the value, in words; stands in the place of the label. */
  problem?: string | undefined;
  /** What the value is in other words; stands beside it. */
  note?: string;
  /** Small buttons at the end of the label's line. */
  tools?: ReactNode;
  disabled?: boolean;
  /** May be left empty. */
  optional?: boolean;
  placeholder?: string;
}

const LARGE_STEP = 10;

/**
 * A number of the ticket. A problem takes the label's place, so that nothing on the ticket moves.
 * Arrow keys step, with Shift by ten.
 */
export function Field(props: FieldProps) {
  const { label, unit, value, onChange, onStep, problem, note } = props;
  const { tools, disabled, optional, placeholder } = props;
  const { t } = useTranslation();
  const id = useId();
  const parts = [problem === undefined ? '' : `${id}-problem`, note ? `${id}-note` : ''];
  const described = parts.join(' ').trim() || undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as Record<string, number>)[event.key];
    if (direction === undefined || !onStep) return;
    event.preventDefault();
    onStep(direction * (event.shiftKey ? LARGE_STEP : 1));
  };
  const step = (direction: 1 | -1, Icon: typeof IconPlus, text: string) => (
    <button
      type="button"
      tabIndex={-1}
      className={css.step}
      aria-label={text}
      disabled={disabled}
      onClick={(event) => onStep?.(direction * (event.shiftKey ? LARGE_STEP : 1))}
    >
      <Icon size={13} stroke={1.75} aria-hidden="true" />
    </button>
  );
  return (
    <div className={css.field}>
      <div className={css.fieldHead}>
        <label htmlFor={id} className={problem === undefined ? css.label : 'seen-by-ear'}>
          {label}
        </label>
        {problem === undefined ? null : (
          <span id={`${id}-problem`} className={css.problem} title={problem}>
            {problem}
          </span>
        )}
        {tools}
      </div>
      <div className={css.box} data-problem={problem !== undefined || undefined}>
        <NumberInput
          id={id}
          className={css.number}
          value={value}
          disabled={disabled}
          data-optional={disabled || optional}
          placeholder={placeholder}
          aria-invalid={problem !== undefined}
          aria-describedby={described}
          onChange={onChange}
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
        />
        {note === undefined ? null : (
          <span id={`${id}-note`} className={css.note} title={note}>
            <Ltr>{note}</Ltr>
          </span>
        )}
        <span className={css.unit}>{unit}</span>
        {onStep ? (
          <span className={css.steps}>
            {step(
              -1,
              IconMinus,
              t(($) => $.desk.ticket.less, { field: label }),
            )}
            {step(
              1,
              IconPlus,
              t(($) => $.desk.ticket.more, { field: label }),
            )}
          </span>
        ) : null}
      </div>
    </div>
  );
}

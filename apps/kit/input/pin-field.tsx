import type { Ref } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import css from './pin-field.module.css';

interface PinFieldProps extends FieldTexts {
  value: string;
  onChange(value: string): void;
  digits?: number;
  /** Digits that are secret are not shown; those of a code that was sent are. */
  secret?: boolean;
  autoComplete?: 'one-time-code' | 'off';
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Digits in cells. It is one field, so that pasting, deleting and screen readers work as in any
 * other; nothing is sent before the reader says so.
 */
export function PinField(props: PinFieldProps) {
  const { value, onChange, digits = 6, secret = true, autoComplete = 'off' } = props;
  const { label, hint, error, disabled = false, ref } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={css.pin} dir="ltr" data-kit="pin" data-disabled={disabled || undefined}>
          <input
            {...control}
            ref={ref}
            className={css.input}
            type={secret ? 'password' : 'text'}
            inputMode="numeric"
            autoComplete={autoComplete}
            maxLength={digits}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, digits))}
          />
          {Array.from({ length: digits }, (_, i) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              key={i}
              aria-hidden="true"
              className={css.cell}
              data-next={i === value.length || undefined}
            >
              {value[i] === undefined ? '' : secret ? '•' : value[i]}
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}

import type { ReactNode } from 'react';
import css from './checkbox.module.css';

interface CheckboxProps {
  children: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  /** A switch takes effect at once; a checkbox is an answer in a form. */
  kind?: 'checkbox' | 'switch';
  disabled?: boolean;
  error?: string | undefined;
}

/** Yes or no, with the text that says to what. */
export function Checkbox(props: CheckboxProps) {
  const { children, checked, onChange, kind = 'checkbox', disabled = false, error } = props;
  return (
    <div className={css.field}>
      <label className={css.label}>
        <input
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={kind === 'switch' ? css.switch : css.box}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error ? (
        <p className={css.error} role="alert">
          <bdi>{error}</bdi>
        </p>
      ) : null}
    </div>
  );
}

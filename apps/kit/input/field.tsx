import { type ReactNode, useId } from 'react';
import css from './field.module.css';

/** What a field hands to its control, so that its label and its messages belong to it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

export interface FieldTexts {
  label: string;
  /** What may be entered; it stays where it is when there is an error. */
  hint?: ReactNode;
  /** Why the value is refused; empty when it is not. */
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** At the end of the label's line: what is available, a link, small buttons. */
  beside?: ReactNode;
  /** In a form that must not move: an error takes the label's place. */
  dense?: boolean;
  children(control: ControlProps): ReactNode;
}

/** A control with its label above it, and its error and hint below. */
export function Field({ label, hint, error, beside, dense = false, children }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint === undefined ? '' : `${id}-hint`];
  const control = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  const message = error ? (
    <p id={`${id}-error`} className={css.error} title={dense ? error : undefined}>
      {/* The server may answer in another language than that of the page. */}
      <bdi>{error}</bdi>
    </p>
  ) : null;
  return (
    <div className={`${css.field} ${dense ? css.dense : ''}`} data-kit="field">
      <div className={css.line}>
        <label htmlFor={id} className={dense && error ? 'seen-by-ear' : css.label}>
          {label}
        </label>
        {dense ? message : null}
        {beside === undefined ? null : <div className={css.beside}>{beside}</div>}
      </div>
      {children(control)}
      {dense ? null : message}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A group of controls with one name, such as segments or cards. */
export function FieldGroup(props: FieldTexts & { children: ReactNode }) {
  const { label, hint, error, children } = props;
  const id = useId();
  return (
    <fieldset
      className={`${css.field} ${css.group}`}
      data-kit="field"
      aria-describedby={hint === undefined ? undefined : id}
    >
      <legend className={css.label}>{label}</legend>
      {children}
      {error ? (
        <p className={css.error} role="alert">
          <bdi>{error}</bdi>
        </p>
      ) : null}
      {hint === undefined ? null : (
        <p id={id} className={css.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

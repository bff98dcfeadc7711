import { IconChevronDown } from '@tabler/icons-react';
import box from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import css from './select.module.css';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

interface SelectProps<Value extends string> {
  options: readonly Option<Value>[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** Figures are written from left to right in every language. */
  dir?: 'ltr';
  disabled?: boolean;
}

/** A choice of few; the browser's own list, which is the best one on a phone. */
export function Select<Value extends string>(props: SelectProps<Value> & { label: string }) {
  return (
    <span className={css.compact}>
      <Native {...props} aria-label={props.label} />
    </span>
  );
}

/** The same as a field of a form. */
export function SelectField<Value extends string>(props: SelectProps<Value> & FieldTexts) {
  const { label, hint, error, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={`${box.box} ${css.box}`}>
          <Native {...rest} {...control} />
        </div>
      )}
    </Field>
  );
}

interface NativeProps<Value extends string> extends SelectProps<Value> {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

function Native<Value extends string>(props: NativeProps<Value>) {
  const { options, value, onChange, dir, disabled, id } = props;
  return (
    <>
      <select
        id={id}
        className={`${box.control} ${css.native}`}
        dir={dir}
        disabled={disabled}
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <IconChevronDown className={css.arrow} size={14} stroke={1.75} aria-hidden="true" />
    </>
  );
}

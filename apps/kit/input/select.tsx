import { IconChevronDown } from '../icons/chevron-down.ts';
import box from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import css from './select.module.css';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** What a short text stands for. */
  readonly title?: string;
}

interface SelectProps<Value extends string> {
  options: readonly Option<Value>[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** Figures are written from left to right in every language. */
  dir?: 'ltr';
  disabled?: boolean;
}

interface CompactProps<Value extends string> extends SelectProps<Value> {
  label: string;
  /** Explains the choice, where its texts are short. */
  title?: string;
  /** Without an edge of its own: in a field or in the head of a panel. */
  bare?: boolean;
}

/** A choice of few; the browser's own list, which is the best one on a phone. */
export function Select<Value extends string>(props: CompactProps<Value>) {
  const { title, bare = false } = props;
  return (
    <span className={`${css.compact} ${bare ? css.bare : ''}`} title={title} dir={props.dir}>
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
        <div className={`${box.box} ${css.box}`} dir={rest.dir}>
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
  const { options, value, onChange, disabled, id } = props;
  return (
    <>
      <select
        id={id}
        className={`${box.control} ${css.native}`}
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
          <option key={option.value} value={option.value} title={option.title}>
            {option.text}
          </option>
        ))}
      </select>
      <IconChevronDown className={css.arrow} size={14} stroke={1.75} aria-hidden="true" />
    </>
  );
}

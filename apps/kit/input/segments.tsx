import { type ReactNode, useId } from 'react';
import css from './segments.module.css';

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly text: ReactNode }[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** As wide as its place, in equal parts. */
  fill?: boolean;
  /** Many: in as many lines as they need. */
  wrap?: boolean;
  /** In a line of tools. */
  dense?: boolean;
  disabled?: boolean;
}

/** One of a few, all of them in view: radio buttons side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, fill = false, dense = false, disabled = false } = props;
  const { wrap = false } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${css.segments} ${fill ? css.fill : ''} ${dense ? css.dense : ''} ${wrap ? css.wrap : ''}`}
      data-disabled={disabled || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={css.text}>{option.text}</span>
        </label>
      ))}
    </div>
  );
}

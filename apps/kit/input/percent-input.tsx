import type { ComponentProps } from 'react';
import { NumberInput } from './number-input.tsx';
import css from './percent-input.module.css';

/** A percentage to type, in the line of other things. */
export function PercentInput(props: Omit<ComponentProps<typeof NumberInput>, 'className'>) {
  return (
    <span className={css.box} data-invalid={props['aria-invalid'] || undefined}>
      <NumberInput {...props} onFocus={(event) => event.target.select()} />%
    </span>
  );
}

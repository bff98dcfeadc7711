import { type ReactNode, useId } from 'react';
import css from './radio-cards.module.css';

export interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly text?: string;
  /** At the end of the card: a fee, a duration. */
  readonly figure?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  label: string;
  cards: readonly RadioCard<Value>[];
  value: Value | null;
  onChange(value: NoInfer<Value>): void;
}

/** One of a few that need an explanation each. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, cards, value, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.cards}>
      {cards.map(({ value: own, title, text, figure, disabled = false }) => (
        <label key={own} className={css.card}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            checked={own === value}
            disabled={disabled}
            onChange={() => onChange(own)}
          />
          <span className={css.words}>
            <span className={css.title}>{title}</span>
            {text === undefined ? null : <span className={css.text}>{text}</span>}
          </span>
          {figure === undefined ? null : <span className={css.figure}>{figure}</span>}
        </label>
      ))}
    </div>
  );
}

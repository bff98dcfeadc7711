import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import css from './segments.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly text: ReactNode;
  /** What it means, where the pointer rests on it. */
  readonly title?: string | undefined;
  /** Of the two sides of a market: its colour when it is chosen. */
  readonly tone?: 'buy' | 'sell';
}

export interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** As wide as its place, in equal parts. */
  fill?: boolean;
  /** Many: in as many lines as they need. */
  wrap?: boolean;
  /** In a line of tools, or in a narrow place. */
  dense?: boolean;
  /**
   * In a frame; without one among other tools; or underlined as tabs are, in as many lines as they
   * need, where what they choose among stands below them.
   */
  look?: 'framed' | 'tools' | 'lines';
  disabled?: boolean;
  /** The pointer or the focus is on it: what may be chosen can be loaded. */
  onNear?(): void;
}

/** A browser would send the form, and an order with it, from where only its side is chosen. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** In how many columns the last line lacks the fewest. */
function mostInLine(count: number): CSSProperties {
  const lacking = (columns: number) => (columns - (count % columns)) % columns;
  const most = [5, 4, 3].reduce((best, each) => (lacking(each) < lacking(best) ? each : best));
  return { '--most': most } as CSSProperties;
}

/** One of a few, all of them in view: radio buttons side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, fill = false, dense = false, disabled = false } = props;
  const { wrap = false, look = 'framed', onNear } = props;
  const name = useId();
  const looks = [css[look], fill && css.fill, dense && css.dense, wrap && css.wrap];
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`${css.segments} ${looks.filter(Boolean).join(' ')}`}
      style={wrap ? mostInLine(options.length) : undefined}
      data-disabled={disabled || undefined}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={css.segment}
          title={option.title}
          data-tone={option.tone}
        >
          <input
            type="radio"
            className={css.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            onKeyDown={keepForm}
          />
          <span className={css.text}>{option.text}</span>
        </label>
      ))}
    </div>
  );
}

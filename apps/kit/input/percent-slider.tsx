import type { CSSProperties } from 'react';
import { Ltr } from '../display/ltr.tsx';
import { PercentInput } from './percent-input.tsx';
import css from './percent-slider.module.css';

const STOPS = [0, 25, 50, 75, 100] as const;

interface PercentSliderProps {
  label: string;
  /** The name of the field in which the figure is typed. */
  typedLabel: string;
  value: number;
  onChange(percent: number): void;
  disabled: boolean;
}

/** A share: a slider over stops that can be pressed, and the figure to type. */
export function PercentSlider(props: PercentSliderProps) {
  const { label, typedLabel, value, onChange, disabled } = props;
  return (
    <div className={css.share}>
      <div className={css.slider} style={{ '--filled': value / 100 } as CSSProperties}>
        <input
          type="range"
          className={css.range}
          min={0}
          max={100}
          step={1}
          value={value}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={`${value}%`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            className={css.stop}
            style={{ '--at': stop / 100 } as CSSProperties}
            data-filled={stop <= value || undefined}
            disabled={disabled}
            onClick={() => onChange(stop)}
          >
            <Ltr>{stop}%</Ltr>
          </button>
        ))}
      </div>
      <span className={css.typed}>
        <PercentInput
          inputMode="numeric"
          value={String(value)}
          disabled={disabled}
          aria-label={typedLabel}
          onChange={(typed) => {
            const percent = Number(typed);
            if (percent >= 0) onChange(Math.min(100, Math.floor(percent)));
          }}
        />
      </span>
    </div>
  );
}

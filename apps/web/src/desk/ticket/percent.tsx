import { Ltr } from '@assay/kit/display/ltr.tsx';
import { NumberInput } from '@assay/kit/input/number-input.tsx';
import { useTranslation } from 'react-i18next';
import css from './ticket.module.css';

const STOPS = [0, 25, 50, 75, 100] as const;

interface PercentProps {
  value: number;
  onChange(percent: number): void;
  disabled: boolean;
}

/** The share of the balance: a slider over stops that can be pressed, and the figure to type. */
export function Percent({ value, onChange, disabled }: PercentProps) {
  const { t } = useTranslation();
  return (
    <div className={css.percent}>
      <div className={css.slider} style={{ '--filled': `${value}%` } as React.CSSProperties}>
        <input
          type="range"
          className={css.range}
          min={0}
          max={100}
          step={1}
          value={value}
          disabled={disabled}
          aria-label={t(($) => $.desk.ticket.share)}
          aria-valuetext={`${value}%`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            className={css.stop}
            style={{ insetInlineStart: `${stop}%` }}
            data-filled={stop <= value || undefined}
            disabled={disabled}
            onClick={() => onChange(stop)}
          >
            <Ltr>{stop}%</Ltr>
          </button>
        ))}
      </div>
      <span className={css.percentBox}>
        <NumberInput
          className={css.percentNumber}
          inputMode="numeric"
          value={String(value)}
          disabled={disabled}
          aria-label={t(($) => $.desk.ticket.shareTyped)}
          onFocus={(event) => event.target.select()}
          onChange={(typed) => {
            const percent = Number(typed);
            if (percent >= 0) onChange(Math.min(100, Math.floor(percent)));
          }}
        />
        %
      </span>
    </div>
  );
}

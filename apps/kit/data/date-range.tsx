import { useTranslation } from 'react-i18next';
import { DayInput } from '../input/day-field.tsx';
import { Segments } from '../input/segments.tsx';
import css from './date-range.module.css';

/** Days, as the wire has them (2026-11-23); empty where there is no bound. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface DateRangeProps {
  value: Days;
  onChange(days: Days): void;
  /** The last day that may be chosen. */
  today: string;
  /** How many days back the presets reach. */
  presets?: readonly number[];
}

const DAY_MS = 86_400_000;
const NONE = 'none';

/** The first and the last day of what is listed, by presets or by date. */
export function DateRange({ value, onChange, today, presets = [7, 30, 90] }: DateRangeProps) {
  const { t } = useTranslation();
  const first = (days: number) =>
    new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const chosen = presets.find((days) => value.from === first(days) && value.to === today);
  const all = value.from === '' && value.to === '';
  const options = [
    ...presets.map((days) => ({
      value: String(days),
      text: t(($) => $.kit.days, { count: days }),
    })),
    { value: 'all', text: t(($) => $.kit.allDays) },
  ];
  const choose = (preset: string) =>
    onChange(preset === 'all' ? { from: '', to: '' } : { from: first(Number(preset)), to: today });
  return (
    <div className={css.range}>
      <Segments
        label={t(($) => $.kit.range)}
        options={options}
        value={all ? 'all' : chosen === undefined ? NONE : String(chosen)}
        onChange={choose}
      />
      <div className={css.days}>
        <span className={css.which} aria-hidden="true">
          {t(($) => $.kit.from)}
        </span>
        <DayInput
          label={t(($) => $.kit.from)}
          max={value.to || today}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
        <span className={css.dash} aria-hidden="true">
          –
        </span>
        <span className={css.which} aria-hidden="true">
          {t(($) => $.kit.to)}
        </span>
        <DayInput
          label={t(($) => $.kit.to)}
          min={value.from}
          max={today}
          value={value.to}
          onChange={(to) => onChange({ ...value, to })}
        />
      </div>
    </div>
  );
}

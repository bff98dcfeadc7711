import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelow } from '../feedback/use-below.ts';
import { readDay, writeDay } from '../format/day.ts';
import { useFormat } from '../format/use-format.tsx';
import { IconCalendar } from '../icons/calendar.ts';
import css from './day-field.module.css';
import { type Bounds, useDayPattern, useDayWords } from './day-words.ts';
import box from './field.module.css';
import { type ControlProps, Field, type FieldTexts } from './field.tsx';

const DayCalendar = lazy(() => import('./day-calendar.tsx'));

interface DayProps extends Bounds {
  label: string;
  /** A day of the wire (`2026-11-28`), empty for none, or unread text that the field handed out. */
  value: string;
  onChange(day: string): void;
  onBlur?: () => void;
}

/** A day of a form: typed as the reader writes it, or chosen in a calendar. */
export function DayField({ hint, error, ...day }: DayProps & FieldTexts) {
  // What is wrong with the text itself says more than any rule of the form.
  const wrong = useDayWords(day)(day.value) || error;
  return (
    <Field label={day.label} hint={hint} error={wrong}>
      {(control) => <DayBox {...day} control={control} />}
    </Field>
  );
}

/** A day that takes effect at once, such as that of a filter; what cannot be read has none. */
export function DayInput({ label, value, onChange, ...bounds }: Omit<DayProps, 'onBlur'>) {
  const wordsOf = useDayWords(bounds);
  const [refused, setRefused] = useState('');
  const wrong = wordsOf(refused);
  const change = (day: string) => {
    const isTaken = wordsOf(day) === '';
    setRefused(isTaken ? '' : day);
    if (isTaken) onChange(day);
  };
  return (
    <span className={css.compact}>
      <DayBox
        {...bounds}
        label={label}
        value={wrong === '' ? value : refused}
        onChange={change}
        control={{ 'aria-label': label, 'aria-invalid': wrong !== '' || undefined }}
      />
      {wrong === '' ? null : (
        <span role="alert" className={css.wrong}>
          {wrong}
        </span>
      )}
    </span>
  );
}

interface BoxProps extends DayProps {
  control: Partial<ControlProps> & { readonly 'aria-label'?: string };
}

/** The text of a day, read when it is left or by Enter, and the button of its calendar. */
function DayBox({ label, value, onChange, onBlur, min = '', max = '', control }: BoxProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const pattern = useDayPattern();
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useBelow();
  const take = () => {
    if (typed === null) return;
    setTyped(null);
    const day = readDay(typed, format);
    if (day !== value) onChange(day);
  };
  const close = (day?: string) => {
    calendar.close();
    if (day === undefined) return;
    setTyped(null);
    onChange(day);
  };
  return (
    <div className={`${box.box} ${css.box}`}>
      <input
        {...control}
        className={box.control}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder={pattern}
        value={typed ?? writeDay(value, format)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          take();
          onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <button
        {...calendar.button}
        className={box.tool}
        aria-label={t(($) => $.kit.openCalendar, { label })}
      >
        <IconCalendar size={16} stroke={1.5} aria-hidden="true" />
      </button>
      {calendar.opened ? (
        <Suspense fallback={null}>
          <DayCalendar label={label} value={value} min={min} max={max} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { noonOf, plusDays, plusMonths } from '../format/day.ts';
import { useFormat } from '../format/use-format.tsx';
import css from './day-calendar.module.css';

interface DayGridProps {
  /** The id of what names it. */
  title: string;
  /** The day that has the focus; its month is shown. */
  shown: string;
  chosen: string;
  today: string;
  isOpen(day: string): boolean;
  /** The focus goes to the day that is shown. */
  focuses: boolean;
  onShow(day: string): void;
  onChoose(day: string): void;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** As many as the longest month has: what is below stays where it is. */
const WEEKS = [0, 1, 2, 3, 4, 5];
const MONDAY = 1;

/**
 * The days of a month: arrows go from day to day, Home and End within a week, PageUp and PageDown
 * by months.
 */
export function DayGrid(props: DayGridProps) {
  const { title, shown, chosen, today, isOpen, focuses, onShow, onChoose } = props;
  const { tag } = useFormat();
  const start = weekStart(tag);
  const first = startOfWeek(`${shown.slice(0, 7)}-01`, start);
  const short = weekdaysOf(tag);
  const long = new Intl.DateTimeFormat(tag, { weekday: 'long' });
  const whole = new Intl.DateTimeFormat(tag, { dateStyle: 'full' });
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every day that is shown
  useEffect(() => {
    if (focuses) current.current?.focus();
  }, [shown, focuses]);
  const keyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const day = dayByKey(event, shown, start, rtl);
    if (day === undefined) return;
    event.preventDefault();
    onShow(day);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar
    <table role="grid" className={css.grid} aria-labelledby={title} onKeyDown={keyDown}>
      <thead>
        <tr>
          {WEEK.map((n) => (
            <th key={n} scope="col" abbr={long.format(noonOf(plusDays(first, n)))}>
              {short.format(noonOf(plusDays(first, n)))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKS.map((week) => (
          <tr key={week}>
            {WEEK.map((n) => plusDays(first, 7 * week + n)).map((day) => (
              <td key={day}>
                <button
                  ref={day === shown ? current : undefined}
                  type="button"
                  className={css.day}
                  tabIndex={day === shown ? 0 : -1}
                  aria-label={whole.format(noonOf(day))}
                  aria-current={day === today ? 'date' : undefined}
                  aria-pressed={day === chosen}
                  data-other={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
                  data-autofocus={day === shown || undefined}
                  disabled={!isOpen(day)}
                  onClick={() => onChoose(day)}
                >
                  {Number(day.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which day a key goes to; undefined for other keys. */
function dayByKey(event: KeyboardEvent, from: string, start: number, rtl: boolean) {
  const forth = rtl ? -1 : 1;
  const months = event.shiftKey ? 12 : 1;
  switch (event.key) {
    case 'ArrowRight':
      return plusDays(from, forth);
    case 'ArrowLeft':
      return plusDays(from, -forth);
    case 'ArrowDown':
      return plusDays(from, 7);
    case 'ArrowUp':
      return plusDays(from, -7);
    case 'Home':
      return startOfWeek(from, start);
    case 'End':
      return plusDays(startOfWeek(from, start), 6);
    case 'PageDown':
      return plusMonths(from, months);
    case 'PageUp':
      return plusMonths(from, -months);
  }
}

/** The first day of the week that a day is in; `start`: 1 for Monday to 7 for Sunday. */
function startOfWeek(day: string, start: number): string {
  return plusDays(day, -((new Date(day).getUTCDay() - start + 7) % 7));
}

/** As many letters of a day's name as stand above a day. */
const HEAD_LETTERS = 4;
const ANY_MONDAY = '2026-11-23';

/** Short names of days, or the shortest, where the short ones would run into each other. */
function weekdaysOf(tag: string): Intl.DateTimeFormat {
  const short = new Intl.DateTimeFormat(tag, { weekday: 'short' });
  const lengths = WEEK.map((n) => short.format(noonOf(plusDays(ANY_MONDAY, n))).length);
  if (Math.max(...lengths) <= HEAD_LETTERS) return short;
  return new Intl.DateTimeFormat(tag, { weekday: 'narrow' });
}

/** With which day weeks begin; English has readers everywhere, so its weeks are of ISO 8601. */
function weekStart(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    weekInfo?: { firstDay: number };
    getWeekInfo?(): { firstDay: number };
  };
  if (locale.language === 'en') return MONDAY;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY;
}

import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Below from '../feedback/below-body.tsx';
import { dayAt, isDay, noonOf, plusMonths } from '../format/day.ts';
import { useFormat } from '../format/use-format.tsx';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconChevronsLeft } from '../icons/chevrons-left.ts';
import { IconChevronsRight } from '../icons/chevrons-right.ts';
import css from './day-calendar.module.css';
import { DayGrid } from './day-grid.tsx';
import { IconButton } from './icon-button.tsx';

interface DayCalendarProps {
  label: string;
  /** The chosen day; any other text for none. */
  value: string;
  min: string;
  max: string;
  /** Nothing is chosen without a day. */
  onClose(day?: string): void;
}

const MONTHS_OF_YEAR = 12;

/** The calendar of a field, below it: one month, whose days arrows go through. */
export default function DayCalendar({ label, value, min, max, onClose }: DayCalendarProps) {
  const { t } = useTranslation();
  const within = (day: string) =>
    min !== '' && day < min ? min : max !== '' && day > max ? max : day;
  const now = new Date();
  // Where the reader is: in UTC it may be another day.
  const today = dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
  const [shown, setShown] = useState(within(isDay(value) ? value : today));
  const [moved, setMoved] = useState(true);
  const title = useId();
  /** Only with the keys does the focus go along. */
  const show = (day: string, focus = false) => {
    setMoved(focus);
    setShown(within(day));
  };
  return (
    <Below label={label} onClose={() => onClose()}>
      <div className={css.calendar}>
        <Head id={title} shown={shown} onShow={show} />
        <DayGrid
          title={title}
          shown={shown}
          chosen={value}
          today={today}
          isOpen={(day) => within(day) === day}
          focuses={moved}
          onShow={(day) => show(day, true)}
          onChoose={onClose}
        />
        <div className={css.below}>
          <Button
            size="xs"
            variant="default"
            disabled={within(today) !== today}
            onClick={() => onClose(today)}
          >
            {t(($) => $.kit.today)}
          </Button>
          <Button size="xs" variant="default" disabled={value === ''} onClick={() => onClose('')}>
            {t(($) => $.kit.clear)}
          </Button>
        </div>
      </div>
    </Below>
  );
}

interface HeadProps {
  id: string;
  shown: string;
  onShow(day: string): void;
}

/** Which month it is, and the way to others. */
function Head({ id, shown, onShow }: HeadProps) {
  const { t } = useTranslation();
  const { tag } = useFormat();
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long' });
  const to = (text: string, months: number, icon: ReactNode) => (
    <IconButton small label={text} onClick={() => onShow(plusMonths(shown, months))}>
      {icon}
    </IconButton>
  );
  const look = { size: 16, stroke: 1.5, 'aria-hidden': 'true' } as const;
  return (
    <div className={css.head}>
      {to(
        t(($) => $.kit.yearBefore),
        -MONTHS_OF_YEAR,
        <IconChevronsLeft {...look} />,
      )}
      {to(
        t(($) => $.kit.monthBefore),
        -1,
        <IconChevronLeft {...look} />,
      )}
      <span id={id} className={css.month} aria-live="polite">
        {month.format(noonOf(shown))}
      </span>
      {to(
        t(($) => $.kit.monthAfter),
        1,
        <IconChevronRight {...look} />,
      )}
      {to(
        t(($) => $.kit.yearAfter),
        MONTHS_OF_YEAR,
        <IconChevronsRight {...look} />,
      )}
    </div>
  );
}

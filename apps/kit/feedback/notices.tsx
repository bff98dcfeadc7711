import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHiding } from '../data/use-hiding.ts';
import { Instant } from '../display/figures.tsx';
import { useFormat } from '../format/use-format.tsx';
import { Segments } from '../input/segments.tsx';
import { dayGroups } from './notice-days.ts';
import css from './notices.module.css';
import { Failure, Skeleton } from './states.tsx';

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly at: number;
  readonly unread: boolean;
  /** What can be done about it at once. */
  readonly action?: ReactNode;
}

interface NoticesProps<Kind extends string> {
  label: string;
  /** Newest first, as the filter asks for; undefined while loading. */
  notices: readonly Notice[] | undefined;
  /** How many of all, also of those that the filter leaves out, were not read. */
  unread: number;
  /** The present moment, for "today". */
  now: number;
  /** Instead of the list when there is none. */
  empty: ReactNode;
  failed?: boolean;
  onRetry?(): void;
  filters?: readonly { readonly value: Kind; readonly text: string }[];
  filter?: NoInfer<Kind>;
  onFilter?(kind: NoInfer<Kind>): void;
  onOpen(id: string): void;
  onReadAll?(): void;
  /** Below the list: the way to older ones. */
  more?: ReactNode;
}

const SKELETONS = ['a', 'b', 'c'];

/** A notification centre: what happened, by days, and what of it was not read yet. */
export function Notices<Kind extends string>(props: NoticesProps<Kind>) {
  const { label, notices, unread, empty, failed = false, onRetry, onReadAll, more } = props;
  const { t } = useTranslation();
  const isLost = failed && notices === undefined;
  return (
    <section
      className={css.notices}
      aria-label={label}
      aria-busy={!isLost && notices === undefined}
    >
      <header className={css.head}>
        <span className={css.count} role="status">
          {notices === undefined ? null : t(($) => $.kit.unread, { count: unread })}
        </span>
        {onReadAll === undefined ? null : (
          <button type="button" className={css.all} disabled={unread === 0} onClick={onReadAll}>
            {t(($) => $.kit.readAll)}
          </button>
        )}
      </header>
      <Filters {...props} />
      {isLost && onRetry !== undefined ? <Failure compact onRetry={onRetry} /> : null}
      {notices === undefined && !isLost ? <Loading /> : null}
      {notices?.length === 0 ? empty : null}
      {notices === undefined ? null : <Days {...props} notices={notices} />}
      {more === undefined ? null : <div className={css.more}>{more}</div>}
    </section>
  );
}

function Filters<Kind extends string>({ filters, filter, onFilter }: NoticesProps<Kind>) {
  const { t } = useTranslation();
  const kinds = useRef<HTMLDivElement>(null);
  useHiding(kinds);
  if (filters === undefined || filter === undefined || onFilter === undefined) return null;
  return (
    <div className={css.filters}>
      <div ref={kinds} className={css.kinds}>
        <Segments
          dense
          label={t(($) => $.kit.filter)}
          options={filters}
          value={filter}
          onChange={onFilter}
        />
      </div>
    </div>
  );
}

function Loading() {
  return SKELETONS.map((key) => (
    <div key={key} className={css.loading}>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
    </div>
  ));
}

interface DaysProps {
  notices: readonly Notice[];
  now: number;
  onOpen(id: string): void;
}

function Days({ notices, now, onOpen }: DaysProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const id = useId();
  const names = { today: t(($) => $.kit.today), yesterday: t(($) => $.kit.yesterday) };
  return dayGroups(notices, now, date).map(({ day, name, list }, i) => (
    <div key={day}>
      <p id={`${id}-${i}`} className={css.day}>
        {name === null ? date(list[0]?.at ?? now) : names[name]}
      </p>
      <ul aria-labelledby={`${id}-${i}`}>
        {list.map((notice) => (
          <Line key={notice.id} notice={notice} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  ));
}

function Line({ notice, onOpen }: { notice: Notice; onOpen(id: string): void }) {
  const { t } = useTranslation();
  const { id, title, text, at, unread, action } = notice;
  return (
    <li className={css.line}>
      <button type="button" className={css.notice} onClick={() => onOpen(id)}>
        <span className={css.dot} data-unread={unread || undefined} />
        <span className={css.words}>
          <span className={css.title} data-unread={unread || undefined}>
            {unread ? <span className="seen-by-ear">{t(($) => $.kit.new)} </span> : null}
            {title}
          </span>
          {text === undefined ? null : <span className={css.text}>{text}</span>}
          <Instant at={at} className={css.time} />
        </span>
      </button>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </li>
  );
}

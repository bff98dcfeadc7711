import { useTranslation } from 'react-i18next';
import { Instant } from '../display/figures.tsx';
import css from './notices.module.css';
import { EmptyState, Skeleton } from './states.tsx';

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly at: number;
  readonly unread: boolean;
}

interface NoticesProps {
  label: string;
  /** Newest first; undefined while loading. */
  notices: readonly Notice[] | undefined;
  empty: string;
  onOpen(id: string): void;
  /** Marks all as read. */
  onReadAll?(): void;
}

const SKELETONS = ['a', 'b', 'c'];

/** The list of a notification centre. */
export function Notices({ label, notices, empty, onOpen, onReadAll }: NoticesProps) {
  const { t } = useTranslation();
  const unread = notices?.filter((notice) => notice.unread).length ?? 0;
  return (
    <section className={css.notices} aria-label={label}>
      <header className={css.head}>
        <span className={css.count}>{t(($) => $.kit.unread, { count: unread })}</span>
        {onReadAll === undefined ? null : (
          <button type="button" className={css.all} disabled={unread === 0} onClick={onReadAll}>
            {t(($) => $.kit.readAll)}
          </button>
        )}
      </header>
      {notices?.length === 0 ? <EmptyState compact title={empty} /> : null}
      <ul aria-busy={notices === undefined}>
        {notices === undefined
          ? SKELETONS.map((key) => (
              <li key={key} className={css.loading}>
                <Skeleton width="60%" />
                <Skeleton width="90%" />
              </li>
            ))
          : notices.map((notice) => (
              <li key={notice.id}>
                <button type="button" className={css.notice} onClick={() => onOpen(notice.id)}>
                  <span className={css.dot} data-unread={notice.unread || undefined} />
                  <span className={css.words}>
                    <span className={css.title}>
                      {notice.unread ? (
                        <span className="seen-by-ear">{t(($) => $.kit.new)} </span>
                      ) : null}
                      {notice.title}
                    </span>
                    {notice.text === undefined ? null : (
                      <span className={css.text}>{notice.text}</span>
                    )}
                    <Instant at={notice.at} className={css.time} />
                  </span>
                </button>
              </li>
            ))}
      </ul>
    </section>
  );
}

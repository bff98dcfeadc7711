import { Skeleton } from '@assay/kit/feedback/states.tsx';
import line from '@assay/kit/page/splitter.module.css';
import { useTranslation } from 'react-i18next';
import strip from '../header/market-strip.module.css';
import css from './desk.module.css';
import { useDeskPreferences } from './preferences.ts';
import { sizesOf } from './sizes.ts';

const LINES = ['90%', '70%', '82%', '60%', '76%', '88%', '64%', '80%'];

/**
 * The shape of the page before the list of markets is there: nothing moves when it arrives.
 * `quoted`: the product has no book.
 */
export function DeskSkeleton({ quoted = false }: { quoted?: boolean }) {
  const { t } = useTranslation();
  const kept = useDeskPreferences();
  const preferences = quoted ? { ...kept, showBook: false, showBottom: true } : kept;
  const { ticketSide, arrangement, showBook, showBottom } = preferences;
  return (
    <>
      <span className="seen-by-ear" role="status">
        {t(($) => $.shell.loading)}
      </span>
      <div className={strip.strip} aria-hidden="true">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton width="22rem" height="0.9rem" />
      </div>
      <div
        className={css.desk}
        data-ticket={ticketSide}
        data-arrangement={arrangement}
        style={sizesOf(preferences)}
        aria-hidden="true"
      >
        <div className={`${css.panel} ${css.chart} ${css.skeleton}`} data-panel="chart">
          <Skeleton width="60%" />
        </div>
        {showBook ? (
          <>
            <Line className={css.line1} edge="start" />
            <div className={`${css.panel} ${css.book} ${css.skeleton}`} data-panel="book">
              {LINES.map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </div>
          </>
        ) : null}
        <Line className={css.line2} edge="start" />
        <div className={`${css.panel} ${css.ticket} ${css.skeleton}`} data-panel="ticket">
          {LINES.map((width) => (
            <Skeleton key={width} width={width} height="1.75rem" />
          ))}
        </div>
        {showBottom ? (
          <>
            <Line className={css.line3} edge="top" />
            <div className={`${css.panel} ${css.bottom} ${css.skeleton}`} data-panel="bottom">
              <Skeleton width="50%" />
            </div>
          </>
        ) : null}
      </div>
    </>
  );
}

/** Where the panels will meet. */
function Line({ className, edge }: { className: string | undefined; edge: 'start' | 'top' }) {
  return (
    <div className={className}>
      <span className={line.splitter} data-edge={edge} />
    </div>
  );
}

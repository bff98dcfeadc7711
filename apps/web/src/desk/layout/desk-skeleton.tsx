import { Skeleton } from '../../ui/states.tsx';
import strip from '../header/market-strip.module.css';
import css from './desk.module.css';
import { useDeskPreferences } from './preferences.ts';

const LINES = ['90%', '70%', '82%', '60%', '76%', '88%', '64%', '80%'];

/** The shape of the page before the list of markets is there: nothing moves when it arrives. */
export function DeskSkeleton() {
  const { bookWidth, ticketWidth, bottomHeight, ticketSide, arrangement } = useDeskPreferences();
  const sizes = {
    '--book': `${bookWidth}px`,
    '--ticket': `${ticketWidth}px`,
    '--bottom': `${bottomHeight}px`,
  } as React.CSSProperties;
  return (
    <>
      <div className={strip.strip} aria-hidden="true">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton width="22rem" height="0.9rem" />
      </div>
      <div
        className={css.desk}
        data-ticket={ticketSide}
        data-arrangement={arrangement}
        style={sizes}
        aria-hidden="true"
      >
        <div className={`${css.panel} ${css.chart} ${css.skeleton}`}>
          <Skeleton width="60%" />
        </div>
        <Line className={css.line1} edge="start" />
        <div className={`${css.panel} ${css.book} ${css.skeleton}`}>
          {LINES.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
        <Line className={css.line2} edge="start" />
        <div className={`${css.panel} ${css.ticket} ${css.skeleton}`}>
          {LINES.map((width) => (
            <Skeleton key={width} width={width} height="1.75rem" />
          ))}
        </div>
        <Line className={css.line3} edge="top" />
        <div className={`${css.panel} ${css.bottom} ${css.skeleton}`}>
          <Skeleton width="50%" />
        </div>
      </div>
    </>
  );
}

/** Where the panels will meet. */
function Line({ className, edge }: { className: string | undefined; edge: 'start' | 'top' }) {
  return (
    <div className={className}>
      <span className={css.splitter} data-edge={edge} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './desk.module.css';
import { PanelBoundary } from './panel-boundary.tsx';
import { useDeskPreferences } from './preferences.ts';
import { sizesOf } from './sizes.ts';
import { SizeSplitter } from './splitter.tsx';

interface PanelProps {
  name: 'chart' | 'book' | 'ticket' | 'bottom';
  label: string;
  children: ReactNode;
}

function DeskPanel({ name, label, children }: PanelProps) {
  return (
    <section className={`${css.panel} ${css[name]}`} data-panel={name} aria-label={label}>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}

interface DeskPanelsProps {
  chart: ReactNode;
  ticket: ReactNode;
  /** Undefined where it is hidden. */
  bottom: ReactNode;
  /** The book beside the chart; undefined where it is hidden, or the product has none. */
  book?: { readonly label: string; readonly line: string; readonly content: ReactNode } | undefined;
}

/** The panels of a desk side by side, with the lines at which they are resized. */
export function DeskPanels({ chart, ticket, bottom, book }: DeskPanelsProps) {
  const { t } = useTranslation();
  const preferences = useDeskPreferences();
  const { ticketSide, arrangement } = preferences;
  const showBook = book !== undefined;
  const showBottom = bottom !== undefined;
  return (
    <div
      className={css.desk}
      data-desk=""
      data-ticket={ticketSide}
      data-arrangement={arrangement}
      style={sizesOf({ ...preferences, showBook, showBottom })}
    >
      <DeskPanel name="chart" label={t(($) => $.panels.chart)}>
        {chart}
      </DeskPanel>
      {showBook ? (
        <>
          <div className={css.line1}>
            <SizeSplitter
              size="bookWidth"
              label={book.line}
              edge={arrangement === 'pro' && ticketSide === 'end' ? 'end' : 'start'}
            />
          </div>
          <DeskPanel name="book" label={book.label}>
            {book.content}
          </DeskPanel>
        </>
      ) : null}
      <div className={css.line2}>
        <SizeSplitter
          size="ticketWidth"
          label={t(($) => $.panels.ticketWidth)}
          edge={ticketSide === 'end' ? 'start' : 'end'}
        />
      </div>
      <DeskPanel name="ticket" label={t(($) => $.panels.ticket)}>
        {ticket}
      </DeskPanel>
      {showBottom ? (
        <>
          <div className={css.line3}>
            <SizeSplitter size="bottomHeight" label={t(($) => $.panels.bottomHeight)} edge="top" />
          </div>
          <DeskPanel name="bottom" label={t(($) => $.panels.account)}>
            {bottom}
          </DeskPanel>
        </>
      ) : null}
    </div>
  );
}

/** Below 1024 px: what shows the market, and the person's own below it. */
export function StackedPanels({ chart, bottom }: { chart: ReactNode; bottom: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={css.desk} data-desk="">
      <DeskPanel name="chart" label={t(($) => $.panels.market)}>
        {chart}
      </DeskPanel>
      <DeskPanel name="bottom" label={t(($) => $.panels.account)}>
        {bottom}
      </DeskPanel>
    </div>
  );
}

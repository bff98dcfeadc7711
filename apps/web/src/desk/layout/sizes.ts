import type { CSSProperties } from 'react';
import type { DeskPreferences } from './preferences.ts';

/** The sizes of the panels as style variables of the desk. */
export function sizesOf(preferences: DeskPreferences): CSSProperties {
  const { bookWidth, ticketWidth, bottomHeight, tradesHeight, showBook, showBottom } = preferences;
  return {
    '--bookWidth': `${bookWidth}px`,
    '--ticketWidth': `${ticketWidth}px`,
    '--bottomHeight': `${bottomHeight}px`,
    '--tradesHeight': `${tradesHeight}px`,
    '--book': showBook ? 'var(--bookWidth)' : '0px',
    '--ticket': 'var(--ticketWidth)',
    '--bottom': showBottom ? 'var(--bottomHeight)' : '0px',
  } as CSSProperties;
}

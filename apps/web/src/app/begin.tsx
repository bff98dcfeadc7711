import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { marketsQuery } from '../lib/data/markets.ts';
import { queries, stream } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { settingsQuery } from '../lib/data/settings.ts';
import { App } from './app.tsx';
import { entryOf, type RouteEntry } from './route-table.ts';

/**
 * Shows the app. As a transition, it is drawn in slices, between which the browser can answer;
 * until it is complete the page keeps what it came with.
 */
export function begin(routes: readonly RouteEntry[]): void {
  const element = document.getElementById('root');
  if (element === null) return;
  const root = createRoot(element);
  startTransition(() => root.render(<App routes={routes} router={BrowserRouter} />));
  askAhead(entryOf(routes, location.pathname)?.showsPrices ?? false);
}

/**
 * Asks for what the first screen needs while that is drawn, each in a task of its own: a slow phone
 * is kept busy by one of them for long enough.
 */
function askAhead(forPrices: boolean): void {
  const asks = [
    () => void queries.prefetchQuery(settingsQuery),
    () => stream.start(useSession.getState().token),
    ...(forPrices ? [() => void queries.prefetchQuery(marketsQuery)] : []),
  ];
  for (const ask of asks) setTimeout(ask);
}

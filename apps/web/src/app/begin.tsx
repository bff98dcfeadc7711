import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import type { RouteEntry } from './route-table.ts';

/**
 * Shows the app. As a transition, it is drawn in slices, between which the browser can answer;
 * until it is complete the page keeps what it came with.
 */
export function begin(routes: readonly RouteEntry[]): void {
  const element = document.getElementById('root');
  if (element === null) return;
  const root = createRoot(element);
  startTransition(() => root.render(<App routes={routes} router={BrowserRouter} />));
}

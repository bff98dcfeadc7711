import { lazy, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { appSettings } from '../lib/app-settings.ts';
import { useSession } from '../lib/data/session.ts';
import type { ComingScreen } from './coming.tsx';
import { entryOf, plainPath, type RouteEntry } from './route-table.ts';
import { Frame } from './shell/frame.tsx';

/** Screens whose texts are those of what is coming. */
const Coming = lazy(async () => {
  const [{ Coming: screen }] = await Promise.all([import('./coming.tsx'), comingTexts()]);
  return { default: screen };
});
const NotFound = lazy(async () => {
  const [{ NotFound: screen }] = await Promise.all([import('./not-found.tsx'), comingTexts()]);
  return { default: screen };
});

const comingTexts = () => import('./locales/later/coming.ts');

/** The parts of screens, for development. */
const KitScreen = lazy(() => import('./kit/kit-screen.tsx'));

/**
 * Renders the entry of a route table that the address names, as a screen inside its frame.
 * Addresses have no parameters, so one look-up finds it; ranking all of them took a slow phone
 * 50 ms at once.
 */
export function AppRoutes({ routes }: { routes: readonly RouteEntry[] }) {
  const { pathname } = useLocation();
  const entry = entryOf(routes, pathname);
  if (entry !== undefined) return <Guarded entry={entry} />;
  return (
    <Frame kind="page" showsPrices={false}>
      {appSettings.kitPage && plainPath(pathname) === '/kit' ? <KitScreen /> : <NotFound />}
    </Frame>
  );
}

/** The guard (UI-002): redirects a visitor on any route that is not public to /login. */
function Guarded({ entry }: { entry: RouteEntry }) {
  const { pathname, search } = useLocation();
  const signedIn = useSession((session) => session.token !== null);
  if (entry.access === 'user' && !signedIn) {
    // Whoever logs out is on the way to another page already: nothing to ask here.
    if (isBeingLeft(pathname)) return null;
    return <Navigate to={`/login?to=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if ('redirect' in entry.show) return <Navigate to={entry.show.redirect} replace />;
  return (
    <Frame kind={entry.frame} showsPrices={entry.showsPrices}>
      {shown(entry.show)}
    </Frame>
  );
}

/** The address is that of the next page while its code is still loaded. */
const isBeingLeft = (pathname: string) =>
  typeof window !== 'undefined' && window.location.pathname !== pathname;

function shown(show: { screen: React.ElementType } | { coming: ComingScreen }): ReactNode {
  if ('coming' in show) return <Coming screen={show.coming} />;
  const Screen = show.screen;
  return <Screen />;
}

import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { ROUTES } from './route-table.ts';

/** For the build: what the page of an address begins with. */
export interface FirstPaint {
  readonly path: string;
  /** The file of the screen's code, from the app's folder on; null for what comes with the app. */
  readonly file: string | null;
  /** What is shown until the app runs, in English and for visitors; empty for what comes later. */
  readonly html: string;
}

/** The screens that do not come with the app. */
const files = import.meta.glob<{ default: unknown }>([
  '../features/**/*-screen.tsx',
  '!../features/markets/*',
]);

export async function firstPaints(): Promise<FirstPaint[]> {
  const names = await namesByScreen();
  const paints: FirstPaint[] = [];
  for (const { path, show } of ROUTES) {
    if (!('screen' in show)) continue;
    const { load, painted = load === undefined } = show;
    const file = load === undefined ? null : (names.get((await load()).default) ?? null);
    paints.push({ path, file, html: painted ? await paint(path) : '' });
  }
  return paints;
}

async function namesByScreen(): Promise<ReadonlyMap<unknown, string>> {
  const loaded = Object.entries(files).map(
    async ([file, load]) =>
      [(await load()).default, file.replace('../', 'src/').replace('./', 'src/app/')] as const,
  );
  return new Map(await Promise.all(loaded));
}

/** How often the code of a part that comes later is waited for. */
const TRIES = 100;
const PAUSE_MS = 20;

async function paint(path: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const html = draw(path);
    // The mark of a part that is not there, or that cannot be drawn outside of a browser.
    if (!html.includes('<!--$!-->')) return html;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`The first paint of ${path} is not complete.`);
}

function draw(path: string): string {
  return renderToString(
    <App
      routes={ROUTES}
      router={({ children }) => <StaticRouter location={path}>{children}</StaticRouter>}
    />,
  );
}

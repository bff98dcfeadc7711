import type { Surface, SurfaceAnswer, SurfaceRequest } from '@assay/platform/http/surface';
import type { Endpoint } from '../endpoint.ts';
import type { ApiLimitTable } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { methodsOf } from '../streams/ws-api/methods.ts';
import { exampleOf } from './examples.ts';
import { openApi } from './openapi.ts';
import { page, type Shown } from './page.ts';
import { STYLE } from './style.ts';

export interface DocsOptions {
  readonly siteName: string;
  /** What people type; '' when it is the host that they name. */
  readonly publicUrl: string;
  readonly endpoints: readonly Endpoint[];
  readonly board: Pick<ApiRealm['board'], 'views'>;
  readonly limits: ApiLimitTable;
}

/** The reference and its examples are made anew at most so often, however many people read it. */
const MADE_MS = 60_000;
/** A host as it may stand in the page: what else a client writes there is not repeated. */
const HOST = /^[A-Za-z0-9.-]{1,255}(:\d{1,5})?$|^\[[0-9A-Fa-f:]{2,45}\](:\d{1,5})?$/;
const USUAL_HOST = '127.0.0.1:8080';
/** What stands for the host in the page as it is made: no name on the net ends so (RFC 6761). */
const SOME_HOST = 'host.invalid';

const HTML = {
  type: 'text/html; charset=utf-8',
  headers: {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'",
  },
} as const;

interface Made {
  readonly at: number;
  readonly shown: Promise<Shown[]>;
  page?: Promise<string>;
  machines?: Promise<string>;
}

/** The reference of the API: a page at /docs, its style, and the same for machines. */
export function createDocs(options: DocsOptions): Surface {
  const { siteName, limits } = options;
  const origin = options.publicUrl ? new URL(options.publicUrl).origin : `http://${SOME_HOST}`;
  let made: Made | null = null;
  const madeAt = (now: number): Made => {
    if (made === null || now - made.at >= MADE_MS) made = { at: now, shown: show(options, now) };
    return made;
  };
  const pageOf = (of: Made) =>
    (of.page ??= of.shown.then((shown) => page({ siteName, origin }, limits, shown)));
  const machinesOf = (of: Made) =>
    (of.machines ??= of.shown.then((shown) => JSON.stringify(openApi(shown, siteName))));
  return {
    prefix: '/docs',
    limit: 'read',
    async answer(request) {
      switch (request.path) {
        case '':
        case '/':
          return {
            ...HTML,
            body: (await pageOf(madeAt(request.now))).replaceAll(SOME_HOST, hostOf(request)),
          };
        case '/style.css':
          return { type: 'text/css; charset=utf-8', body: STYLE };
        case '/openapi.json':
          return { body: await machinesOf(madeAt(request.now)) };
        default:
          return null;
      }
    },
    refuse: (): SurfaceAnswer => ({
      type: 'text/plain; charset=utf-8',
      body: 'There is no such page.',
    }),
  };
}

function show({ endpoints, board }: DocsOptions, now: number): Promise<Shown[]> {
  const names = new Map(Array.from(methodsOf(endpoints), ([name, one]) => [one, name]));
  const symbol = board.views()[0]?.market ?? '';
  return Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint,
      example: await exampleOf(endpoint, symbol, now),
      method: names.get(endpoint),
    })),
  );
}

function hostOf({ headers: { host = '' } }: SurfaceRequest): string {
  return HOST.test(host) ? host : USUAL_HOST;
}

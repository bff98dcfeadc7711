import type { Mode } from '@assay/core/schema/mode';
import type { Surface, SurfaceAnswer, SurfaceRequest } from '@assay/platform/http/surface';
import type { Endpoint } from '../endpoint.ts';
import type { ApiLimitTable } from '../limits.ts';
import type { ApiRealm } from '../realm.ts';
import { methodsOf } from '../streams/ws-api/methods.ts';
import { exampleOf } from './examples.ts';
import { FIRST_PROGRAM, quickStart } from './guide.ts';
import { openApi, type ShownEndpoint } from './openapi.ts';
import { page } from './page.ts';
import { STYLE } from './style.ts';

export interface DocsOptions {
  readonly siteName: string;
  readonly mode: Mode;
  /** The public URL of the site; '' to use the host of each request. */
  readonly publicUrl: string;
  readonly endpoints: readonly Endpoint[];
  readonly board: Pick<ApiRealm['board'], 'views'>;
  readonly limits: ApiLimitTable;
}

/** The reference and its examples are generated at most this often, however many people read it. */
const RENDER_MS = 60_000;
/** A host that may be shown in the page; anything else that a client sends is not repeated. */
const HOST = /^[A-Za-z0-9.-]{1,255}(:\d{1,5})?$|^\[[0-9A-Fa-f:]{2,45}\](:\d{1,5})?$/;
const DEFAULT_HOST = '127.0.0.1:8080';
/** The placeholder for the host in the page; no real host ends in `.invalid` (RFC 6761). */
const HOST_PLACEHOLDER = 'host.invalid';

const HTML = {
  type: 'text/html; charset=utf-8',
  headers: {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'",
  },
} as const;

interface Rendering {
  readonly at: number;
  readonly shown: Promise<ShownEndpoint[]>;
  page?: Promise<string>;
  openApi?: Promise<string>;
}

/** The reference of the API: a page at /docs, its style sheet, and its OpenAPI document. */
export function createDocs(options: DocsOptions): Surface {
  const { siteName, mode, limits } = options;
  const origin = options.publicUrl
    ? new URL(options.publicUrl).origin
    : `http://${HOST_PLACEHOLDER}`;
  let latest: Rendering | null = null;
  const renderingAt = (now: number): Rendering => {
    if (latest === null || now - latest.at >= RENDER_MS) {
      latest = { at: now, shown: show(options, now) };
    }
    return latest;
  };
  const pageOf = (of: Rendering) =>
    (of.page ??= of.shown.then((shown) => page({ siteName, origin, mode }, limits, shown)));
  const openApiOf = (of: Rendering) =>
    (of.openApi ??= of.shown.then((shown) => JSON.stringify(openApi(shown, siteName))));
  return {
    prefix: '/docs',
    limit: 'read',
    async answer(request) {
      switch (request.path) {
        case '':
        case '/': {
          const text = await pageOf(renderingAt(request.now));
          return { ...HTML, body: text.replaceAll(HOST_PLACEHOLDER, hostOf(request)) };
        }
        case '/style.css':
          return { type: 'text/css; charset=utf-8', body: STYLE };
        case `/${FIRST_PROGRAM}`: {
          const body = quickStart({ origin }).replaceAll(HOST_PLACEHOLDER, hostOf(request));
          return { type: 'text/javascript; charset=utf-8', body: `${body}\n` };
        }
        case '/openapi.json':
          return { body: await openApiOf(renderingAt(request.now)) };
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

function show({ endpoints, board }: DocsOptions, now: number): Promise<ShownEndpoint[]> {
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
  return HOST.test(host) ? host : DEFAULT_HOST;
}

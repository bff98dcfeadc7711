import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainBody, plainLength, type RawBody } from './body.ts';
import type { Incoming } from './incoming.ts';
import type { Route } from './route.ts';
import { endIfSlow, type OnSlow } from './slow.ts';
import { type SurfaceServer, surfaceAt } from './surface.ts';

/** Takes over a request; false when the request was left untouched. */
export type Take = (request: IncomingMessage, response: ServerResponse) => boolean;

export type Serve = (route: Route, incoming: Incoming, body: RawBody | undefined) => void;

/** A request whose head has been read, and what handles its body. */
interface Waiting {
  readonly request: IncomingMessage;
  readonly length: number;
  serve(bytes: Buffer): void;
}

/** For how long a body is waited for, and what happens then. */
export interface Slow {
  readonly afterMs: number;
  readonly onSlow: OnSlow;
}

const EMPTY = Buffer.alloc(0);

/**
 * Serves POSTs of known calls with a plain body, and requests to surfaces, without the framework,
 * whose routing, two objects and hooks cost as much as reading the fields. These are nearly all
 * requests; any unusual one is left to the framework.
 *
 * All requests that a turn of the event loop has read are served at the end of that turn, one after
 * the other, so that the processor's caches hold the code of the calls and not that of the parser.
 */
export function takeDirectly(
  routes: ReadonlyMap<string, Route>,
  surfaces: readonly SurfaceServer[],
  nextId: () => string,
  serve: Serve,
  slow: Slow,
): Take {
  const byPath = new Map<string, Route>();
  for (const [name, route] of routes) {
    if (route.call.method === 'POST') byPath.set(`/web/${name}`, route);
  }
  let waiting: Waiting[] = [];
  const serveWaiting = (): void => {
    const requests = waiting;
    waiting = [];
    for (const one of requests) serveWhole(one, slow);
  };
  return (request, response) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const route = byPath.get(path);
    const taken =
      route === undefined
        ? forSurface(surfaces, request, response, path, query)
        : forCall(route, request, response, query, nextId, serve);
    if (taken === null) return false;
    if (waiting.length === 0) setImmediate(serveWaiting);
    waiting.push(taken);
    return true;
  };
}

function forCall(
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  query: string,
  nextId: () => string,
  serve: Serve,
): Waiting | null {
  if (route.call.upload !== undefined && request.method === 'POST') {
    const incoming = { request, response, requestId: nextId(), query };
    // Its body is read once it is known whose it is.
    return { request, length: 0, serve: () => serve(route, incoming, undefined) };
  }
  const body = plainBody(request);
  if (body === null) return null;
  const { json, length } = body;
  const incoming = { request, response, requestId: nextId(), query };
  return { request, length, serve: (bytes) => serve(route, incoming, { bytes, json }) };
}

function forSurface(
  surfaces: readonly SurfaceServer[],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Waiting | null {
  const surface = surfaceAt(surfaces, path);
  const length = surface?.methods.has(request.method ?? '') ? plainLength(request) : null;
  if (surface === undefined || length === null) return null;
  const serve = (bytes: Buffer) => surface.serve(request, response, path, query, bytes);
  return { request, length, serve };
}

/** Serves a request at once if its body arrived together with the head; else waits for the body. */
function serveWhole({ request, length, serve }: Waiting, slow: Slow): void {
  if (length === 0) {
    serve(EMPTY);
    return;
  }
  const first: Buffer | null = request.read();
  if (first?.length === length) {
    serve(first);
    return;
  }
  endIfSlow(request, slow.afterMs, slow.onSlow);
  const chunks = first === null ? [] : [first];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => serve(Buffer.concat(chunks)));
}

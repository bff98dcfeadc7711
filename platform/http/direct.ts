import type { IncomingMessage, ServerResponse } from 'node:http';
import { plainBody, type RawBody } from './body.ts';
import type { Route } from './route.ts';

/** A request for a call, as whoever received it hands it on. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** What stands behind the question mark of its address. */
  readonly query: string;
}

/** Takes a request over, or says false and has left it as it was. */
export type Take = (request: IncomingMessage, response: ServerResponse) => boolean;

export type Serve = (route: Route, incoming: Incoming, body: RawBody | undefined) => void;

interface Waiting extends Incoming {
  readonly route: Route;
  readonly json: boolean;
  readonly length: number;
}

/**
 * Takes POSTs of known calls with a plain body, which is nearly all that comes, past the framework:
 * its routing, its two objects and its hooks cost as much as reading the fields. What is in any way
 * out of the ordinary is left to it, with its refusals.
 *
 * All that a turn of the event loop has read is served at the end of that turn, one call after the
 * other: each step then finds its own code in the processor's caches, not that of the parser.
 */
export function takeDirectly(
  routes: ReadonlyMap<string, Route>,
  nextId: () => string,
  serve: Serve,
): Take {
  const byPath = new Map<string, Route>();
  for (const [name, route] of routes) {
    if (route.call.method === 'POST') byPath.set(`/web/${name}`, route);
  }
  let waiting: Waiting[] = [];
  const serveWaiting = (): void => {
    const calls = waiting;
    waiting = [];
    for (const call of calls) serveWhole(call, serve);
  };
  return (request, response) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const route = byPath.get(mark === -1 ? url : url.slice(0, mark));
    const body = route === undefined ? null : plainBody(request);
    if (route === undefined || body === null) return false;
    if (waiting.length === 0) setImmediate(serveWaiting);
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const { json, length } = body;
    waiting.push({ request, response, requestId: nextId(), query, route, json, length });
    return true;
  };
}

/** Serves a call whose body is there, as it is when it came with its head; else waits for it. */
function serveWhole(call: Waiting, serve: Serve): void {
  const { request, route, json, length } = call;
  const first: Buffer | null = request.read();
  if (first?.length === length) {
    serve(route, call, { bytes: first, json });
    return;
  }
  const chunks = first === null ? [] : [first];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => serve(route, call, { bytes: Buffer.concat(chunks), json }));
}

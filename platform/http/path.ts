import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerUnserved } from './envelope.ts';
import type { Serving } from './serve.ts';
import { type SurfaceServer, surfaceAt } from './surface.ts';
import { writeAnswer } from './write-answer.ts';

/** What a path needs for it to have another plain form: a code, or two slashes or dots in a row. */
const MAY_BE_ODD = /%|\/[./]/;
/** Characters that mean the same whether they are encoded or not (RFC 3986 §2.3). */
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

/**
 * The one form of a path that is served: letters and digits as they are, no empty segments and no
 * dots to go up. Different parts of the server would otherwise read another form differently, and
 * one of them guards what another one serves.
 */
export function plainPath(path: string): string {
  if (!MAY_BE_ODD.test(path)) return path;
  const decoded = path.replace(/%[0-9A-Fa-f]{2}/g, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code;
  });
  const kept: string[] = [];
  const segments = decoded.split('/');
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment === '' || segment === '.' || segment === '..') {
      if (isLast) kept.push('');
    } else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** Answers a request whose path has another form than the plain one: there is nothing there. */
export function refuseOddPath(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  surfaces: readonly SurfaceServer[],
): boolean {
  const [path = ''] = url.split('?', 1);
  const plain = plainPath(path);
  if (plain === path) return false;
  const surface = surfaceAt(surfaces, plain);
  if (surface !== undefined) surface.refuse(response, 'notFound');
  else {
    const replyContext = { messages: serving.messages, lang: 'en', now: serving.now() };
    const answer = answerUnserved(404, 'http.notFound', replyContext);
    writeAnswer(response, serving.headers, answer);
  }
  return true;
}

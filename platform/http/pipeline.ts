import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTooMany } from './envelope.ts';
import type { Serving } from './serve.ts';
import { type SurfaceServer, surfaceAt } from './surface.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Requests of one connection that may wait for their answers. Clients that pipeline at all send a
 * few; what came in one packet is parsed in one turn of the event loop, a thousand requests of 64
 * KiB, and nobody else is served meanwhile.
 */
const PIPELINED_MAX = 32;

const waiting = new WeakMap<object, number>();

/**
 * Refuses the request that is one too many on its connection, which is closed after that answer;
 * those behind it get none.
 * @returns whether the request is dealt with
 */
export function refusePipelined(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  surfaces: readonly SurfaceServer[],
): boolean {
  const { socket, url = '' } = request;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count <= PIPELINED_MAX) {
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return false;
  }
  // No answer goes out after it, so the count only rises from here on.
  if (count > PIPELINED_MAX + 1) return true;
  socket.pause();
  response.shouldKeepAlive = false;
  const surface = surfaceAt(surfaces, url.split('?', 1)[0] ?? '');
  if (surface !== undefined) surface.refuse(response, 'tooManyRequests');
  else {
    const context = { messages: serving.messages, lang: 'en', now: serving.now() };
    writeAnswer(response, serving.headers, answerTooMany(1_000, context));
  }
  return true;
}

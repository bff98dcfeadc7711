import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dataHeaders } from './headers.ts';
import { type Limits, networkOf } from './limits.ts';
import type { Serving } from './serve.ts';

/** What is written as it stands. `body` is JSON where no type is said. */
export interface SurfaceAnswer {
  readonly body: string;
  readonly type?: string;
}

/**
 * Addresses under a prefix that answer in a shape which others have laid down: GET only, to
 * everybody, of any origin, nothing that needs a session. Our own calls are no surface.
 */
export interface Surface {
  /** '/udf/': with both strokes. */
  readonly prefix: string;
  /** The row of limits that each request counts in, by network. */
  readonly limit: string;
  /** `path` is what follows the prefix; null when there is nothing there. */
  answer(path: string, query: URLSearchParams, now: number): Promise<SurfaceAnswer | null>;
  /** What stands for an answer that cannot be given, in the shape that its clients read. */
  refuse(reason: 'tooManyRequests' | 'notFound' | 'error'): SurfaceAnswer;
}

/** Adds each surface; what it has no answer for is refused in its own shape. */
export function addSurfaces(
  app: FastifyInstance,
  surfaces: readonly Surface[],
  serving: Serving,
  limits: Limits,
): void {
  const headers = {
    ...dataHeaders(serving.secure),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  for (const surface of surfaces) {
    const row = limits.row(surface.limit);
    app.get(`${surface.prefix}*`, async (request, reply) => {
      const now = serving.now();
      const wait = row.takeNetwork(networkOf(request.ip), now);
      const send = (status: number, { body, type }: SurfaceAnswer) =>
        reply
          .code(status)
          .headers(type === undefined ? headers : { ...headers, 'content-type': type })
          .send(body);
      if (wait > 0) {
        reply.header('retry-after', String(Math.ceil(wait / 1000)));
        return send(429, surface.refuse('tooManyRequests'));
      }
      try {
        const answer = await surface.answer(pathOf(surface, request), queryOf(request), now);
        return answer === null ? send(404, surface.refuse('notFound')) : send(200, answer);
      } catch (err) {
        serving.log.error({ err, url: request.url }, 'a surface failed');
        return send(500, surface.refuse('error'));
      }
    });
  }
}

function pathOf({ prefix }: Surface, { url }: FastifyRequest): string {
  return url.split('?', 1)[0]!.slice(prefix.length);
}

/** The framework hands the query on as the text that it is. */
function queryOf({ query }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(query as string);
}

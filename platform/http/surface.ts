import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { BODY_MAX_BYTES } from './body.ts';
import { dataHeaders } from './headers.ts';
import { type Limits, networkOf } from './limits.ts';
import type { Serving } from './serve.ts';

/** A request below the prefix of a surface. Texts as they came: signatures are over these. */
export interface SurfaceRequest {
  readonly method: string;
  /** What follows the prefix, without the query. */
  readonly path: string;
  readonly query: string;
  /** Empty where there is none; other than UTF-8 is refused before. */
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client, after the proxies that are listed as trusted. */
  readonly ip: string;
  readonly now: number;
}

/** What is written as it stands. */
export interface SurfaceAnswer {
  readonly body: string;
  /** JSON where no type is said. */
  readonly type?: string;
  /** 200 where none is said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why the platform answers for a surface. */
export type SurfaceRefusal =
  | 'tooManyRequests'
  | 'notFound'
  | 'bodyTooLarge'
  | 'mediaType'
  | 'error';

/**
 * Addresses under a prefix that answer in a shape which others have laid down: to everybody, of
 * any origin, nothing that needs a session. Our own calls are no surface.
 */
export interface Surface {
  /** '/udf/' with both strokes; '/docs' where the bare address is to be answered as well. */
  readonly prefix: string;
  /** GET where none are said. */
  readonly methods?: readonly HTTPMethods[];
  /** The row of limits that each request counts in, by network; without it the surface counts. */
  readonly limit?: string;
  /** Null when there is nothing at this path. */
  answer(request: SurfaceRequest): Promise<SurfaceAnswer | null>;
  /** What stands for an answer that cannot be given, in the shape that its clients read. */
  refuse(reason: SurfaceRefusal): SurfaceAnswer;
}

const STATUS: Readonly<Record<SurfaceRefusal, number>> = {
  tooManyRequests: 429,
  notFound: 404,
  bodyTooLarge: 413,
  mediaType: 415,
  error: 500,
};

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
  const send = (reply: FastifyReply, answer: SurfaceAnswer, status = answer.status ?? 200) =>
    reply
      .code(status)
      .headers(headers)
      .headers(answer.type === undefined ? {} : { 'content-type': answer.type })
      .headers(answer.headers ?? {})
      .send(answer.body);
  for (const surface of surfaces) {
    const row = surface.limit === undefined ? null : limits.row(surface.limit);
    const refuse = (reply: FastifyReply, reason: SurfaceRefusal) =>
      send(reply, surface.refuse(reason), STATUS[reason]);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const now = serving.now();
      const wait = row?.takeNetwork(networkOf(request.ip), now) ?? 0;
      if (wait > 0) {
        reply.header('retry-after', String(Math.ceil(wait / 1000)));
        return refuse(reply, 'tooManyRequests');
      }
      try {
        const answer = await surface.answer(requestOf(surface, request, now));
        return answer === null ? refuse(reply, 'notFound') : send(reply, answer);
      } catch (err) {
        serving.log.error({ err, url: pathOf(request) }, 'a surface failed');
        return refuse(reply, 'error');
      }
    };
    void app.register(async (scope) => {
      keepBodies(scope);
      scope.setErrorHandler((err: Error & { code?: string; statusCode?: number }, _, reply) => {
        if (err.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(reply, 'bodyTooLarge');
        if (err.statusCode === 415) return refuse(reply, 'mediaType');
        serving.log.error({ err }, 'a surface failed');
        return refuse(reply, 'error');
      });
      const method = [...(surface.methods ?? ['GET'])];
      scope.route({ method, url: `${surface.prefix}*`, handler });
    });
  }
}

/** Bodies of every type are kept as text: clients send forms as JSON and JSON with no body. */
function keepBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' as const, bodyLimit: BODY_MAX_BYTES };
  scope.addContentTypeParser<Buffer>('*', options, ({ headers }, bytes, done) => {
    const text = headers['content-encoding'] === undefined ? utf8(bytes) : null;
    if (text === null) done(Object.assign(new Error('not plain UTF-8'), { statusCode: 415 }));
    else done(null, text);
  });
}

function utf8(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.byteLength(text) === bytes.length && !text.includes('\ufffd') ? text : null;
}

function requestOf(surface: Surface, request: FastifyRequest, now: number): SurfaceRequest {
  return {
    method: request.method,
    path: pathOf(request).slice(surface.prefix.length),
    // The framework hands the query on as the text that it is.
    query: (request.query as string | undefined) ?? '',
    body: typeof request.body === 'string' ? request.body : '',
    headers: request.headers,
    ip: request.ip,
    now,
  };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

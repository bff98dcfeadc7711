import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { BODY_MAX_BYTES } from './body.ts';
import { dataHeaders, type Headers } from './headers.ts';
import { type Limits, networkOf, type Row } from './limits.ts';
import type { Serving } from './serve.ts';
import { writeAnswer } from './write-answer.ts';

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

/** A surface as the server has it: a request with its whole body comes in, an answer goes out. */
export interface SurfaceServer {
  readonly prefix: string;
  readonly methods: ReadonlySet<string>;
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
    body: Buffer,
  ): void;
  refuse(response: ServerResponse, reason: SurfaceRefusal): void;
}

/** The surface that a path lies in. */
export function surfaceAt(
  surfaces: readonly SurfaceServer[],
  path: string,
): SurfaceServer | undefined {
  return surfaces.find(({ prefix }) => path.startsWith(prefix));
}

/** Each surface with what the platform adds to it: limits, guarding headers, the log of faults. */
export function surfaceServers(
  surfaces: readonly Surface[],
  serving: Serving,
  limits: Limits,
): SurfaceServer[] {
  const headers = {
    ...dataHeaders(serving.secure),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  return surfaces.map((surface) => new SurfaceDesk(surface, serving, headers, limits));
}

class SurfaceDesk implements SurfaceServer {
  readonly prefix: string;
  readonly methods: ReadonlySet<string>;
  readonly #surface: Surface;
  readonly #serving: Serving;
  readonly #headers: Headers;
  readonly #row: Row | null;

  constructor(surface: Surface, serving: Serving, headers: Headers, limits: Limits) {
    this.prefix = surface.prefix;
    this.methods = new Set(surface.methods ?? ['GET']);
    this.#surface = surface;
    this.#serving = serving;
    this.#headers = headers;
    this.#row = surface.limit === undefined ? null : limits.row(surface.limit);
  }

  serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
    bytes: Buffer,
  ): void {
    const now = this.#serving.now();
    const ip = this.#serving.proxies.clientOf(request);
    const wait = this.#row?.takeNetwork(networkOf(ip), now) ?? 0;
    if (wait > 0) {
      this.refuse(response, 'tooManyRequests', Math.ceil(wait / 1000));
      return;
    }
    const body = utf8(bytes);
    if (body === null) {
      this.refuse(response, 'mediaType');
      return;
    }
    const { method = 'GET', headers } = request;
    const place = path.slice(this.prefix.length);
    this.#surface.answer({ method, path: place, query, body, headers, ip, now }).then(
      (answer) => {
        if (answer === null) this.refuse(response, 'notFound');
        else this.#send(response, answer);
      },
      (err: unknown) => {
        this.#serving.log.error({ err, url: path }, 'a surface failed');
        this.refuse(response, 'error');
      },
    );
  }

  refuse(response: ServerResponse, reason: SurfaceRefusal, retryAfterSeconds?: number): void {
    this.#send(response, this.#surface.refuse(reason), STATUS[reason], retryAfterSeconds);
  }

  #send(
    response: ServerResponse,
    { body, type, headers, status: own = 200 }: SurfaceAnswer,
    status = own,
    retryAfterSeconds?: number,
  ): void {
    const more = type === undefined ? headers : { 'content-type': type, ...headers };
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    writeAnswer(response, this.#headers, { status, body, ...wait }, more);
  }
}

/** The same for requests that are out of the ordinary: the framework reads their bodies. */
export function addSurfaces(
  app: FastifyInstance,
  surfaces: readonly SurfaceServer[],
  serving: Serving,
): void {
  for (const surface of surfaces) {
    const refuse = (reply: FastifyReply, reason: SurfaceRefusal) => {
      reply.hijack();
      surface.refuse(reply.raw, reason);
    };
    void app.register(async (scope) => {
      keepBodies(scope);
      scope.setErrorHandler((err: Error & { code?: string; statusCode?: number }, _, reply) => {
        if (err.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(reply, 'bodyTooLarge');
        if (err.statusCode === 415) return refuse(reply, 'mediaType');
        serving.log.error({ err }, 'a surface failed');
        return refuse(reply, 'error');
      });
      scope.route({
        method: [...surface.methods] as HTTPMethods[],
        url: `${surface.prefix}*`,
        handler: ({ raw, query, body }, reply) => {
          reply.hijack();
          const [path = ''] = (raw.url ?? '').split('?', 1);
          // The framework hands the query on as the text that it is.
          const bytes = Buffer.isBuffer(body) ? body : EMPTY;
          surface.serve(raw, reply.raw, path, (query as string | undefined) ?? '', bytes);
        },
      });
    });
  }
}

const EMPTY = Buffer.alloc(0);

/** Bodies of every type are kept as bytes: clients send forms as JSON and JSON with no body. */
function keepBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' as const, bodyLimit: BODY_MAX_BYTES };
  scope.addContentTypeParser<Buffer>('*', options, ({ headers }, bytes, done) => {
    if (headers['content-encoding'] === undefined) done(null, bytes);
    else done(Object.assign(new Error('not plain UTF-8'), { statusCode: 415 }));
  });
}

function utf8(bytes: Buffer): string | null {
  if (bytes.length === 0) return '';
  const text = bytes.toString('utf8');
  return Buffer.byteLength(text) === bytes.length && !text.includes('\ufffd') ? text : null;
}

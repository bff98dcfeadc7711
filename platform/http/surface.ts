import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { BODY_MAX_BYTES } from './body.ts';
import { GateFull } from './gate.ts';
import { dataHeaders, type Headers } from './headers.ts';
import { type Limits, networkOf, type Row } from './limits.ts';
import type { Serving } from './serve.ts';
import { writeAnswer } from './write-answer.ts';

/** A request below the prefix of a surface. Texts are unchanged, because signatures cover them. */
export interface SurfaceRequest {
  readonly method: string;
  /** The part after the prefix, without the query. */
  readonly path: string;
  readonly query: string;
  /** Empty when there is none; anything but UTF-8 has been refused. */
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client, after the proxies that are listed as trusted. */
  readonly ip: string;
  readonly now: number;
}

/** An answer that is written unchanged. */
export interface SurfaceAnswer {
  readonly body: string;
  /** JSON by default. */
  readonly type?: string;
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes that the work for it counts as, beside its own. */
  readonly spentBytes?: number;
}

/** Why the platform refuses a request in place of the surface. */
export type SurfaceRefusal =
  | 'tooManyRequests'
  | 'notFound'
  | 'tooLong'
  | 'bodyTooLarge'
  | 'mediaType'
  | 'error';

/**
 * Addresses under a prefix that answer in a format defined by others. They serve everybody, from
 * any origin, and need no session. Our own calls are not a surface.
 */
export interface Surface {
  /** '/udf/' with both slashes; '/docs' where the bare address is answered too. */
  readonly prefix: string;
  /** GET by default; where there is GET, HEAD is answered as it is, without the body. */
  readonly methods?: readonly HTTPMethods[];
  /**
   * The row of limits that counts each request by network. Without it the surface counts requests
   * and bytes, and lets reads wait for their turn, by itself: it knows whose they are.
   */
  readonly limit?: string;
  /** Null when there is nothing at this path. */
  answer(request: SurfaceRequest): Promise<SurfaceAnswer | null>;
  /** The answer to a refused request, in the format that its clients read. */
  refuse(reason: SurfaceRefusal): SurfaceAnswer;
}

const STATUS: Readonly<Record<SurfaceRefusal, number>> = {
  tooManyRequests: 429,
  notFound: 404,
  /** Its address and headers together. */
  tooLong: 431,
  bodyTooLarge: 413,
  mediaType: 415,
  error: 500,
};

/** A surface with what the platform adds: it takes a request with its whole body and answers it. */
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
  /** The same where there is no response object: what is written to the socket itself. */
  refusal(reason: SurfaceRefusal): Refusal;
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The surface that serves a path. */
export function surfaceAt(
  surfaces: readonly SurfaceServer[],
  path: string,
): SurfaceServer | undefined {
  return surfaces.find(({ prefix }) => path.startsWith(prefix));
}

/** Adds to each surface what the platform provides: limits, security headers, logging of faults. */
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
  return surfaces.map((surface) => new GuardedSurface(surface, serving, headers, limits));
}

class GuardedSurface implements SurfaceServer {
  readonly prefix: string;
  readonly methods: ReadonlySet<string>;
  readonly #surface: Surface;
  readonly #serving: Serving;
  readonly #headers: Headers;
  readonly #row: Row | null;

  constructor(surface: Surface, serving: Serving, headers: Headers, limits: Limits) {
    this.prefix = surface.prefix;
    const methods: readonly string[] = surface.methods ?? ['GET'];
    this.methods = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods);
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
    const network = networkOf(ip);
    const { reading } = this.#serving;
    const reader = { account: null, network };
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const reads = this.#row !== null && method === 'GET';
    const bytesWait = reads ? reading.waitMs(reader, now) : 0;
    const wait = bytesWait || (this.#row?.takeNetwork(network, now) ?? 0);
    if (wait > 0) {
      this.refuse(response, 'tooManyRequests', Math.ceil(wait / 1000));
      return;
    }
    const body = utf8(bytes);
    if (body === null) {
      this.refuse(response, 'mediaType');
      return;
    }
    const { headers } = request;
    const below = path.slice(this.prefix.length);
    const asked = { method, path: below, query, body, headers, ip, now };
    const ask = () => this.#surface.answer(asked);
    const answered = reads ? reading.run(reader, ask, (answer) => answer) : ask();
    Promise.resolve(answered).then(
      (answer) => {
        if (answer === null) return this.refuse(response, 'notFound');
        const { body: text, spentBytes = 0 } = answer;
        if (reads) reading.spend(reader, text.length + spentBytes, now);
        this.#send(response, answer);
      },
      (err: unknown) => {
        if (err instanceof GateFull) return this.refuse(response, 'tooManyRequests', 1);
        this.#serving.log.error({ err, url: path }, 'a surface failed');
        this.refuse(response, 'error');
      },
    );
  }

  refuse(response: ServerResponse, reason: SurfaceRefusal, retryAfterSeconds?: number): void {
    this.#send(response, this.#surface.refuse(reason), STATUS[reason], retryAfterSeconds);
  }

  refusal(reason: SurfaceRefusal): Refusal {
    const { body, type } = this.#surface.refuse(reason);
    const more = type === undefined ? {} : { 'content-type': type };
    return { status: STATUS[reason], headers: { ...this.#headers, ...more }, body };
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

/** Serves surfaces for unusual requests, whose bodies the framework reads. */
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
          // The framework is set to leave the query as text.
          const bytes = Buffer.isBuffer(body) ? body : EMPTY;
          surface.serve(raw, reply.raw, path, (query as string | undefined) ?? '', bytes);
        },
      });
    });
  }
}

const EMPTY = Buffer.alloc(0);

/** Keeps bodies of every type as bytes: clients announce forms as JSON, and JSON without a body. */
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

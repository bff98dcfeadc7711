import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { addParsers, BODY_MAX_BYTES, type RawBody } from './body.ts';
import { isForwarded, limitConnections, TrustedProxies } from './client-address.ts';
import type { Authenticator } from './context.ts';
import { type Serve, type Take, takeDirectly } from './direct.ts';
import {
  type Answer,
  answerInvalid,
  answerStopping,
  answerUnserved,
  type ReplyContext,
} from './envelope.ts';
import { fault } from './fault.ts';
import { dataHeaders, preflightHeaders, sharedHeaders } from './headers.ts';
import { type Probe, runProbes } from './health.ts';
import { type HostCheck, hostCheck, namesOneHost } from './host.ts';
import { HttpMetrics } from './http-metrics.ts';
import { basicLimits } from './limit-table.ts';
import { Limits } from './limits.ts';
import { Lookups } from './lookups.ts';
import { Messages } from './messages.ts';
import { refuseOddPath } from './path.ts';
import { refusePipelined } from './pipeline.ts';
import { Reading } from './reading.ts';
import { buildRoutes, type CallSet, type Route } from './route.ts';
import { headersFor, type Serving, serveCall } from './serve.ts';
import { BODY_TIMEOUT_MS, CONNECTIONS_MAX, SERVER_OPTIONS, TOO_SLOW } from './server-options.ts';
import { addSites, type Site } from './site.ts';
import { endIfSlow, hasBody } from './slow.ts';
import { answerBroken, answerSocket, isHandshake } from './socket-answer.ts';
import {
  addSurfaces,
  type Surface,
  type SurfaceServer,
  surfaceAt,
  surfaceServers,
} from './surface.ts';
import { Uploads } from './uploads.ts';
import { writeAnswer } from './write-answer.ts';

const STOP_PATIENCE_MS = 8_000;
const SWEEP_MS = 50;

export interface HttpConfig {
  readonly authenticator: Authenticator;
  /** The calls and handlers of each module. */
  readonly calls: readonly CallSet[];
  readonly log: Log;
  readonly messages?: Messages;
  readonly metrics?: HttpMetrics;
  /** `db`, `engine:real`, `feeds` …; `/health` answers 200 only when all of them pass. */
  readonly probes?: Readonly<Record<string, Probe>>;
  readonly limits?: Limits;
  /** Shared with all other ways to read; by default bytes have no limit. */
  readonly reading?: Reading;
  /** Sessions that are looked up; by default without a limit. */
  readonly lookups?: Lookups;
  /** Connections that one network may have open; proxies that are trusted have no limit. */
  readonly connectionsPerNetwork?: number;
  /** Addresses that answer in a format defined by others, such as charting feeds. */
  readonly surfaces?: readonly Surface[];
  /** Built apps to serve: prefix → folder. */
  readonly sites?: readonly Site[];
  /** Proxies whose forwarding headers are trusted: addresses or ranges. None by default. */
  readonly trustProxy?: readonly string[];
  /** Our own origins besides the host that a request names (a development server). */
  readonly ownOrigins?: readonly string[];
  /** Host names that are served; all when absent. Protects a local server from DNS rebinding. */
  readonly hosts?: readonly string[];
  /** The site is reached by https (adds Strict-Transport-Security). */
  readonly secure?: boolean;
  /** A session's token may stand in the address of a read, where older clients put it. */
  readonly queryTokens?: boolean;
  readonly clock?: Clock;
  readonly checkOutputs?: boolean;
  /** For how long a body that is no file is waited for. */
  readonly bodyTimeoutMs?: number;
}

/** Takes over a connection that requests another protocol. `ip` is the client's address. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, ip: string) => void;

export interface Http {
  readonly app: FastifyInstance;
  readonly server: HttpServer;
  readonly metrics: HttpMetrics;
  readonly messages: Messages;
  /** Serves upgrades (WebSocket) at this path, and at all paths below it when it ends with '/'. */
  onUpgrade(path: string, upgrade: Upgrade): void;
  /** Starts to listen; port 0 picks a free one. Returns the address, http://host:port. */
  listen(port: number, host: string): Promise<string>;
  /** Accepts no more requests, lets those in progress finish (at most 8 s), then closes. */
  stop(): Promise<void>;
}

/** Builds the server with all its routes. Throws when tables of calls conflict. */
export function createHttp(config: HttpConfig): Http {
  const metrics = config.metrics ?? new HttpMetrics();
  const messages = config.messages ?? new Messages();
  const clock = config.clock ?? systemClock;
  const headers = dataHeaders(config.secure === true);
  const ownOrigins = new Set(config.ownOrigins ?? []);
  const serving: Serving = {
    authenticator: config.authenticator,
    messages,
    log: config.log,
    now: () => clock.now(),
    ownOrigins,
    headers,
    headersByOrigin: new Map([...ownOrigins].map((own) => [own, sharedHeaders(headers, own)])),
    proxies: new TrustedProxies(config.trustProxy ?? []),
    secure: config.secure === true,
    queryTokens: config.queryTokens ?? true,
    reading: config.reading ?? new Reading(),
    lookups: config.lookups ?? new Lookups(Number.POSITIVE_INFINITY),
    uploads: new Uploads(),
    checkOutputs: config.checkOutputs === true,
  };
  const limits = config.limits ?? new Limits(basicLimits);
  const routes = buildRoutes(config.calls, limits, metrics, messages);
  const state = { stopping: false };
  const serve: Serve = (route, incoming, body) => {
    // While the server stops, a connection with a request in progress may bring another one.
    if (!state.stopping) return void serveCall(serving, route, incoming, body);
    const headers = headersFor(serving, incoming.request);
    writeAnswer(incoming.response, headers, answerStopping(replyContextOf(serving)));
  };
  const nextId = nextRequestId();
  const surfaces = surfaceServers(config.surfaces ?? [], serving, limits);
  const slow = {
    afterMs: config.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    onSlow: (socket: Duplex) => answerBroken(TOO_SLOW, socket, serving, surfaces),
  };
  const take = takeDirectly(routes, surfaces, nextId, serve, slow);
  const isOurs = hostCheck(config.hosts);
  // The framework must handle requests while it closes, and refuses those with a wrong host.
  const app = createFastify(serving, surfaces, nextId, (request, response) => {
    if (refusePipelined(request, response, serving, surfaces)) return true;
    if (refuseOddPath(request, response, serving, surfaces)) return true;
    const serves = !state.stopping && namesOneHost(request) && isOurs(request);
    if (serves && take(request, response)) return true;
    if (hasBody(request)) endIfSlow(request, slow.afterMs, slow.onSlow);
    return false;
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  limitConnections(app.server, serving.proxies, config.connectionsPerNetwork);
  addParsers(app);
  app.server.on('checkExpectation', (_request, response) => {
    const answer = answerUnserved(417, 'http.expectation', replyContextOf(serving));
    writeAnswer(response, serving.headers, answer, { connection: 'close' });
  });
  addHostCheck(app, isOurs, serving);
  for (const route of routes.values()) addRoute(app, route, serve);
  addPreflight(app, serving);
  const upgrades = addUpgrades(app, isOurs, serving);
  addOwnRoutes(app, serving, metrics, config.probes ?? {}, state);
  addSurfaces(app, surfaces, serving);
  addSites(app, config.sites ?? [], config.secure === true);
  addFallbacks(app, serving, routes, surfaces);
  return {
    app,
    server: app.server,
    metrics,
    messages,
    onUpgrade: (path, upgrade) => void upgrades.set(path, upgrade),
    listen: (port, host) => app.listen({ port, host }),
    stop: () => stop(app, state),
  };
}

function createFastify(
  serving: Serving,
  surfaces: readonly SurfaceServer[],
  nextId: () => string,
  take: Take,
): FastifyInstance {
  const { proxies } = serving;
  return Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    // Without proxies the address is the socket's own; checking it would cost every request.
    trustProxy: proxies.any && ((address: string) => proxies.trusts(address)),
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // Fastify's 503 has no envelope; addRoute answers with ours.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: (text: string) => text as never, caseSensitive: true },
    serverFactory: (handler) =>
      createServer(SERVER_OPTIONS, (request, response) => {
        if (!take(request, response)) handler(request, response);
      }),
    clientErrorHandler: (error, socket) => answerBroken(error, socket, serving, surfaces),
    frameworkErrors: (_error, request, reply) => {
      write(
        reply as FastifyReply,
        serving,
        answerUnserved(400, 'http.malformed', replyContextOf(serving)),
      );
      void request;
    },
  }) as unknown as FastifyInstance;
}

/** Short, rising ids that differ between starts. */
function nextRequestId(): () => string {
  const start = Date.now().toString(36);
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/**
 * A request must name one `Host` (RFC 9112 §3.2), and one of ours. Whoever asks for our health may
 * not know our name: a load balancer has our address only.
 */
function addHostCheck(app: FastifyInstance, isOurs: HostCheck, serving: Serving): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!namesOneHost(request.raw)) {
      write(reply, serving, answerUnserved(400, 'http.malformed', replyContextOf(serving)));
    } else if (!isOurs(request.raw) && request.url !== '/health') {
      write(reply, serving, answerUnserved(421, 'http.host', replyContextOf(serving)));
    } else {
      done();
    }
  });
}

function addRoute(app: FastifyInstance, route: Route, serve: Serve): void {
  const { method } = route.call;
  app.route({
    method: route.call.getAlias ? ['GET', method] : method,
    url: `/web/${route.name}`,
    handler: ({ raw: request, id: requestId, query, body }, reply) => {
      // The answer is one complete string: writing it to the socket directly avoids the framework's
      // serialisation and hooks, which no call uses.
      reply.hijack();
      const incoming = { request, response: reply.raw, requestId, query: query as string };
      serve(route, incoming, body as RawBody | undefined);
    },
  });
}

/** Browsers ask before a page of ours sends a call to another host of ours. */
function addPreflight(app: FastifyInstance, serving: Serving): void {
  app.options('/web/*', (request, reply) => {
    const headers = headersFor(serving, request.raw);
    if (headers === serving.headers) return reply.callNotFound();
    return reply.code(204).headers(headers).headers(preflightHeaders).send();
  });
}

function addOwnRoutes(
  app: FastifyInstance,
  serving: Serving,
  metrics: HttpMetrics,
  probes: Readonly<Record<string, Probe>>,
  state: { stopping: boolean },
): void {
  app.get('/health', { exposeHeadRoute: true }, async (_request, reply) => {
    const { ok, status, parts } = await runProbes(probes, state.stopping);
    reply.code(ok ? 200 : 503).headers(serving.headers);
    return JSON.stringify({ ok, status, stopping: state.stopping, parts });
  });
  app.get('/metrics', async (request, reply) => {
    // The figures are for the operator: a scraper on the same machine. Requests through a proxy on
    // this machine seem to come from it too, and that proxy may not be a listed one.
    if (!isLoopback(request.ip) || isForwarded(request)) return reply.callNotFound();
    reply.headers({
      ...serving.headers,
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    });
    return metrics.text();
  });
}

function addUpgrades(
  app: FastifyInstance,
  isOurs: HostCheck,
  serving: Serving,
): Map<string, Upgrade> {
  const upgrades = new Map<string, Upgrade>();
  app.server.on('upgrade', (request, socket, head) => {
    // Until a handler takes over, a reset of the connection would end the process.
    socket.on('error', () => socket.destroy());
    const upgrade = upgradeAt(upgrades, request.url?.split('?', 1)[0] ?? '');
    if (!namesOneHost(request)) answerSocket(socket, serving, 400, 'http.malformed');
    else if (!isOurs(request)) answerSocket(socket, serving, 421, 'http.host');
    else if (upgrade === undefined) answerSocket(socket, serving, 404, 'http.notFound');
    else if (!isHandshake(request)) {
      answerSocket(socket, serving, 400, 'http.handshake', { 'sec-websocket-version': '13' });
    } else upgrade(request, socket, head, serving.proxies.clientOf(request));
  });
  return upgrades;
}

/** The handler of the path itself, else that of the longest prefix. */
function upgradeAt(upgrades: ReadonlyMap<string, Upgrade>, path: string): Upgrade | undefined {
  let found = upgrades.get(path);
  for (let end = path.lastIndexOf('/'); found === undefined && end > 0; ) {
    found = upgrades.get(path.slice(0, end + 1));
    end = path.lastIndexOf('/', end - 1);
  }
  return found;
}

function addFallbacks(
  app: FastifyInstance,
  serving: Serving,
  routes: ReadonlyMap<string, Route>,
  surfaces: readonly SurfaceServer[],
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const surface = surfaceAt(surfaces, path);
    if (surface !== undefined) {
      reply.hijack();
      return surface.refuse(reply.raw, 'notFound');
    }
    const route = path.startsWith('/web/') ? routes.get(path.slice(5)) : undefined;
    if (route === undefined) {
      return write(reply, serving, answerUnserved(404, 'http.notFound', replyContextOf(serving)));
    }
    const { method } = route.call;
    const answer = answerUnserved(405, 'http.method', replyContextOf(serving), { method });
    reply.hijack();
    writeAnswer(reply.raw, serving.headers, answer, { allow: method });
  });
  app.setErrorHandler((err: Error & { code?: string; statusCode?: number }, request, reply) => {
    write(reply, serving, answerFrameworkError(err, request, serving));
  });
}

/** Answers what Fastify refuses before a handler runs, and any error that was not caught. */
function answerFrameworkError(
  err: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  serving: Serving,
): Answer {
  const replyContext = replyContextOf(serving);
  if (err.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return answerInvalid({ body: ['bodyTooLarge'] }, replyContext, 413);
  }
  if (err.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return answerInvalid({ body: ['mediaType'] }, replyContext, 415);
  }
  const status = err.statusCode ?? 500;
  if (status >= 400 && status < 500) return answerUnserved(status, 'http.malformed', replyContext);
  const reads = request.method === 'GET';
  return fault(serving.log, err, { requestId: request.id }, replyContext, reads);
}

function write(reply: FastifyReply, serving: Serving, answer: Answer): void {
  reply.hijack();
  writeAnswer(reply.raw, serving.headers, answer);
}

function replyContextOf(serving: Serving): ReplyContext {
  return { messages: serving.messages, lang: 'en', now: serving.now() };
}

function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
}

async function stop(app: FastifyInstance, state: { stopping: boolean }): Promise<void> {
  state.stopping = true;
  // A connection whose last answer was sent after closing began would stay open for its keep-alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(patience);
  }
}

import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { addParsers, BODY_MAX_BYTES, type RawBody } from './body.ts';
import { isForwarded, TrustedProxies } from './client-address.ts';
import type { Authenticator } from './context.ts';
import { type Serve, type Take, takeDirectly } from './direct.ts';
import {
  type Answer,
  answerInvalid,
  answerStopping,
  answerUnserved,
  type Voice,
} from './envelope.ts';
import { dataHeaders } from './headers.ts';
import { askProbes, type Probe } from './health.ts';
import { HttpMetrics } from './http-metrics.ts';
import { basicLimits } from './limit-table.ts';
import { Limits } from './limits.ts';
import { Messages } from './messages.ts';
import { buildRoutes, type CallSet, type Route } from './route.ts';
import { fault, type Serving, serveCall } from './serve.ts';
import { addSites, type Site } from './site.ts';
import { answerBroken, answerSocket, isHandshake } from './socket-answer.ts';
import { addSurfaces, type Surface, surfaceServers } from './surface.ts';
import { writeAnswer } from './write-answer.ts';

const HEADERS_MAX_BYTES = 16 * 1024;
/** A client that needs longer for 64 KiB is broken or means harm. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Twice what the stream allows; more are turned away before they cost memory. */
const CONNECTIONS_MAX = 20_000;
const KEEP_ALIVE_MS = 65_000;
const SERVER_OPTIONS = {
  maxHeaderSize: HEADERS_MAX_BYTES,
  insecureHTTPParser: false,
  // Refused by us, in an envelope.
  requireHostHeader: false,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
};
const STOP_PATIENCE_MS = 8_000;
const SWEEP_MS = 50;

export interface HttpConfig {
  readonly authenticator: Authenticator;
  /** One table and its handlers of each module. */
  readonly calls: readonly CallSet[];
  readonly log: Log;
  readonly messages?: Messages;
  readonly metrics?: HttpMetrics;
  /** `db`, `engine:real`, `feeds` …; all must be well for `/health` to say 200. */
  readonly probes?: Readonly<Record<string, Probe>>;
  readonly limits?: Limits;
  /** Addresses in a shape of others: charting feeds and the like. */
  readonly surfaces?: readonly Surface[];
  /** Built apps to serve: prefix → folder. */
  readonly sites?: readonly Site[];
  /** Proxies whose forwarding headers are believed: addresses or ranges. None by default. */
  readonly trustProxy?: readonly string[];
  /** Origins of ours besides the host that a request names (a development server). */
  readonly ownOrigins?: readonly string[];
  /** Host names we answer for; all when absent. Guards a local server against rebound names. */
  readonly hosts?: readonly string[];
  /** The site is reached by https (adds Strict-Transport-Security). */
  readonly secure?: boolean;
  readonly clock?: Clock;
  readonly checkOutputs?: boolean;
}

/** Takes over a connection that asks to change protocol. `ip` is the client's address. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, ip: string) => void;

export interface Http {
  readonly app: FastifyInstance;
  readonly server: HttpServer;
  readonly metrics: HttpMetrics;
  readonly messages: Messages;
  /** Serves upgrades (WebSocket) at this path; at everything below it when it ends with '/'. */
  onUpgrade(path: string, upgrade: Upgrade): void;
  /** Starts to listen; port 0 takes a free one. Returns the address, http://host:port. */
  listen(port: number, host: string): Promise<string>;
  /** Takes no more requests, lets those under way finish (at most 8 s), then closes. */
  stop(): Promise<void>;
}

/** Builds the server with all its routes. Throws when the tables of calls do not fit together. */
export function createHttp(config: HttpConfig): Http {
  const metrics = config.metrics ?? new HttpMetrics();
  const messages = config.messages ?? new Messages();
  const clock = config.clock ?? systemClock;
  const serving: Serving = {
    authenticator: config.authenticator,
    messages,
    log: config.log,
    now: () => clock.now(),
    ownOrigins: new Set(config.ownOrigins ?? []),
    headers: dataHeaders(config.secure === true),
    proxies: new TrustedProxies(config.trustProxy ?? []),
    secure: config.secure === true,
    checkOutputs: config.checkOutputs === true,
  };
  const limits = config.limits ?? new Limits(basicLimits);
  const routes = buildRoutes(config.calls, limits, metrics, messages);
  const state = { stopping: false };
  const serve: Serve = (route, incoming, body) => {
    // Connections with a request under way stay open while we stop, and may bring another.
    if (!state.stopping) return void serveCall(serving, route, incoming, body);
    writeAnswer(incoming.response, serving.headers, answerStopping(voiceOf(serving)));
  };
  const nextId = nextRequestId();
  const surfaces = surfaceServers(config.surfaces ?? [], serving, limits);
  const take = takeDirectly(routes, surfaces, nextId, serve);
  // What the framework has to look at first: whether it closes, which host is meant.
  const guarded = config.hosts !== undefined;
  const app = createFastify(serving, nextId, (request, response) => {
    return !guarded && !state.stopping && namesOneHost(request) && take(request, response);
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  addParsers(app);
  app.server.on('checkExpectation', (_request, response) => {
    const answer = answerUnserved(417, 'http.expectation', voiceOf(serving));
    writeAnswer(response, serving.headers, answer, { connection: 'close' });
  });
  addHostCheck(app, config.hosts, serving);
  for (const route of routes.values()) addRoute(app, route, serve);
  const upgrades = addUpgrades(app, serving);
  addOwnRoutes(app, serving, metrics, config.probes ?? {}, state);
  addSurfaces(app, surfaces, serving);
  addSites(app, config.sites ?? [], config.secure === true);
  addFallbacks(app, serving, routes);
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

function createFastify(serving: Serving, nextId: () => string, take: Take): FastifyInstance {
  const { proxies } = serving;
  return Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    // Without proxies the address is the socket's own; asking about each costs every request.
    trustProxy: proxies.any && ((address: string) => proxies.trusts(address)),
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // Its 503 would be no envelope; addRoute answers with ours.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: (text: string) => text as never, caseSensitive: true },
    serverFactory: (handler) =>
      createServer(SERVER_OPTIONS, (request, response) => {
        if (!take(request, response)) handler(request, response);
      }),
    clientErrorHandler: (error, socket) => answerBroken(error, socket, serving),
    frameworkErrors: (_error, request, reply) => {
      write(
        reply as FastifyReply,
        serving,
        answerUnserved(400, 'http.malformed', voiceOf(serving)),
      );
      void request;
    },
  }) as unknown as FastifyInstance;
}

/** Ids that are short, rise, and differ between starts. */
function nextRequestId(): () => string {
  const start = Date.now().toString(36);
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/** One `Host` a request (RFC 9112 §3.2), and one of ours when `hosts` says which these are. */
function addHostCheck(
  app: FastifyInstance,
  hosts: readonly string[] | undefined,
  serving: Serving,
): void {
  const known = hosts && new Set(hosts.map((host) => host.toLowerCase()));
  app.addHook('onRequest', (request, reply, done) => {
    if (!namesOneHost(request.raw)) {
      write(reply, serving, answerUnserved(400, 'http.malformed', voiceOf(serving)));
    } else if (known !== undefined && !known.has(request.hostname.toLowerCase())) {
      write(reply, serving, answerUnserved(421, 'http.host', voiceOf(serving)));
    } else {
      done();
    }
  });
}

/**
 * Node drops a second `Host` in silence; a proxy before us may have gone by that one. HTTP/1.0 has
 * none.
 */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found === 1 || (found === 0 && httpVersion === '1.0');
}

function addRoute(app: FastifyInstance, route: Route, serve: Serve): void {
  const { method } = route.call;
  app.route({
    method: route.call.getAlias ? ['GET', method] : method,
    url: `/web/${route.name}`,
    handler: ({ raw: request, id: requestId, query, body }, reply) => {
      // The answer is one ready string: going straight to the socket spares the framework's
      // serialisation and hooks, of which a call uses none.
      reply.hijack();
      const incoming = { request, response: reply.raw, requestId, query: query as string };
      serve(route, incoming, body as RawBody | undefined);
    },
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
    const { ok, status, parts } = await askProbes(probes, state.stopping);
    reply.code(ok ? 200 : 503).headers(serving.headers);
    return JSON.stringify({ ok, status, stopping: state.stopping, parts });
  });
  app.get('/metrics', async (request, reply) => {
    // Figures of the machine are for those who run it: a scraper on the same machine. To a proxy
    // on it everybody comes from there, and nobody may have told us of that proxy.
    if (!isLoopback(request.ip) || isForwarded(request)) return reply.callNotFound();
    reply.headers({ ...serving.headers, 'content-type': 'text/plain; version=0.0.4' });
    return metrics.text();
  });
}

function addUpgrades(app: FastifyInstance, serving: Serving): Map<string, Upgrade> {
  const upgrades = new Map<string, Upgrade>();
  app.server.on('upgrade', (request, socket, head) => {
    // Before a handler takes over, a reset of the connection would end the process.
    socket.on('error', () => socket.destroy());
    const upgrade = upgradeAt(upgrades, request.url?.split('?', 1)[0] ?? '');
    if (!namesOneHost(request)) answerSocket(socket, serving, 400, 'http.malformed');
    else if (upgrade === undefined) answerSocket(socket, serving, 404, 'http.notFound');
    else if (!isHandshake(request)) {
      answerSocket(socket, serving, 400, 'http.handshake', { 'sec-websocket-version': '13' });
    } else upgrade(request, socket, head, serving.proxies.clientOf(request));
  });
  return upgrades;
}

/** That of the path itself, else of the longest folder that it lies in. */
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
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const route = path.startsWith('/web/') ? routes.get(path.slice(5)) : undefined;
    if (route === undefined) {
      return write(reply, serving, answerUnserved(404, 'http.notFound', voiceOf(serving)));
    }
    const { method } = route.call;
    const answer = answerUnserved(405, 'http.method', voiceOf(serving), { method });
    reply.hijack();
    writeAnswer(reply.raw, serving.headers, answer, { allow: method });
  });
  app.setErrorHandler((err: Error & { code?: string; statusCode?: number }, request, reply) => {
    write(reply, serving, answerFrameworkError(err, request, serving));
  });
}

/** What Fastify refuses before a handler runs, and the last resort for what nobody caught. */
function answerFrameworkError(
  err: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  serving: Serving,
): Answer {
  const voice = voiceOf(serving);
  if (err.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return answerInvalid({ body: ['bodyTooLarge'] }, voice, 413);
  }
  if (err.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return answerInvalid({ body: ['mediaType'] }, voice, 415);
  }
  const status = err.statusCode ?? 500;
  if (status >= 400 && status < 500) return answerUnserved(status, 'http.malformed', voice);
  return fault(serving.log, err, { requestId: request.id }, voice);
}

function write(reply: FastifyReply, serving: Serving, answer: Answer): void {
  reply.hijack();
  writeAnswer(reply.raw, serving.headers, answer);
}

function voiceOf(serving: Serving): Voice {
  return { messages: serving.messages, lang: 'en', now: serving.now() };
}

function isLoopback(ip: string): boolean {
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
}

async function stop(app: FastifyInstance, state: { stopping: boolean }): Promise<void> {
  state.stopping = true;
  // A connection whose last answer went out after the closing began would stay for its keep-alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(patience);
  }
}

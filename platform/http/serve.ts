import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busy, InvalidInput, Refusal, Stale } from '@assay/core/schema/outcome';
import { EngineUnavailable, OutcomeUnknown } from '../engine/status.ts';
import type { Log } from '../log.ts';
import type { RawBody } from './body.ts';
import { brokenOriginRule, type Common, takeCommon, wrongCommon } from './channels.ts';
import type { TrustedProxies } from './client-address.ts';
import {
  type Actor,
  type Authentication,
  type Authenticator,
  type CallContext,
  Written,
} from './context.ts';
import {
  type Answer,
  answerError,
  answerInvalid,
  answerOutcome,
  answerTooMany,
  answerUnauthenticated,
  type Fault,
  type ReplyContext,
} from './envelope.ts';
import { GateFull } from './gate.ts';
import type { Headers } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { readInput } from './input.ts';
import { networkOf } from './limits.ts';
import type { Messages } from './messages.ts';
import { bodyText, MalformedParams, type Params, parseForm, parseJson } from './params.ts';
import type { Reader, Reading } from './reading.ts';
import type { Route } from './route.ts';
import { writeAnswer } from './write-answer.ts';

/** What is needed to serve any call; one object for the whole server. */
export interface Serving {
  readonly authenticator: Authenticator;
  readonly messages: Messages;
  readonly log: Log;
  readonly now: () => number;
  readonly ownOrigins: ReadonlySet<string>;
  readonly headers: Headers;
  /** Instead of these, for pages of our own origins on another host. */
  readonly headersByOrigin: ReadonlyMap<string, Headers>;
  readonly proxies: TrustedProxies;
  /** The site is reached by https, whatever the last proxy reports for a request. */
  readonly secure: boolean;
  readonly reading: Reading;
  /** Also check outputs against their schemas: in tests and development, not in production. */
  readonly checkOutputs: boolean;
}

/** When so many reads wait already. */
const FULL_RETRY_MS = 1_000;
const COMMAND_ID = /^[A-Za-z0-9._:-]{8,128}$/;

class Context implements CallContext {
  readonly actor: Actor | null;
  readonly ip: string;
  readonly lang: string;
  readonly now: number;
  readonly requestId: string;
  readonly commandId: string | undefined;
  readonly userAgent: string;
  readonly cookie: string;
  readonly browser: boolean;
  readonly secure: boolean;
  /** Bytes that the work of the handler counts as. */
  spent = 0;
  #headers: Record<string, string | string[]> | undefined;

  constructor(
    { request, requestId }: Incoming,
    ip: string,
    replyContext: ReplyContext,
    actor: Actor | null,
    commandId: string | undefined,
    secure: boolean,
  ) {
    const { headers } = request;
    this.actor = actor;
    this.ip = ip;
    this.lang = replyContext.lang;
    this.now = replyContext.now;
    this.requestId = requestId;
    this.commandId = commandId;
    this.userAgent = headers['user-agent'] ?? '';
    this.cookie = headers.cookie ?? '';
    this.browser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
    this.secure = secure;
  }

  setHeader(name: string, value: string): void {
    this.#headers ??= {};
    const known = this.#headers[name];
    const more = name === 'set-cookie' && known !== undefined;
    this.#headers[name] = more ? [known, value].flat() : value;
  }

  spendBytes(bytes: number): void {
    this.spent += bytes;
  }

  /** The headers set by the handler, which override the usual ones. */
  get headers(): Readonly<Record<string, string | string[]>> | undefined {
    return this.#headers;
  }
}

/** A request that may be carried out: its context, and the call's fields, not yet checked. */
interface Prepared {
  readonly context: Context;
  readonly params: Params;
  readonly reader: Reader;
}

/** A request that was read but not yet authenticated. `ip` is kept: finding it is costly. */
interface ReadRequest {
  readonly incoming: Incoming;
  readonly ip: string;
  readonly network: string;
  readonly common: Common;
  readonly params: Params;
}

/** The language is known once the fields are read. */
interface MutableReplyContext extends ReplyContext {
  lang: string;
}

/** Serves one request of `route` and writes the answer. Never throws. */
export async function serveCall(
  serving: Serving,
  route: Route,
  incoming: Incoming,
  body: RawBody | undefined,
): Promise<void> {
  const started = performance.now();
  const replyContext: MutableReplyContext = {
    messages: serving.messages,
    lang: 'en',
    now: serving.now(),
  };
  let headers: Readonly<Record<string, string | string[]>> | undefined;
  let answer: Answer;
  try {
    // A result that is available at once is not awaited: each await costs a promise and a turn.
    const preparing = prepare(serving, route, incoming, body, replyContext);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    if ('context' in prepared) {
      const outcome = await runHandler(serving, route, prepared);
      if (serving.checkOutputs) checkOutput(route, outcome);
      answer = answerOutcome(outcome, replyContext);
      headers = prepared.context.headers;
      if (route.call.method === 'GET') {
        const bytes = answer.body.length + prepared.context.spent;
        serving.reading.spend(prepared.reader, bytes, replyContext.now);
      }
    } else {
      answer = prepared;
    }
  } catch (err) {
    const { requestId } = incoming;
    const reads = incoming.request.method === 'GET';
    answer =
      err instanceof GateFull
        ? answerTooMany(FULL_RETRY_MS, replyContext)
        : fault(serving.log, err, { call: route.name, requestId }, replyContext, reads);
  }
  route.times.record(answer.code, (performance.now() - started) / 1000);
  writeAnswer(incoming.response, headersFor(serving, incoming.request), answer, headers);
}

/** The usual headers of an answer to this request. */
export function headersFor(
  { headers, headersByOrigin }: Pick<Serving, 'headers' | 'headersByOrigin'>,
  request: IncomingMessage,
): Headers {
  const { origin } = request.headers;
  return (origin === undefined ? undefined : headersByOrigin.get(origin)) ?? headers;
}

/** The steps before the call itself, in this order: origin, limits, fields, session. */
function prepare(
  serving: Serving,
  route: Route,
  incoming: Incoming,
  body: RawBody | undefined,
  replyContext: MutableReplyContext,
): Prepared | Answer | Promise<Prepared | Answer> {
  const { call } = route;
  const { request } = incoming;
  const { method = '', headers } = request;
  const broken = brokenOriginRule(call, method, headers, serving.ownOrigins);
  if (broken !== null) return answerInvalid({ origin: [broken] }, replyContext, 403);
  const ip = serving.proxies.clientOf(request);
  const network = networkOf(ip);
  const bytesWait =
    call.method === 'GET'
      ? serving.reading.waitMs({ account: null, network }, replyContext.now)
      : 0;
  const networkWait = bytesWait || route.limits.takeNetwork(network, replyContext.now);
  if (networkWait > 0) return answerTooMany(networkWait, replyContext);
  const read = readParams(incoming, body);
  if (read instanceof InvalidInput) return answerInvalid(read.fields, replyContext);
  const { params, query } = read;
  const wrong = wrongCommon(params, query);
  if (wrong !== null) return answerInvalid(wrong, replyContext);
  const common = takeCommon(headers, params, query);
  if (typeof common === 'string') return answerInvalid({ token: [common] }, replyContext);
  replyContext.lang = serving.messages.language(common.lang);
  if (common.byQuery && call.method !== 'GET') {
    return answerInvalid({ token: ['queryToken'] }, replyContext);
  }
  const readRequest = { incoming, ip, network, common, params };
  const authentication = identify(serving, readRequest, replyContext.now);
  return authentication instanceof Promise
    ? authentication.then((known) => admit(serving, route, readRequest, known, replyContext))
    : admit(serving, route, readRequest, authentication, replyContext);
}

/** Checks whether the caller may make the call now, and makes the context with the command id. */
function admit(
  serving: Serving,
  route: Route,
  { incoming, ip, network, common, params }: ReadRequest,
  authentication: Authentication,
  replyContext: ReplyContext,
): Prepared | Answer {
  const { call } = route;
  // On the calls of people staff count as not logged in, and people on those of staff.
  const staffCall = call.auth === 'operator';
  const actor =
    typeof authentication === 'object' && (authentication.operator === true) === staffCall
      ? authentication
      : null;
  if (actor === null && call.auth !== 'visitor') {
    return answerUnauthenticated(authentication === 'ended', replyContext);
  }
  const account = actor === null ? null : String(actor.userId);
  const reader = { account, network };
  const wait = accountWait(serving, route, reader, replyContext.now);
  if (wait > 0) return answerTooMany(wait, replyContext);
  const commandId = commandIdOf(incoming.request, common, route.name, actor);
  if (commandId instanceof InvalidInput) return answerInvalid(commandId.fields, replyContext);
  const secure = serving.secure || serving.proxies.isHttps(incoming.request);
  const context = new Context(incoming, ip, replyContext, actor, commandId, secure);
  return { context, params, reader };
}

/** How long a user must wait; counts the request when it need not. */
function accountWait(serving: Serving, route: Route, reader: Reader, now: number): number {
  if (reader.account === null) return 0;
  const bytesWait = route.call.method === 'GET' ? serving.reading.waitMs(reader, now) : 0;
  return bytesWait || route.limits.takeAccount(reader.account, now);
}

/** The handler's outcome or a promise of it; or which fields are wrong. */
function runHandler(
  { reading }: Serving,
  route: Route,
  { context, params, reader }: Prepared,
): unknown {
  const input = readInput(route.call, params);
  if (input instanceof InvalidInput) return input;
  if (route.call.method !== 'GET') return route.handler(input, context);
  return reading.run(reader, () => route.handler(input, context));
}

/**
 * Reads the fields: from the address for GET; from the body for POST, whose address may carry only
 * `lang` and `rtoken` (parsers would disagree about a field that stands in both).
 */
function readParams(
  { request, query: text }: Incoming,
  raw: RawBody | undefined,
): { params: Params; query: Params | null } | InvalidInput {
  let source = 'query';
  try {
    const query = parseForm(text);
    if (request.method === 'GET') return { params: query, query: null };
    for (const field of Object.keys(query)) {
      if (field === 'token') return new InvalidInput({ token: ['queryToken'] });
      if (field !== 'lang' && field !== 'rtoken') return new InvalidInput({ [field]: ['unknown'] });
    }
    source = 'body';
    if (raw === undefined) return { params: Object.create(null), query };
    const body = bodyText(raw.bytes);
    return { params: raw.json ? parseJson(body) : parseForm(body), query };
  } catch (err) {
    if (err instanceof MalformedParams) return new InvalidInput({ [source]: [err.key] });
    throw err;
  }
}

function identify(
  serving: Serving,
  { incoming, ip, common }: ReadRequest,
  now: number,
): Authentication | Promise<Authentication> {
  if (common.token === '') return 'none';
  const cookie = incoming.request.headers.cookie ?? '';
  return serving.authenticator.authenticate({ token: common.token, cookie, ip }, now);
}

/**
 * The permanent id of a command: the one that the client chose, made unique by user and call so
 * that ids of different people never collide.
 */
function commandIdOf(
  request: IncomingMessage,
  common: Common,
  callName: string,
  actor: Actor | null,
): string | undefined | InvalidInput {
  const header = request.headers['idempotency-key'];
  const { cid } = common;
  if (header === undefined && cid === undefined) return undefined;
  if (header !== undefined && cid !== undefined && header !== cid) {
    return new InvalidInput({ cid: ['twoCommandIds'] });
  }
  const chosen = cid ?? header;
  if (typeof chosen !== 'string' || !COMMAND_ID.test(chosen)) {
    return new InvalidInput({ cid: ['commandId'] });
  }
  return actor === null ? undefined : `${actor.userId}:${callName}:${chosen}`;
}

/**
 * Logs a fault with its stack under a new id, and answers with that id only. A transient fault gets
 * one line without a stack, because it affects every request of that time.
 */
export function fault(
  log: Log,
  err: unknown,
  where: object,
  replyContext: ReplyContext,
  reads: boolean,
): Answer {
  const errorId = randomUUID();
  const kind = faultOf(err, reads);
  if (kind === 'error') log.error({ err, errorId, ...where }, 'a call failed');
  else log.warn({ reason: String(err), errorId, ...where }, kind);
  return answerError(errorId, kind, replyContext);
}

/** PostgreSQL's classes 08 and 57P0x, and Node's codes for an unreachable server. */
const CONNECTION_FAULT = /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/;
/** The pool's own errors have no code. */
const NO_ANSWER =
  /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated)/;

/**
 * What a failure means. Only the engine knows that it did not take a command. After a connection
 * to the database broke, a change may have been made; a request that only reads may be sent again.
 */
export function faultOf(err: unknown, reads: boolean): Fault {
  if (err instanceof EngineUnavailable) return 'unavailable';
  if (!(err instanceof OutcomeUnknown) && !isConnectionFault(err)) return 'error';
  return reads ? 'unavailable' : 'unknown';
}

function isConnectionFault(err: unknown): boolean {
  const { code, message } = (err ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CONNECTION_FAULT.test(code);
  return typeof message === 'string' && NO_ANSWER.test(message);
}

/** Refusals of a command id, which any call may answer. */
const COMMON_REFUSALS: ReadonlySet<string> = new Set(['idempotencyConflict', 'commandIdTaken']);

function checkOutput(route: Route, outcome: unknown): void {
  if (outcome instanceof InvalidInput || outcome instanceof Busy) return;
  if (outcome instanceof Refusal) {
    if (COMMON_REFUSALS.has(outcome.code) || route.call.refusals.includes(outcome.code)) return;
    throw new Error(`${route.name} refuses with ${outcome.code}, which its table does not list`);
  }
  const read = route.call.output.safeParse(outputOf(outcome));
  if (!read.success) throw new Error(`${route.name} answers against its table: ${read.error}`);
}

function outputOf(outcome: unknown): unknown {
  if (outcome instanceof Written) return JSON.parse(outcome.json);
  return outcome instanceof Stale ? outcome.value : outcome;
}

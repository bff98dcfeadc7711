import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Busy, InvalidInput, Refusal, refuse, Stale } from '@assay/core/schema/outcome';
import type { Log } from '../log.ts';
import type { RawBody } from './body.ts';
import { brokenOriginRule, type Common } from './channels.ts';
import type { TrustedProxies } from './client-address.ts';
import {
  type Actor,
  type Authentication,
  type Authenticator,
  type CallContext,
  FileAnswer,
  type SentFile,
  Written,
} from './context.ts';
import {
  type Answer,
  answerInvalid,
  answerOutcome,
  answerTooMany,
  answerUnauthenticated,
  type ReplyContext,
} from './envelope.ts';
import { fault } from './fault.ts';
import { GateFull } from './gate.ts';
import type { Headers } from './headers.ts';
import type { Incoming } from './incoming.ts';
import { readInput } from './input.ts';
import { isAllowed } from './is-allowed.ts';
import { networkOf } from './limits.ts';
import type { Lookups } from './lookups.ts';
import type { Messages } from './messages.ts';
import type { Params } from './params.ts';
import { readRequest } from './read-request.ts';
import type { Reader, Reading } from './reading.ts';
import type { Route } from './route.ts';
import { Unusable, type Uploads } from './uploads.ts';
import { isKnown, writeAnswer, writeFile, writeUnchanged } from './write-answer.ts';

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
  readonly queryTokens: boolean;
  readonly reading: Reading;
  /** Tokens that are not in memory, by the address that sends them. */
  readonly lookups: Lookups;
  readonly uploads: Uploads;
  /** Also check outputs against their schemas: in tests and development, not in production. */
  readonly checkOutputs: boolean;
}

/** A longer body is read for nobody who may be a stranger to a network that is at its limit. */
const SHORT_BODY_BYTES = 4_096;
/** When so many reads wait already. */
const FULL_RETRY_MS = 1_000;
const COMMAND_ID = /^[A-Za-z0-9._:-]{8,128}$/;

class Context implements CallContext {
  readonly actor: Actor | null;
  readonly ip: string;
  readonly lang: string;
  readonly wantedLang: string;
  readonly now: number;
  readonly requestId: string;
  readonly commandId: string | undefined;
  readonly userAgent: string;
  readonly cookie: string;
  readonly browser: boolean;
  readonly secure: boolean;
  file: SentFile | undefined;
  /** Bytes that the work of the handler counts as. */
  spent = 0;
  #headers: Record<string, string | string[]> | undefined;

  constructor(
    { request, requestId }: Incoming,
    ip: string,
    replyContext: MutableReplyContext,
    actor: Actor | null,
    commandId: string | undefined,
    secure: boolean,
  ) {
    const { headers } = request;
    this.actor = actor;
    this.ip = ip;
    this.lang = replyContext.lang;
    this.wantedLang = replyContext.wantedLang;
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
  /** It has been counted against its network, before it was known whose it is. */
  readonly isCounted: boolean;
}

/** The language is known once the fields are read. */
interface MutableReplyContext extends ReplyContext {
  lang: string;
  wantedLang: string;
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
    wantedLang: 'en',
    now: serving.now(),
  };
  let headers: Readonly<Record<string, string | string[]>> | undefined;
  let answer: Answer;
  try {
    // A result that is available at once is not awaited: each await costs a promise and a turn.
    const preparing = prepare(serving, route, incoming, body, replyContext);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    if ('context' in prepared) {
      answer = await runHandler(serving, route, prepared, replyContext, incoming);
      headers = prepared.context.headers;
      if (route.call.method === 'GET') {
        const sent = answer.file?.bytes.length ?? answer.body.length;
        const bytes = sent + prepared.context.spent;
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
  const usual = headersFor(serving, incoming.request);
  if (isKnown(incoming.request, answer, headers)) writeUnchanged(incoming.response, usual, headers);
  else if (answer.file === undefined) writeAnswer(incoming.response, usual, answer, headers);
  else writeFile(incoming.response, usual, answer.file, headers);
}

/** The usual headers of an answer to this request. */
export function headersFor(
  { headers, headersByOrigin }: Pick<Serving, 'headers' | 'headersByOrigin'>,
  request: IncomingMessage,
): Headers {
  const { origin } = request.headers;
  return (origin === undefined ? undefined : headersByOrigin.get(origin)) ?? headers;
}

/**
 * The steps before the call itself: origin, fields, session, limits. Whose request it is comes
 * before the limits, so that a user is not held up by strangers of the same network.
 */
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
  const { now } = replyContext;
  const broken = brokenOriginRule(call, method, headers, serving.ownOrigins);
  if (broken !== null) return answerInvalid({ origin: [broken] }, replyContext, 403);
  const ip = serving.proxies.clientOf(request);
  const network = networkOf(ip);
  const bytesWait =
    call.method === 'GET' ? serving.reading.waitMs({ account: null, network }, now) : 0;
  if (bytesWait > 0) return answerTooMany(bytesWait, replyContext);
  const isCounted = countsFirst(route, headers, body);
  const earlyWait = isCounted ? route.limits.takeNetwork(network, now) : 0;
  if (earlyWait > 0) return answerTooMany(earlyWait, replyContext);
  const read = readRequest(incoming, body, call, serving.queryTokens);
  if (read instanceof InvalidInput) {
    const wait = isCounted ? 0 : route.limits.takeNetwork(network, now);
    return wait > 0 ? answerTooMany(wait, replyContext) : answerInvalid(read.fields, replyContext);
  }
  const { common, params } = read;
  replyContext.lang = serving.messages.language(common.lang);
  if (typeof common.lang === 'string') replyContext.wantedLang = common.lang;
  const asked = { incoming, ip, network, common, params, isCounted };
  const isNew = common.token !== '' && !serving.authenticator.holds(common.token);
  const lookupWait = isNew ? serving.lookups.take(ip, now) : 0;
  if (lookupWait > 0) return answerTooMany(lookupWait, replyContext);
  const authentication = identify(serving, asked, now);
  if (!(authentication instanceof Promise)) {
    return admit(serving, route, asked, authentication, replyContext);
  }
  return authentication.then((known) => {
    if (isNew && typeof known === 'object') serving.lookups.found(ip, now);
    return admit(serving, route, asked, known, replyContext);
  });
}

/**
 * Whether a request counts against its network before it is known whose it is: where users count
 * with the others of their network, and where to read the token is itself work.
 */
function countsFirst(
  { limits }: Route,
  headers: IncomingHttpHeaders,
  body: RawBody | undefined,
): boolean {
  if (!limits.hasMembers) return true;
  return headers['x-token'] === undefined && (body?.bytes.length ?? 0) > SHORT_BODY_BYTES;
}

function identify(
  { authenticator }: Serving,
  { incoming, ip, common }: ReadRequest,
  now: number,
): Authentication | Promise<Authentication> {
  if (common.token === '') return 'none';
  const cookie = incoming.request.headers.cookie ?? '';
  return authenticator.authenticate({ token: common.token, cookie, ip }, now);
}

/** Checks whether the caller may make the call now, and makes the context with the command id. */
function admit(
  serving: Serving,
  route: Route,
  request: ReadRequest,
  authentication: Authentication,
  replyContext: MutableReplyContext,
): Prepared | Answer {
  const { call } = route;
  const { incoming, ip, common, params } = request;
  // On the calls of people staff count as not logged in, and people on those of staff.
  const staffCall = call.auth === 'operator';
  const actor =
    typeof authentication === 'object' && (authentication.operator !== undefined) === staffCall
      ? authentication
      : null;
  const account = actor === null ? null : String(actor.userId);
  const reader = { account, network: request.network };
  const wait = countedWait(serving, route, reader, request.isCounted, replyContext.now);
  if (wait > 0) return answerTooMany(wait, replyContext);
  if (actor === null && call.auth !== 'visitor') {
    return answerUnauthenticated(authentication === 'ended', replyContext);
  }
  if (call.auth === 'operator' && !isAllowed(call, actor)) {
    const by = { operatorId: actor?.operator?.operatorId, call: route.name };
    serving.log.warn({ ...by, requestId: incoming.requestId }, 'a right was lacking');
    return answerOutcome(refuse('notAllowed'), replyContext);
  }
  const commandId = commandIdOf(incoming.request, common, route.name, actor);
  if (commandId instanceof InvalidInput) return answerInvalid(commandId.fields, replyContext);
  const secure = serving.secure || serving.proxies.isHttps(incoming.request);
  const context = new Context(incoming, ip, replyContext, actor, commandId, secure);
  return { context, params, reader };
}

/** How long the caller must wait; counts the request when it need not. */
function countedWait(
  { reading }: Serving,
  { call, limits }: Route,
  reader: Reader,
  isCounted: boolean,
  now: number,
): number {
  const { account, network } = reader;
  if (account === null) return isCounted ? 0 : limits.takeNetwork(network, now);
  const bytesWait = call.method === 'GET' ? reading.waitMs(reader, now) : 0;
  if (bytesWait > 0) return bytesWait;
  return limits.hasMembers
    ? limits.takeMember(account, network, now)
    : limits.takeAccount(account, now);
}

/** The answer to what the handler returns, or to fields that are wrong. */
function runHandler(
  { reading, uploads, checkOutputs }: Serving,
  route: Route,
  { context, params, reader }: Prepared,
  replyContext: ReplyContext,
  { request }: Incoming,
): Answer | Promise<Answer> {
  const input = readInput(route.call, params);
  if (input instanceof InvalidInput) return answerInvalid(input.fields, replyContext);
  const handle = () => route.handler(input, context);
  const write = (outcome: unknown): Answer => {
    if (checkOutputs) checkOutput(route, outcome);
    return answerOutcome(outcome, replyContext);
  };
  const { method, upload } = route.call;
  if (method === 'GET') return reading.run(reader, handle, write);
  if (upload !== undefined) {
    const sender = reader.account ?? reader.network;
    const answered = uploads.receive(request, upload, sender, async (file) => {
      context.file = file;
      return write(await handle());
    });
    return answered.catch((err: unknown) => {
      if (!(err instanceof Unusable)) throw err;
      return answerInvalid({ file: [err.key] }, replyContext, err.status);
    });
  }
  const outcome = handle();
  return outcome instanceof Promise ? outcome.then(write) : write(outcome);
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

/** Refusals of a command id, which any call may answer. */
const COMMON_REFUSALS: ReadonlySet<string> = new Set(['idempotencyConflict', 'commandIdTaken']);

function checkOutput(route: Route, outcome: unknown): void {
  if (outcome instanceof InvalidInput || outcome instanceof Busy) return;
  if (outcome instanceof FileAnswer) return;
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

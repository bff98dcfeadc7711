import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Reading } from '@assay/platform/http/reading';
import type { Log } from '@assay/platform/log';
import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import { answerOf, type Endpoint, readParams } from '../../endpoint.ts';
import { API_ERRORS, ApiError, apiErrorOf, errorBody } from '../../errors.ts';
import type { ApiLimits, LimitRule } from '../../limits.ts';
import type { ApiRealm } from '../../realm.ts';
import { authenticate, type Security, takeTime } from '../../request.ts';
import { type ControlId, quoted } from '../control.ts';
import type { AccountListener } from '../user/account.ts';
import type { Accounts } from '../user/accounts.ts';
import { type ApiMessage, BadMessage, readMessage, signedText } from './message.ts';

export interface ApiConnectionOptions {
  readonly realm: ApiRealm['realm'];
  readonly methods: ReadonlyMap<string, Endpoint>;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  readonly reading: Reading;
  readonly accounts: Accounts;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}

/** With this many requests in flight a connection is paused until one of them is answered. */
const IN_FLIGHT_MAX = 100;
const SUBSCRIPTIONS_MAX = 100;
const SESSION_WEIGHT = 2;
/** The weight of a message grows with its length, because parsing takes time in proportion. */
const CHARACTERS_PER_WEIGHT = 4_096;
const BANNED = 418;

interface Answer {
  readonly result?: unknown;
  /** The result as JSON text, where it is written already. */
  readonly text?: string;
  /** Runs once the answer is sent. */
  readonly after?: () => void;
}

interface Subscription {
  readonly apiKey: string;
  readonly end: () => void;
}

interface Session {
  /** The name of its key, which is looked up for each request, as it may have ended. */
  readonly apiKey: string;
  readonly since: number;
}

/** A request and whose limits it counts against. */
interface ApiRequest {
  readonly message: ApiMessage;
  readonly now: number;
  /** `returnRateLimits` of the message: whether the answer shows the limits. */
  readonly wantsLimits: string | undefined;
  /** The key whose order limits the request counts against; null when it places no order. */
  owner: ApiKey | null;
}

/** One WebSocket API connection: answers requests and sends the events of accounts. */
export class ApiConnection implements SocketHandler {
  readonly #socket: Socket;
  readonly #options: ApiConnectionOptions;
  readonly #showsLimits: boolean;
  readonly #onClosed: () => void;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #sessionMethods: Readonly<
    Record<string, (request: ApiRequest) => Answer | Promise<Answer>>
  >;
  #nextSubscription = 0;
  #session: Session | null = null;
  #inFlight = 0;
  #closed = false;

  constructor(socket: Socket, query: string, options: ApiConnectionOptions, onClosed: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#showsLimits = new URLSearchParams(query).get('returnRateLimits') !== 'false';
    this.#onClosed = onClosed;
    this.#sessionMethods = {
      'session.logon': (request) => this.#logOn(request),
      'session.status': ({ now }) => ({ result: this.#sessionView(now) }),
      'session.logout': (request) => this.#logOut(request),
      'session.subscriptions': () => ({
        result: [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId })),
      }),
      'userDataStream.subscribe': (request) => this.#subscribeSession(request),
      'userDataStream.subscribe.signature': (request) => this.#subscribeSigned(request),
      'userDataStream.unsubscribe': (request) => this.#unsubscribe(request),
    };
  }

  /** Whether it has a subscription, whose events could have a gap. */
  get reads(): boolean {
    return this.#subscriptions.size > 0;
  }

  message(text: string): void {
    this.#inFlight += 1;
    if (this.#inFlight === IN_FLIGHT_MAX) this.#socket.pause();
    void this.#answer(text).finally(() => {
      this.#inFlight -= 1;
      if (this.#inFlight === IN_FLIGHT_MAX - 1) this.#socket.resume();
    });
  }

  /** A key has ended: ends its session and its subscriptions, and reports the latter. */
  keyEnded(name: string): void {
    if (this.#session?.apiKey === name) this.#session = null;
    const at = this.#options.now();
    for (const [subscriptionId, { apiKey }] of this.#subscriptions) {
      if (apiKey !== name) continue;
      this.#end(subscriptionId);
      const event = { e: 'eventStreamTerminated', E: at };
      this.#socket.sendText(JSON.stringify({ subscriptionId, event }));
    }
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  closed(): void {
    this.#closed = true;
    for (const id of [...this.#subscriptions.keys()]) this.#end(id);
    this.#onClosed();
  }

  async #answer(text: string): Promise<void> {
    const now = this.#options.now();
    let request: ApiRequest | null = null;
    let id: ControlId = null;
    try {
      const message = messageOrError(text);
      id = message.id;
      this.#chargeMessage(message, text.length, now);
      if (message instanceof BadMessage) throw message;
      const wantsLimits = message.params.get('returnRateLimits');
      request = { message, now, wantsLimits, owner: null };
      const {
        result,
        text: written = JSON.stringify(result),
        after,
      } = await this.#perform(request);
      const more = JSON.stringify(this.#rateLimits(request)).slice(1);
      const head = `{"id":${JSON.stringify(id)},"status":200,"result":${written}`;
      this.#socket.sendText(more === '}' ? `${head}}` : `${head},${more}`);
      after?.();
    } catch (error) {
      this.#refuse(error, request, id, now);
    }
  }

  #refuse(thrown: unknown, request: ApiRequest | null, sentId: ControlId, now: number): void {
    const bad = thrown instanceof BadMessage ? thrown : null;
    const error = bad?.error ?? thrown;
    const method = request?.message.method ?? '';
    // Methods of the session itself are not in the list; they change nothing.
    const reads = (this.#options.methods.get(method)?.method ?? 'GET') === 'GET';
    const known = apiErrorOf(error, reads);
    if (known !== error && known.status >= 500) {
      this.#options.log.error({ err: error, method }, 'a method of the API failed');
    }
    const { status, retryAfterMs } = known;
    const wait = retryAfterMs !== undefined && {
      data: { serverTime: now, retryAfter: now + retryAfterMs },
    };
    const body = { ...errorBody(known), ...wait };
    const id = bad?.id ?? sentId;
    this.#socket.sendText(
      JSON.stringify({ id, status, error: body, ...this.#rateLimits(request) }),
    );
    if (status === BANNED) this.#socket.close(closeCode.tooManyMessages, 'too many requests');
  }

  #perform(request: ApiRequest): Answer | Promise<Answer> {
    const { method, params } = request.message;
    const own = Object.hasOwn(this.#sessionMethods, method)
      ? this.#sessionMethods[method]
      : undefined;
    if (own !== undefined) {
      this.#charge(SESSION_WEIGHT, request);
      return own(request);
    }
    const endpoint = this.#options.methods.get(method);
    if (endpoint === undefined) {
      throw new ApiError(-1020, `This operation is not supported: ${quoted(method)}.`);
    }
    const { weight } = endpoint;
    this.#charge(typeof weight === 'number' ? weight : weight(params), request);
    return this.#callEndpoint(endpoint, request);
  }

  /** Charged in any case; the method's own weight beyond one is charged once it is known. */
  #chargeMessage(message: ApiMessage | BadMessage, length: number, now: number): void {
    const { limits, methods } = this.#options;
    const weight = 1 + Math.floor(length / CHARACTERS_PER_WEIGHT);
    const cancels = !(message instanceof BadMessage) && methods.get(message.method)?.cancels;
    if (cancels) limits.takeCancels(this.#socket.ip, weight, now);
    else limits.takeWeight(this.#socket.ip, weight, now);
  }

  /** Charges the weight of a method; one is charged already. */
  #charge(weight: number, { now }: ApiRequest): void {
    if (weight > 1) this.#options.limits.takeWeight(this.#socket.ip, weight - 1, now);
  }

  async #callEndpoint(endpoint: Endpoint, request: ApiRequest): Promise<Answer> {
    const { limits } = this.#options;
    const { params } = request.message;
    const { ip } = this.#socket;
    const { now } = request;
    const isSigned = params.has('signature');
    const signed = isSigned ? signedText(params) : undefined;
    params.delete('returnRateLimits');
    const key = await this.#keyOf(endpoint.security, request, signed ?? '');
    const read = readParams(endpoint, params);
    if (key !== null && endpoint.orders !== undefined) {
      request.owner = key;
      limits.takeOrders(key, endpoint.orders, now);
    }
    const call = { ip, now, key, signed };
    return { text: await answerOf(endpoint, read, call, this.#options.reading) };
  }

  /** The key of a request: the one that it names, else that of the session. @throws ApiError */
  async #keyOf(security: Security, request: ApiRequest, signed: string): Promise<ApiKey | null> {
    const { keys, realm } = this.#options;
    const { params } = request.message;
    const { ip } = this.#socket;
    const { now } = request;
    const keyName = params.get('apiKey');
    const signature = params.get('signature');
    params.delete('apiKey');
    params.delete('signature');
    if (security === 'none' || security === 'key') {
      // Clients sign everything once they have a key.
      params.delete('timestamp');
      params.delete('recvWindow');
    }
    if (security === 'none') return null;
    if (keyName === undefined && signature === undefined && this.#session !== null) {
      const key = await this.#sessionKey(now);
      if (security !== 'key') takeTime(params, now);
      if (security === 'trade' && !key.canTrade) throw API_ERRORS.key();
      return key;
    }
    const sent = { params, signed, signature };
    return authenticate(keys, { security, sent, keyName, realm, ip, now });
  }

  /** The key of the session, if it is still valid. @throws ApiError */
  async #sessionKey(now: number): Promise<ApiKey> {
    const { keys } = this.#options;
    const { ip } = this.#socket;
    const key = this.#session === null ? undefined : await keys.find(this.#session.apiKey, now);
    if (!key?.allows(ip)) throw API_ERRORS.key();
    keys.used(key, ip, now, false);
    return key;
  }

  /** The key of a request that must be signed and has no parameters of its own. */
  async #signedKey(request: ApiRequest): Promise<ApiKey> {
    const { params } = request.message;
    const key = await this.#keyOf('read', request, signedText(params));
    if (key === null) throw API_ERRORS.key();
    params.delete('returnRateLimits');
    if (params.size > 0) throw API_ERRORS.unread(0, params.size);
    return key;
  }

  async #logOn(request: ApiRequest): Promise<Answer> {
    if (!request.message.params.has('signature')) throw API_ERRORS.missing('signature');
    const key = await this.#signedKey(request);
    if (key.kind !== 'ed25519') {
      throw new ApiError(-4056, 'HMAC_SHA256 API key is not supported.');
    }
    this.#session = { apiKey: key.name, since: request.now };
    return { result: this.#sessionView(request.now) };
  }

  #logOut({ now }: ApiRequest): Answer {
    const name = this.#session?.apiKey;
    this.#session = null;
    for (const [id, { apiKey }] of this.#subscriptions) if (apiKey === name) this.#end(id);
    return { result: this.#sessionView(now) };
  }

  #sessionView(now: number) {
    return {
      apiKey: this.#session?.apiKey ?? null,
      authorizedSince: this.#session?.since ?? null,
      connectedSince: this.#socket.openedAt,
      returnRateLimits: this.#showsLimits,
      serverTime: now,
      userDataStream: this.reads,
    };
  }

  async #subscribeSession({ now }: ApiRequest): Promise<Answer> {
    return this.#subscribe(await this.#sessionKey(now));
  }

  async #subscribeSigned(request: ApiRequest): Promise<Answer> {
    if (!request.message.params.has('signature')) throw API_ERRORS.missing('signature');
    return this.#subscribe(await this.#signedKey(request));
  }

  async #subscribe(key: ApiKey): Promise<Answer> {
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) {
      throw new ApiError(-1000, 'Too many subscriptions on one connection.');
    }
    const subscriptionId = this.#nextSubscription;
    this.#nextSubscription += 1;
    const sendEvent = (event: string) =>
      this.#socket.sendText(`{"subscriptionId":${subscriptionId},"event":${event}}`);
    // The answer is sent before the first event.
    const early: string[] = [];
    let deliver: AccountListener = (event) => void early.push(event);
    const { ip } = this.#socket;
    const end = await this.#options.accounts.open(key.userId, ip, (event) => deliver(event));
    this.#subscriptions.set(subscriptionId, { apiKey: key.name, end });
    if (this.#closed) this.#end(subscriptionId);
    // The key may have ended while the account was read, before there was a subscription to end.
    const { keys, now } = this.#options;
    let lives = false;
    try {
      lives = (await keys.find(key.name, now())) !== undefined;
    } finally {
      if (!lives) this.#end(subscriptionId);
    }
    if (!lives) throw API_ERRORS.key();
    const after = () => {
      for (const event of early) sendEvent(event);
      deliver = sendEvent;
    };
    return { result: { subscriptionId }, after };
  }

  #unsubscribe({ message: { params } }: ApiRequest): Answer {
    const sent = params.get('subscriptionId');
    if (sent === undefined) {
      for (const id of [...this.#subscriptions.keys()]) this.#end(id);
      return { result: {} };
    }
    if (!/^\d{1,9}$/.test(sent)) throw API_ERRORS.illegal('subscriptionId', '0-9');
    if (!this.#subscriptions.has(Number(sent))) {
      throw new ApiError(-1000, 'There is no such subscription.');
    }
    this.#end(Number(sent));
    return { result: {} };
  }

  #end(subscriptionId: number): void {
    this.#subscriptions.get(subscriptionId)?.end();
    this.#subscriptions.delete(subscriptionId);
  }

  #rateLimits(request: ApiRequest | null): object {
    const wanted = request?.wantsLimits;
    if (wanted === 'false' || (!this.#showsLimits && wanted !== 'true')) return {};
    const { limits, now } = this.#options;
    const { table } = limits;
    const owner = request?.owner ?? null;
    const used = limits.used(this.#socket.ip, owner, now());
    const orders =
      owner === null
        ? []
        : [rate(table.ordersShort, used.ordersShort), rate(table.ordersDay, used.ordersDay)];
    return { rateLimits: [rate(table.weight, used.weight), ...orders] };
  }
}

function messageOrError(text: string): ApiMessage | BadMessage {
  try {
    return readMessage(text);
  } catch (error) {
    if (error instanceof BadMessage) return error;
    throw error;
  }
}

function rate({ type, interval, intervalNum, limit }: LimitRule, count: number): object {
  return { rateLimitType: type, interval, intervalNum, limit, count };
}

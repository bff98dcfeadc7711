import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Reading } from '@assay/platform/http/reading';
import type { Log } from '@assay/platform/log';
import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import { answerOf, type Endpoint, readParams } from '../../endpoint.ts';
import { API_ERRORS, ApiError, apiErrorOf, errorBody } from '../../errors.ts';
import type { ApiLimits, LimitRule } from '../../limits.ts';
import type { ApiRealm } from '../../realm.ts';
import type { Params } from '../../request.ts';
import { type ControlId, quoted } from '../control.ts';
import type { AccountListener } from '../user/account.ts';
import type { Accounts } from '../user/accounts.ts';
import { type ApiRequest, Caller } from './caller.ts';
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

type Method = (request: ApiRequest) => Answer | Promise<Answer>;

interface Subscription {
  readonly apiKey: string;
  readonly userId: number;
  readonly end: () => void;
}

/** One WebSocket API connection: answers requests and sends the events of accounts. */
export class ApiConnection implements SocketHandler {
  readonly #socket: Socket;
  readonly #options: ApiConnectionOptions;
  readonly #showsLimits: boolean;
  readonly #onClosed: () => void;
  readonly #subscriptions = new Map<number, Subscription>();
  /** Accounts whose subscription has begun and has not ended. */
  readonly #subscribed = new Set<number>();
  /** Methods of the connection itself that are signed, and are charged once that is checked. */
  readonly #signedMethods: ReadonlyMap<string, Method>;
  /** Its other methods. */
  readonly #sessionMethods: ReadonlyMap<string, Method>;
  readonly #caller: Caller;
  #nextSubscription = 0;
  #inFlight = 0;
  #closed = false;

  constructor(socket: Socket, query: string, options: ApiConnectionOptions, onClosed: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#caller = new Caller(socket.ip, options);
    this.#showsLimits = new URLSearchParams(query).get('returnRateLimits') !== 'false';
    this.#onClosed = onClosed;
    this.#signedMethods = new Map<string, Method>([
      ['session.logon', (request) => this.#logOn(request)],
      ['userDataStream.subscribe.signature', (request) => this.#subscribeSigned(request)],
    ]);
    this.#sessionMethods = new Map<string, Method>([
      ['session.status', ({ now }) => ({ result: this.#sessionView(now) })],
      ['session.logout', (request) => this.#logOut(request)],
      ['session.subscriptions', () => ({ result: this.#subscriptionIds() })],
      ['userDataStream.subscribe', (request) => this.#subscribeSession(request)],
      ['userDataStream.unsubscribe', (request) => this.#unsubscribe(request)],
    ]);
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
    this.#caller.keyEnded(name);
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
      const lengthWeight = Math.floor(text.length / CHARACTERS_PER_WEIGHT);
      const payer = this.#caller.payer;
      if (message instanceof BadMessage) {
        this.#options.limits.takeWeight(payer, 1 + lengthWeight, now);
        throw message;
      }
      const wantsLimits = message.params.get('returnRateLimits');
      request = { message, now, wantsLimits, lengthWeight, payer, owner: null };
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
    const signed = this.#signedMethods.get(method);
    if (signed !== undefined) return signed(request);
    const own = this.#sessionMethods.get(method);
    if (own !== undefined) {
      this.#caller.charge(request, SESSION_WEIGHT);
      return own(request);
    }
    const endpoint = this.#options.methods.get(method);
    if (endpoint === undefined) {
      this.#caller.charge(request, 1);
      throw new ApiError(-1020, `This operation is not supported: ${quoted(method)}.`);
    }
    return this.#callEndpoint(endpoint, request, params);
  }

  async #callEndpoint(endpoint: Endpoint, request: ApiRequest, params: Params): Promise<Answer> {
    const { limits } = this.#options;
    const { ip } = this.#socket;
    const { now } = request;
    const { weight: weighs, security, cancels } = endpoint;
    const weight = typeof weighs === 'number' ? weighs : weighs(params);
    const isSigned = params.has('signature');
    const signed = isSigned ? signedText(params) : undefined;
    params.delete('returnRateLimits');
    const key = await this.#caller.admit(security, request, signed ?? '', weight, cancels);
    const read = readParams(endpoint, params);
    if (key !== null && endpoint.orders !== undefined) {
      request.owner = key;
      limits.takeOrders(key, endpoint.orders, now);
    }
    const call = { ip, now, key, signed };
    return { text: await answerOf(endpoint, read, call, this.#options.reading) };
  }

  async #logOn(request: ApiRequest): Promise<Answer> {
    const key = await this.#caller.signedKey(request, SESSION_WEIGHT);
    if (key.kind !== 'ed25519') {
      throw new ApiError(-4056, 'HMAC_SHA256 API key is not supported.');
    }
    this.#caller.logOn(key, request.now);
    return { result: this.#sessionView(request.now) };
  }

  #logOut({ now }: ApiRequest): Answer {
    const name = this.#caller.session?.apiKey;
    this.#caller.logOut();
    for (const [id, { apiKey }] of this.#subscriptions) if (apiKey === name) this.#end(id);
    return { result: this.#sessionView(now) };
  }

  #sessionView(now: number) {
    const { session } = this.#caller;
    return {
      apiKey: session?.apiKey ?? null,
      authorizedSince: session?.since ?? null,
      connectedSince: this.#socket.openedAt,
      returnRateLimits: this.#showsLimits,
      serverTime: now,
      userDataStream: this.reads,
    };
  }

  async #subscribeSession({ now }: ApiRequest): Promise<Answer> {
    return this.#subscribe(await this.#caller.sessionKey(now));
  }

  async #subscribeSigned(request: ApiRequest): Promise<Answer> {
    return this.#subscribe(await this.#caller.signedKey(request, SESSION_WEIGHT));
  }

  async #subscribe(key: ApiKey): Promise<Answer> {
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) {
      throw new ApiError(-1000, 'Too many subscriptions on one connection.');
    }
    // A second one would report each event of the account twice.
    if (this.#subscribed.has(key.userId)) throw SUBSCRIPTION.active();
    const subscriptionId = this.#nextSubscription;
    this.#nextSubscription += 1;
    const sendEvent = (event: string) =>
      this.#socket.sendText(`{"subscriptionId":${subscriptionId},"event":${event}}`);
    // The answer is sent before the first event.
    const early: string[] = [];
    let deliver: AccountListener = (event) => void early.push(event);
    const { ip } = this.#socket;
    const { userId } = key;
    const { accounts } = this.#options;
    this.#subscribed.add(userId);
    const end = await accounts
      .open(userId, ip, (event) => deliver(event))
      .catch((error) => {
        this.#subscribed.delete(userId);
        throw error;
      });
    this.#subscriptions.set(subscriptionId, { apiKey: key.name, userId, end });
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

  #subscriptionIds() {
    return [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
  }

  #unsubscribe({ message: { params } }: ApiRequest): Answer {
    const sent = params.get('subscriptionId');
    if (sent === undefined) {
      for (const id of [...this.#subscriptions.keys()]) this.#end(id);
      return { result: {} };
    }
    if (!/^\d{1,9}$/.test(sent)) throw API_ERRORS.illegal('subscriptionId', '0-9');
    if (!this.#subscriptions.has(Number(sent))) throw SUBSCRIPTION.inactive();
    this.#end(Number(sent));
    return { result: {} };
  }

  #end(subscriptionId: number): void {
    const subscription = this.#subscriptions.get(subscriptionId);
    if (subscription === undefined) return;
    subscription.end();
    this.#subscriptions.delete(subscriptionId);
    this.#subscribed.delete(subscription.userId);
  }

  #rateLimits(request: ApiRequest | null): object {
    const wanted = request?.wantsLimits;
    if (wanted === 'false' || (!this.#showsLimits && wanted !== 'true')) return {};
    const { limits, now } = this.#options;
    const { table } = limits;
    const owner = request?.owner ?? null;
    const used = limits.used(request?.payer ?? this.#caller.payer, owner, now());
    const orders =
      owner === null
        ? []
        : [rate(table.ordersShort, used.ordersShort), rate(table.ordersDay, used.ordersDay)];
    return { rateLimits: [rate(table.weight, used.weight), ...orders] };
  }
}

const SUBSCRIPTION = {
  active: () => new ApiError(-2035, 'User Data Stream subscription already active.'),
  inactive: () => new ApiError(-2036, 'User Data Stream subscription not active.'),
} as const;

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

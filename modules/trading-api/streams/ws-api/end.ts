import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import type { Log } from '@assay/platform/log';
import { closeCode } from '@assay/platform/streams/protocol';
import type { Socket, SocketHandler } from '@assay/platform/streams/sockets';
import { type Endpoint, readParams } from '../../endpoint.ts';
import { API_ERRORS, ApiError, apiErrorOf, errorBody } from '../../errors.ts';
import type { ApiLimits, LimitRule } from '../../limits.ts';
import type { ApiRealm } from '../../realm.ts';
import { authenticate, type Security, takeTime } from '../../request.ts';
import { type ControlId, quoted } from '../control.ts';
import type { Hear } from '../user/account.ts';
import type { Accounts } from '../user/accounts.ts';
import { type ApiMessage, BadMessage, readMessage, signedText } from './message.ts';

export interface WsApiOptions {
  readonly realm: ApiRealm['realm'];
  readonly methods: ReadonlyMap<string, Endpoint>;
  readonly keys: KeyRing;
  readonly limits: ApiLimits;
  readonly accounts: Accounts;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}

/** Requests of one connection under way, beyond which it is read no further for a while. */
const UNDERWAY_MAX = 100;
const SUBSCRIPTIONS_MAX = 100;
const SESSION_WEIGHT = 2;
/** A message weighs one more for each so many letters: reading it takes as long as it is. */
const LETTERS_A_WEIGHT = 4_096;
const BANNED = 418;

/** What is said besides the answer, after it. */
interface Answer {
  readonly result: unknown;
  readonly after?: () => void;
}

interface Subscription {
  readonly apiKey: string;
  readonly end: () => void;
}

interface Session {
  /** The name of its key, which is asked for anew each time: it may have run out. */
  readonly apiKey: string;
  readonly since: number;
}

/** A request with what was counted for it. */
interface Asked {
  readonly message: ApiMessage;
  readonly now: number;
  /** Whether limits are wanted beside the answer, where the message says so. */
  readonly wantsLimits: string | undefined;
  /** Whose orders are counted. */
  owner: ApiKey | null;
}

/** One connection of the WebSocket API: requests in, answers and the events of accounts out. */
export class ApiEnd implements SocketHandler {
  readonly #socket: Socket;
  readonly #options: WsApiOptions;
  readonly #showsLimits: boolean;
  readonly #gone: () => void;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #own: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>>;
  #nextSubscription = 0;
  #session: Session | null = null;
  #underway = 0;
  #closed = false;

  constructor(socket: Socket, query: string, options: WsApiOptions, gone: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#showsLimits = new URLSearchParams(query).get('returnRateLimits') !== 'false';
    this.#gone = gone;
    this.#own = {
      'session.logon': (asked) => this.#logOn(asked),
      'session.status': ({ now }) => ({ result: this.#sessionView(now) }),
      'session.logout': (asked) => this.#logOut(asked),
      'session.subscriptions': () => ({
        result: [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId })),
      }),
      'userDataStream.subscribe': (asked) => this.#subscribeSession(asked),
      'userDataStream.subscribe.signature': (asked) => this.#subscribeSigned(asked),
      'userDataStream.unsubscribe': (asked) => this.#unsubscribe(asked),
    };
  }

  /** Whether it hears events that could have a gap. */
  get reads(): boolean {
    return this.#subscriptions.size > 0;
  }

  message(text: string): void {
    this.#underway += 1;
    if (this.#underway === UNDERWAY_MAX) this.#socket.pause();
    void this.#answer(text).finally(() => {
      this.#underway -= 1;
      if (this.#underway === UNDERWAY_MAX - 1) this.#socket.resume();
    });
  }

  /** What a key has opened ends with it, and is said to have ended. */
  keyEnded(name: string): void {
    if (this.#session?.apiKey === name) this.#session = null;
    const at = this.#options.now();
    for (const [subscriptionId, { apiKey }] of this.#subscriptions) {
      if (apiKey !== name) continue;
      this.#end(subscriptionId);
      const event = { e: 'eventStreamTerminated', E: at };
      this.#socket.say(JSON.stringify({ subscriptionId, event }));
    }
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  closed(): void {
    this.#closed = true;
    for (const id of [...this.#subscriptions.keys()]) this.#end(id);
    this.#gone();
  }

  async #answer(text: string): Promise<void> {
    const now = this.#options.now();
    let asked: Asked | null = null;
    let id: ControlId = null;
    try {
      const message = readOrNot(text);
      id = message.id;
      // Due whatever becomes of it; what the method weighs beyond one is counted when it is known.
      const weight = 1 + Math.floor(text.length / LETTERS_A_WEIGHT);
      this.#options.limits.takeWeight(this.#socket.ip, weight, now);
      if (message instanceof BadMessage) throw message;
      const wantsLimits = message.params.get('returnRateLimits');
      asked = { message, now, wantsLimits, owner: null };
      const { result, after } = await this.#perform(asked);
      this.#socket.say(JSON.stringify({ id, status: 200, result, ...this.#rates(asked) }));
      after?.();
    } catch (error) {
      this.#refuse(error, asked, id, now);
    }
  }

  #refuse(thrown: unknown, asked: Asked | null, sentId: ControlId, now: number): void {
    const bad = thrown instanceof BadMessage ? thrown : null;
    const error = bad?.error ?? thrown;
    const known = apiErrorOf(error);
    if (known !== error) {
      const method = asked?.message.method;
      this.#options.log.error({ err: error, method }, 'a method of the API failed');
    }
    const { status, retryAfterMs } = known;
    const wait = retryAfterMs !== undefined && {
      data: { serverTime: now, retryAfter: now + retryAfterMs },
    };
    const body = { ...errorBody(known), ...wait };
    const id = bad?.id ?? sentId;
    this.#socket.say(JSON.stringify({ id, status, error: body, ...this.#rates(asked) }));
    if (status === BANNED) this.#socket.close(closeCode.tooManyMessages, 'too many requests');
  }

  #perform(asked: Asked): Answer | Promise<Answer> {
    const { method, params } = asked.message;
    const own = Object.hasOwn(this.#own, method) ? this.#own[method] : undefined;
    if (own !== undefined) {
      this.#weigh(SESSION_WEIGHT, asked);
      return own(asked);
    }
    const endpoint = this.#options.methods.get(method);
    if (endpoint === undefined) {
      throw new ApiError(-1020, `This operation is not supported: ${quoted(method)}.`);
    }
    const { weight } = endpoint;
    this.#weigh(typeof weight === 'number' ? weight : weight(params), asked);
    return this.#ask(endpoint, asked);
  }

  /** One has been counted already. */
  #weigh(weight: number, { now }: Asked): void {
    if (weight > 1) this.#options.limits.takeWeight(this.#socket.ip, weight - 1, now);
  }

  async #ask(endpoint: Endpoint, asked: Asked): Promise<Answer> {
    const { limits } = this.#options;
    const { params } = asked.message;
    const { ip } = this.#socket;
    const { now } = asked;
    const isSigned = params.has('signature');
    const signed = isSigned ? signedText(params) : undefined;
    params.delete('returnRateLimits');
    const key = await this.#keyOf(endpoint.security, asked, signed ?? '');
    const read = readParams(endpoint, params);
    if (key !== null && endpoint.orders !== undefined) {
      asked.owner = key;
      limits.takeOrders(key, endpoint.orders, now);
    }
    return { result: await endpoint.answer(read as never, { ip, now, key, signed } as never) };
  }

  /** The key of a request: the one that it names, else that of the session. */
  async #keyOf(security: Security, asked: Asked, signed: string): Promise<ApiKey | null> {
    const { keys, realm } = this.#options;
    const { params } = asked.message;
    const { ip } = this.#socket;
    const { now } = asked;
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

  /** The key of the session as it is now. */
  async #sessionKey(now: number): Promise<ApiKey> {
    const { keys } = this.#options;
    const { ip } = this.#socket;
    const key = this.#session === null ? undefined : await keys.find(this.#session.apiKey, now);
    if (!key?.allows(ip)) throw API_ERRORS.key();
    keys.used(key, ip, now);
    return key;
  }

  /** The key of a request that must be signed by itself, and has nothing else in it. */
  async #signedKey(asked: Asked): Promise<ApiKey> {
    const { params } = asked.message;
    const key = await this.#keyOf('read', asked, signedText(params));
    if (key === null) throw API_ERRORS.key();
    params.delete('returnRateLimits');
    if (params.size > 0) throw API_ERRORS.unread(0, params.size);
    return key;
  }

  async #logOn(asked: Asked): Promise<Answer> {
    if (!asked.message.params.has('signature')) throw API_ERRORS.missing('signature');
    const key = await this.#signedKey(asked);
    if (key.kind !== 'ed25519') {
      throw new ApiError(-4056, 'HMAC_SHA256 API key is not supported.');
    }
    this.#session = { apiKey: key.name, since: asked.now };
    return { result: this.#sessionView(asked.now) };
  }

  #logOut({ now }: Asked): Answer {
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

  async #subscribeSession({ now }: Asked): Promise<Answer> {
    return this.#subscribe(await this.#sessionKey(now));
  }

  async #subscribeSigned(asked: Asked): Promise<Answer> {
    if (!asked.message.params.has('signature')) throw API_ERRORS.missing('signature');
    return this.#subscribe(await this.#signedKey(asked));
  }

  async #subscribe(key: ApiKey): Promise<Answer> {
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX) {
      throw new ApiError(-1000, 'Too many subscriptions on one connection.');
    }
    const subscriptionId = this.#nextSubscription;
    this.#nextSubscription += 1;
    const say = (event: string) =>
      this.#socket.say(`{"subscriptionId":${subscriptionId},"event":${event}}`);
    // The answer stands before the first event.
    const early: string[] = [];
    let hear: Hear = (event) => void early.push(event);
    const end = await this.#options.accounts.open(key.userId, (event) => hear(event));
    this.#subscriptions.set(subscriptionId, { apiKey: key.name, end });
    if (this.#closed) this.#end(subscriptionId);
    // It may have ended while the account was read, when there was nothing yet to end with it.
    const { keys, now } = this.#options;
    let lives = false;
    try {
      lives = (await keys.find(key.name, now())) !== undefined;
    } finally {
      if (!lives) this.#end(subscriptionId);
    }
    if (!lives) throw API_ERRORS.key();
    const after = () => {
      for (const event of early) say(event);
      hear = say;
    };
    return { result: { subscriptionId }, after };
  }

  #unsubscribe({ message: { params } }: Asked): Answer {
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

  #rates(asked: Asked | null): object {
    const wanted = asked?.wantsLimits;
    if (wanted === 'false' || (!this.#showsLimits && wanted !== 'true')) return {};
    const { limits, now } = this.#options;
    const { table } = limits;
    const owner = asked?.owner ?? null;
    const used = limits.used(this.#socket.ip, owner, now());
    const orders =
      owner === null
        ? []
        : [rate(table.ordersShort, used.ordersShort), rate(table.ordersDay, used.ordersDay)];
    return { rateLimits: [rate(table.weight, used.weight), ...orders] };
  }
}

function readOrNot(text: string): ApiMessage | BadMessage {
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

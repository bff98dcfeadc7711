import { randomBytes } from 'node:crypto';
import type { ApiKey, KeyRing } from '@assay/modules/api-keys';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError } from '../errors.ts';
import { MISSING } from '../fields.ts';

/** A listen key lives this long after it was last requested or kept alive. */
const LIFE_MS = 60 * 60 * 1000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 64;
/** Random bytes below this bound give each letter with the same probability. */
const FAIR = 256 - (256 % LETTERS.length);

/** The form of a listen key; no stream has such a name. */
export const LISTEN_KEY = /^[A-Za-z0-9]{64}$/;

interface Entry {
  readonly listenKey: string;
  /** The API key that requested it. */
  readonly key: ApiKey;
  timer: NodeJS.Timeout;
}

/**
 * Listen keys: each opens the events of an account by its URL, for clients that cannot sign
 * messages. An API key has at most one. They live in memory only, because every client has to
 * reconnect after a restart anyway.
 */
export class ListenKeys {
  readonly #byKey = new Map<string, Entry>();
  readonly #byApiKey = new Map<string, Entry>();
  readonly #onEnded: (listenKey: string) => void;

  /** `onEnded` is called for each listen key that expires or is closed. */
  constructor(onEnded: (listenKey: string) => void) {
    this.#onEnded = onEnded;
  }

  /** The listen key of an API key, made on first use; a living one is returned and prolonged. */
  open(key: ApiKey): string {
    const { name } = key;
    const known = this.#byApiKey.get(name);
    if (known !== undefined) {
      this.#prolong(known);
      return known.listenKey;
    }
    const listenKey = newListenKey();
    const entry = { listenKey, key, timer: this.#timer(listenKey) };
    this.#byKey.set(listenKey, entry);
    this.#byApiKey.set(name, entry);
    return listenKey;
  }

  /** The user whose events it opens from this address; undefined when it is not valid. */
  owner(listenKey: string, ip: string): number | undefined {
    const key = this.#byKey.get(listenKey)?.key;
    return key?.allows(ip) ? key.userId : undefined;
  }

  /** @throws ApiError when the listen key has ended or belongs to another user */
  keepAlive(listenKey: string, key: ApiKey): void {
    this.#prolong(this.#own(listenKey, key));
  }

  /** @throws ApiError as keepAlive */
  close(listenKey: string, key: ApiKey): void {
    this.#end(this.#own(listenKey, key));
  }

  /** Ends the listen key of an API key that has ended. */
  apiKeyEnded(apiKey: string): void {
    const entry = this.#byApiKey.get(apiKey);
    if (entry !== undefined) this.#end(entry);
  }

  /** Forgets all listen keys without calling `onEnded`. */
  stop(): void {
    for (const { timer } of this.#byKey.values()) clearTimeout(timer);
    this.#byKey.clear();
    this.#byApiKey.clear();
  }

  #own(listenKey: string, { userId }: ApiKey): Entry {
    const entry = this.#byKey.get(listenKey);
    if (entry?.key.userId === userId) return entry;
    throw new ApiError(-1125, 'This listenKey does not exist.');
  }

  #prolong(entry: Entry): void {
    clearTimeout(entry.timer);
    entry.timer = this.#timer(entry.listenKey);
  }

  #timer(listenKey: string): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const entry = this.#byKey.get(listenKey);
      if (entry !== undefined) this.#end(entry);
    }, LIFE_MS);
    return timer.unref();
  }

  #end({ listenKey, key, timer }: Entry): void {
    clearTimeout(timer);
    this.#byKey.delete(listenKey);
    this.#byApiKey.delete(key.name);
    this.#onEnded(listenKey);
  }
}

function newListenKey(): string {
  let text = '';
  while (text.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR && text.length < LENGTH) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}

const none = z.strictObject({});
const named = z.strictObject({
  listenKey: z.string({ error: MISSING }).regex(LISTEN_KEY, '-1125 This listenKey does not exist.'),
});

/** POST, PUT and DELETE of the listen key, at both addresses that clients use. */
export function listenKeyEndpoints(
  listenKeys: ListenKeys,
  keys: Pick<KeyRing, 'knows'>,
): Endpoint[] {
  return ['/api/v3/userDataStream', '/sapi/v1/userDataStream'].flatMap((path) => [
    keyEndpoint({
      method: 'POST',
      path,
      security: 'key',
      weight: 2,
      summary:
        "Makes a listen key, which opens the account's events for an hour. Unsigned only from a network " +
        'in which the key was made, or signed a request in the last 30 days.',
      params: none,
      answer: (_, { key, ip, now }) => {
        // Whoever has only learnt the name of a key must not read what its owner does.
        if (!keys.knows(key, ip, now)) throw API_ERRORS.unknownNetwork();
        return { listenKey: listenKeys.open(key) };
      },
    }),
    keyEndpoint({
      method: 'PUT',
      path,
      security: 'key',
      weight: 2,
      summary: 'Extends a listen key by an hour.',
      params: named,
      answer: ({ listenKey }, { key }) => {
        listenKeys.keepAlive(listenKey, key);
        return {};
      },
    }),
    keyEndpoint({
      method: 'DELETE',
      path,
      security: 'key',
      weight: 2,
      summary: 'Ends a listen key and its stream.',
      params: named,
      answer: ({ listenKey }, { key }) => {
        listenKeys.close(listenKey, key);
        return {};
      },
    }),
  ]);
}

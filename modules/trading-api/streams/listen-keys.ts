import { randomBytes } from 'node:crypto';
import type { ApiKey } from '@assay/modules/api-keys';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { MISSING } from '../fields.ts';

/** A key to one's own events lasts this long after it was last asked for. */
const LIFE_MS = 60 * 60 * 1000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 64;
/** Bytes below this lead to each letter equally often. */
const FAIR = 256 - (256 % LETTERS.length);

/** How the text of a listen key looks; no stream is named so. */
export const LISTEN_KEY = /^[A-Za-z0-9]{64}$/;

interface Entry {
  readonly listenKey: string;
  /** The API key that asked for it. */
  readonly key: ApiKey;
  timer: NodeJS.Timeout;
}

/**
 * Keys that open the events of an account at an address, for clients that cannot sign messages. One
 * for each API key; they are in memory only, for after a start everybody has to connect anew.
 */
export class ListenKeys {
  readonly #byKey = new Map<string, Entry>();
  readonly #byApiKey = new Map<string, Entry>();
  readonly #ended: (listenKey: string) => void;

  /** `ended` is told of each key that has run out or was given up. */
  constructor(ended: (listenKey: string) => void) {
    this.#ended = ended;
  }

  /** The listen key of an API key: the same one as long as it lives, which is prolonged. */
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

  /** Whose events it opens for this address; undefined when it does not live. */
  owner(listenKey: string, ip: string): number | undefined {
    const key = this.#byKey.get(listenKey)?.key;
    return key?.allows(ip) ? key.userId : undefined;
  }

  /** @throws ApiError when it does not live, or is somebody else's */
  keepAlive(listenKey: string, key: ApiKey): void {
    this.#prolong(this.#own(listenKey, key));
  }

  /** @throws ApiError as keepAlive */
  close(listenKey: string, key: ApiKey): void {
    this.#end(this.#own(listenKey, key));
  }

  /** An API key has ended: what it opened ends with it. */
  endOf(apiKey: string): void {
    const entry = this.#byApiKey.get(apiKey);
    if (entry !== undefined) this.#end(entry);
  }

  /** Forgets all without a word. */
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
    this.#ended(listenKey);
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

/** POST, PUT and DELETE of the listen key, at both addresses that clients ask. */
export function listenKeyEndpoints(listenKeys: ListenKeys): Endpoint[] {
  return ['/api/v3/userDataStream', '/sapi/v1/userDataStream'].flatMap((path) => [
    keyEndpoint({
      method: 'POST',
      path,
      security: 'key',
      weight: 2,
      summary: "Opens the account's own events: a listen key that lives for an hour.",
      params: none,
      answer: (_, { key }) => ({ listenKey: listenKeys.open(key) }),
    }),
    keyEndpoint({
      method: 'PUT',
      path,
      security: 'key',
      weight: 2,
      summary: 'Lets a listen key live for another hour.',
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
      summary: 'Gives a listen key up; its stream ends.',
      params: named,
      answer: ({ listenKey }, { key }) => {
        listenKeys.close(listenKey, key);
        return {};
      },
    }),
  ]);
}

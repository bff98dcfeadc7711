import type { ApiKey } from '@assay/modules/api-keys';
import { networkOf } from '@assay/platform/http/limits';
import type { Reading } from '@assay/platform/http/reading';
import type { z } from 'zod';
import { API_ERRORS, ApiError } from './errors.ts';
import type { Params, Security } from './request.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What an endpoint knows of a request besides its parameters. */
export interface ApiCall {
  readonly ip: string;
  readonly now: number;
  /** Counts a read's work beyond the bytes of its answer, as so many bytes. */
  spendBytes(bytes: number): void;
}

/** The same for endpoints that need a key: the key says whose account, in which realm. */
export interface KeyCall extends ApiCall {
  readonly key: ApiKey;
  /**
   * The text that was signed. It identifies the request for good, so that a request that is sent
   * again acts once. Undefined where a session authenticates the request instead of a signature.
   */
  readonly signed?: string | undefined;
}

/** An answer that is written when its turn has come, by a function that returns JSON. */
export type WritesJson = () => string;

/**
 * One endpoint: the server checks requests against it, and the reference is generated from it.
 * `answer` returns the value that is sent as JSON, or its WritesJson, or throws an ApiError.
 */
export interface Endpoint {
  readonly method: Method;
  /** '/api/v3/depth' */
  readonly path: string;
  readonly security: Security;
  /** The weight that counts against the limit of the client's network. */
  readonly weight: number | ((params: ReadonlyMap<string, string>) => number);
  /** It only cancels orders: its weight counts against an allowance of cancels alone. */
  readonly cancels?: true;
  /** It reads nothing: it is answered at once, whatever else of the network waits for its turn. */
  readonly atOnce?: true;
  /** The number of new orders that count against the limit of the account. */
  readonly orders?: number;
  /** One sentence for the reference. */
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly answer: (params: never, call: never) => unknown;
}

/** An endpoint without a key. The function gives `answer` the types of `params`. */
export function publicEndpoint<P extends z.ZodObject>(
  endpoint: Omit<Endpoint, 'params' | 'answer' | 'security'> & {
    readonly params: P;
    readonly answer: (params: z.output<P>, call: ApiCall) => unknown;
  },
): Endpoint {
  return { ...endpoint, security: 'none' };
}

/** An endpoint that needs a key; typed in the same way. */
export function keyEndpoint<P extends z.ZodObject>(
  endpoint: Omit<Endpoint, 'params' | 'answer'> & {
    readonly security: 'key' | 'read' | 'trade';
    readonly params: P;
    readonly answer: (params: z.output<P>, call: KeyCall) => unknown;
  },
): Endpoint {
  return endpoint;
}

/**
 * What an endpoint answers, as JSON text. A read waits for its turn, and its bytes count for the
 * user of its key and for the network. @throws ApiError
 */
export async function answerOf(
  endpoint: Endpoint,
  params: object,
  call: Omit<KeyCall, 'key' | 'spendBytes'> & { readonly key: ApiKey | null },
  reading: Reading,
): Promise<string> {
  let spent = 0;
  const spendBytes = (bytes: number) => {
    spent += bytes;
  };
  const answer = () => endpoint.answer(params as never, { ...call, spendBytes } as never);
  if (endpoint.method !== 'GET' || endpoint.atOnce) return textOf(await answer());
  const { key, ip, now } = call;
  const reader = { account: key === null ? null : String(key.userId), network: networkOf(ip) };
  // Asked in its turn: what waited before it may have used up the bytes.
  const read = () => {
    const wait = reading.waitMs(reader, now);
    if (wait > 0) throw API_ERRORS.tooManyBytes(wait);
    return answer();
  };
  const write = (value: unknown) => {
    const text = textOf(value);
    reading.spend(reader, text.length + spent, now);
    return text;
  };
  return reading.run(reader, read, write);
}

export function textOf(value: unknown): string {
  return typeof value === 'function' ? (value as WritesJson)() : JSON.stringify(value);
}

/**
 * Parses the parameters by the endpoint's schema, whose messages are those of `fields.ts`: a code
 * and a text with {name}. @throws ApiError
 */
export function readParams(endpoint: Endpoint, params: Params): object {
  const read = endpoint.params.safeParse(Object.fromEntries(params));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    throw API_ERRORS.unread(params.size - issue.keys.length, params.size);
  }
  const name = String(issue?.path[0] ?? '');
  const sent = params.get(name);
  if (sent === '') throw API_ERRORS.empty(name);
  const [code, text] = splitMessage(issue?.message ?? '');
  if (sent === undefined && !Number.isInteger(code)) throw API_ERRORS.missing(name);
  throw new ApiError(code || -1102, text.replaceAll('{name}', name));
}

function splitMessage(message: string): [number, string] {
  const mark = message.indexOf(' ');
  return [Number(message.slice(0, mark)), message.slice(mark + 1)];
}

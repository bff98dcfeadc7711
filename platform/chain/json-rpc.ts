import { setTimeout as pause } from 'node:timers/promises';

/** What comes back for one request. */
export interface RpcAnswer {
  readonly error?: { readonly message?: unknown };
  readonly result?: unknown;
}

/** So much of what a node or a connection says of a failure is passed on. */
export const LONGEST_REASON = 200;

/** A refusal in the node's words. */
export const wordsOf = ({ message }: NonNullable<RpcAnswer['error']>): string =>
  String(message ?? 'without a reason').slice(0, LONGEST_REASON);

export type RpcRequest = (method: string, params: readonly unknown[]) => Promise<RpcAnswer>;

export interface RpcOptions {
  /** For all of a request: the connection, the answer and its last byte. */
  readonly timeoutMs: number;
  /** In bytes; what is larger is cut off and refused. */
  readonly largestAnswer: number;
  /** Requests of one turn travel together, so many at most; without it each goes alone. */
  readonly batch?: number;
  /** How requests are sent; by default over the network. */
  readonly fetch?: typeof fetch;
}

interface Call {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Why there is no answer. The words never have the address, which may have a key in it. */
class RpcError extends Error {
  override readonly name = 'RpcError';
}

/**
 * Speaks JSON-RPC over HTTP to one address. Each request is sent once; a redirection is refused,
 * because it would send requests elsewhere. A refusal is an answer, also one with a bad status.
 */
export function jsonRpc(url: string, options: RpcOptions): RpcRequest {
  const post = poster(url, options);
  let lastId = 0;
  const callOf = (method: string, params: readonly unknown[]): Call => {
    lastId += 1;
    return { jsonrpc: '2.0', id: lastId, method, params };
  };
  const { batch } = options;
  if (batch !== undefined) {
    const together = batched(batch, async (calls) => answersTo(calls, await post(calls)));
    return (method, params) => together(callOf(method, params));
  }
  return async (method, params) => answerIn(await post(callOf(method, params)));
}

function poster(
  url: string,
  { timeoutMs, largestAnswer, fetch: send = fetch }: RpcOptions,
): (body: unknown) => Promise<unknown> {
  const { address, headers } = targetOf(url);
  return (body) =>
    within(timeoutMs, async (signal) => {
      const response = await send(address, {
        method: 'POST',
        body: JSON.stringify(body),
        headers,
        redirect: 'error',
        signal,
      });
      const text = await textOf(response, largestAnswer);
      return response.ok ? JSON.parse(text) : refusalIn(response, text, Array.isArray(body));
    });
}

/** `fetch` takes no address with a name and a password in it; they travel as a header. */
function targetOf(url: string): { address: string; headers: Record<string, string> } {
  const target = new URL(url);
  const json = { 'content-type': 'application/json' };
  if (target.username === '' && target.password === '')
    return { address: target.href, headers: json };
  const name = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const authorization = `Basic ${Buffer.from(name).toString('base64')}`;
  return { address: target.href, headers: { ...json, authorization } };
}

/** The deadline holds whatever a connection that was cut makes of the signal. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [late, done] = [new AbortController(), new AbortController()];
  const deadline = pause(ms, null, { signal: done.signal }).then(() => {
    late.abort();
    throw new RpcError('it took too long');
  });
  try {
    return await Promise.race([work(late.signal), deadline]);
  } finally {
    deadline.catch(() => undefined);
    done.abort();
  }
}

async function textOf(response: Response, largest: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > largest;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (isTooLarge || size > largest) throw new RpcError(`the answer is above ${largest} bytes`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** A bad status with a refusal in it is that refusal, for each request of the batch. */
function refusalIn({ status, statusText }: Response, text: string, isBatch: boolean): unknown {
  const body = readOr(text, { error: text });
  const answer = isBatch && Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (isRefusal(answer)) return answer;
  const { error } = Object(body) as { error?: unknown };
  throw new RpcError(`${status} ${JSON.stringify(error) || statusText}`);
}

function readOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return otherwise;
  }
}

/** Answers may come in any order. One refusal instead of them is the refusal of each. */
function answersTo(calls: readonly Call[], body: unknown): RpcAnswer[] {
  const answers = Array.isArray(body) ? body : [body];
  const [only] = answers;
  if (answers.length === 1 && isRefusal(only)) return calls.map(() => only);
  const byId = new Map(answers.map((one) => [Number(Object(one).id), one]));
  if (!Array.isArray(body) || !calls.every(({ id }) => byId.has(id))) {
    throw new RpcError(`not every one of ${calls.length} requests is answered`);
  }
  return calls.map(({ id }) => answerIn(byId.get(id)));
}

function answerIn(body: unknown): RpcAnswer {
  if (typeof body !== 'object' || body === null) throw new RpcError('the answer is none');
  const { error, result } = body as { error?: RpcAnswer['error'] | null; result?: unknown };
  return error === undefined || error === null ? { result } : { error };
}

function isRefusal(body: unknown): body is { error: { code: number; message: string } } {
  const { code, message } = Object(Object(body).error);
  return typeof code === 'number' && typeof message === 'string';
}

interface Waiting {
  readonly call: Call;
  resolve(answer: RpcAnswer): void;
  reject(reason: unknown): void;
}

/** Keeps calls until the turn is over, or there are as many as may travel together. */
function batched(
  size: number,
  send: (calls: readonly Call[]) => Promise<RpcAnswer[]>,
): (call: Call) => Promise<RpcAnswer> {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    send(batch.map(({ call }) => call)).then(
      (answers) => {
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
      },
      (reason) => {
        for (const { reject } of batch) reject(reason);
      },
    );
  };
  return (call) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(flush);
      waiting.push({ call, resolve, reject });
      if (waiting.length === size) flush();
    });
}

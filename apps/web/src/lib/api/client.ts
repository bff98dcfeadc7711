import { CallError, type CallFailure } from './errors.ts';
import { type CallInput, type CallName, type CallOutput, isRead } from './tables.ts';
import { UnansweredCommand } from './unanswered.ts';

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** The permanent id of a command: sending the same id again returns the first answer. */
  commandId?: string;
  /** The token of another session than the present one. */
  token?: string;
  /** No toast: the caller shows the failure itself, for example beside a field. */
  quiet?: boolean;
  /** The body of an upload, whose fields go into the address. */
  file?: File;
  /** How much of the file is sent, from 0 to 1. */
  onProgress?(share: number): void;
}

/** What the app does when the result of a call concerns the whole page (UI-030 to UI-034). */
export interface CallEvents {
  /** Code 0 with a message: a success toast. */
  succeeded(message: string): void;
  /** Any refusal or error that the caller does not show itself: a warning toast. */
  warned(message: string): void;
  /** Code 2000: ask "log in again" or "back". */
  sessionEnded(message: string, title: string): void;
  /** Code 1000: log out and reload after this many ms. */
  loggedOut(delayMs: number): void;
}

export interface ApiSurroundings {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The same for a file, with how much of it is sent. */
  upload(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response>;
  /** The session's token, read at each call, as the language of messages is. */
  token(): string | null;
  language(): string;
  /** 6 to 16 random characters, sent with every request (UI-036). */
  requestToken(): string;
  /** Where calls go, how, and how long an answer is waited for. */
  readonly place: {
    readonly origin: string;
    readonly credentials: 'include' | 'same-origin';
    readonly timeoutMs: number;
  };
  /** A new id for a command whose sender chose none. */
  commandId(): string;
  now(): number;
  pause(ms: number): Promise<void>;
  events: CallEvents;
}

export interface Api {
  /** Resolves with the call's data; rejects with CallError only. */
  call<K extends CallName>(
    name: K,
    input: CallInput<K>,
    options?: CallOptions,
  ): Promise<CallOutput<K>>;
  /** The same for a call that is answered with a picture. */
  picture<K extends CallName>(name: K, input: CallInput<K>): Promise<Blob>;
}

interface Envelope {
  code: number;
  message?: string;
  data?: unknown;
  title?: string;
}

/** As what pictures of people are stored and answered. */
const PICTURE = 'image/jpeg';
/** As long as the server waits for a file. */
const UPLOAD_TIMEOUT_MS = 120_000;
const FORCED_LOGOUT_DELAY_MS = 2000;
/** The answer of a server that does not know whether a command was carried out. */
const UNKNOWN = 504;
const ASK_AGAIN_MS = 1_000;
const ASK_AGAIN_TIMES = 5;

export function createApi(around: ApiSurroundings): Api {
  const unanswered = new UnansweredCommand(around.commandId, around.now);
  /** With an id, which is that of the same command before, if no answer came to it. */
  const command = async (name: CallName, input: object, options: CallOptions) => {
    const { token = around.token(), file } = options;
    const sent = file && [file.name, file.size, file.lastModified];
    const same = JSON.stringify([token, name, input, sent]);
    const id = unanswered.idOf(same);
    try {
      const envelope = await ask(around, name, input, { ...options, commandId: id });
      if (failureKind(envelope.code) === 'server') unanswered.keep(same, id);
      else unanswered.forget();
      return envelope;
    } catch (error) {
      unanswered.keep(same, id);
      throw error;
    }
  };
  return {
    async call(name, input, options = {}) {
      const token = around.token();
      const isNew = !isRead(name) && options.commandId === undefined;
      const asked = isNew
        ? command(name, input ?? {}, options)
        : ask(around, name, input ?? {}, options);
      const envelope = await asked;
      // An answer to a session that this client has since left says nothing about its new session.
      const current = around.token() === token;
      return settle(around.events, envelope, options, current) as CallOutput<typeof name>;
    },
    async picture(name, input) {
      const token = around.token();
      const response = await respond(around, name, input ?? {}, {});
      const isPicture = response.headers.get('content-type') === PICTURE;
      if (isPicture) return response.blob();
      const envelope = readEnvelope(await response.text(), response.status);
      settle(around.events, envelope, { quiet: true }, around.token() === token);
      throw new CallError('server', response.status, '');
    },
  };
}

/**
 * Sends the call. When its outcome is not known, it is sent again with the same id until the server
 * answers with what happened: a command acts once under an id.
 */
async function ask(
  around: ApiSurroundings,
  name: CallName,
  input: object,
  options: CallOptions,
): Promise<Envelope> {
  for (let tries = 0; ; tries += 1) {
    const { status, envelope } = await send(around, name, input, options);
    if (status !== UNKNOWN) return envelope;
    if (tries === ASK_AGAIN_TIMES) throw new CallError('network', 0, '');
    await around.pause(ASK_AGAIN_MS);
  }
}

async function send(
  around: ApiSurroundings,
  name: CallName,
  input: object,
  options: CallOptions,
): Promise<{ readonly status: number; readonly envelope: Envelope }> {
  const response = await respond(around, name, input, options);
  const { status } = response;
  return { status, envelope: readEnvelope(await answered(response.text(), name, options), status) };
}

async function respond(
  around: ApiSurroundings,
  name: CallName,
  input: object,
  options: CallOptions,
): Promise<Response> {
  const { origin, credentials, timeoutMs } = around.place;
  const token = options.token ?? around.token();
  const common = { lang: around.language(), rtoken: around.requestToken() };
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['x-token'] = token;
  if (options.commandId !== undefined) headers['idempotency-key'] = options.commandId;
  const { file, onProgress = () => undefined } = options;
  const limit = AbortSignal.timeout(file === undefined ? timeoutMs : UPLOAD_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const init: RequestInit = { headers, signal, credentials, cache: 'no-store' };
  let url = `${origin}/web/${name}`;
  if (isRead(name)) {
    url += `?${query({ ...input, ...common })}`;
  } else if (file !== undefined) {
    url += `?${query({ ...input, ...common })}`;
    headers['content-type'] = file.type;
    Object.assign(init, { method: 'POST', body: file });
  } else {
    headers['content-type'] = 'application/json';
    init.method = 'POST';
    init.body = JSON.stringify({ ...input, ...common });
  }
  const asked = file === undefined ? around.fetch(url, init) : around.upload(url, init, onProgress);
  return answered(asked, name, options);
}

/** UI-035: network errors are only logged, and the call fails. */
async function answered<T>(asked: Promise<T>, name: CallName, options: CallOptions): Promise<T> {
  try {
    return await asked;
  } catch {
    if (!options.signal?.aborted) console.warn(`web/${name}: no answer`);
    throw new CallError('network', 0, '');
  }
}

/** A GET's input as a query string without undefined values; no call takes a list. */
function query(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined);
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
}

function readEnvelope(text: string, status: number): Envelope {
  try {
    const envelope = JSON.parse(text) as Envelope;
    if (typeof envelope?.code === 'number') return envelope;
  } catch {
    // Falls through: this is a page of a proxy, not an answer of our server.
  }
  throw new CallError('server', status, '');
}

/** UI-030 to UI-034, line by line. */
function settle(
  events: CallEvents,
  envelope: Envelope,
  options: CallOptions,
  current: boolean,
): unknown {
  const { code, message = '', data, title = '' } = envelope;
  if (code === 0) {
    if (message !== '' && !options.quiet) events.succeeded(message);
    return data;
  }
  if (code === 7) return data;
  const failure = failureOf(code, message, data);
  if (failure.kind !== 'session') {
    if (!options.quiet) events.warned(message);
  } else if (current) {
    if (code === 2000) events.sessionEnded(message, title);
    else {
      // The server's message says why the session ended.
      if (message !== '') events.warned(message);
      events.loggedOut(delayOf(data));
    }
  }
  throw failure;
}

const KINDS: Record<number, CallFailure> = {
  1: 'refusal',
  2: 'input',
  3: 'limit',
  1000: 'session',
  2000: 'session',
};

/** Null where it is none. */
function failureKind(code: number): CallFailure | null {
  return code === 0 || code === 7 ? null : (KINDS[code] ?? 'server');
}

function failureOf(code: number, message: string, data: unknown): CallError {
  const more = (data ?? {}) as {
    refusal?: string;
    detail?: Record<string, string>;
    fields?: Record<string, string[]>;
  };
  const kind = failureKind(code) ?? 'server';
  return new CallError(kind, code, message, more.refusal, more.detail, more.fields);
}

/** The answer with code 1000 may name a delay in ms. */
function delayOf(data: unknown): number {
  const delay = (data as { delay?: unknown } | null)?.delay;
  return typeof delay === 'number' && delay >= 0 ? delay : FORCED_LOGOUT_DELAY_MS;
}

import { Busy, InvalidInput, Refusal, Stale } from '@assay/core/schema/outcome';
import { Written } from './context.ts';
import type { Messages } from './messages.ts';

/**
 * The one place where outcomes become answers: `{code, message, data, title, time}` with the codes
 * of the specification, and the HTTP status that goes with each. `time` is in seconds.
 */

export const code = {
  ok: 0,
  refusal: 1,
  invalidInput: 2,
  tooMany: 3,
  serverError: 5,
  stale: 7,
  signedOut: 1000,
  signIn: 2000,
} as const;

export type Code = (typeof code)[keyof typeof code];

/** An answer that is ready to be written. `body` is JSON. */
export interface Answer {
  readonly status: number;
  readonly code: Code;
  readonly body: string;
  readonly retryAfterSeconds?: number;
}

/** Where and in which language an answer is made. */
export interface Voice {
  readonly messages: Messages;
  readonly lang: string;
  readonly now: number;
}

/** The answer to what a handler returned. */
export function answerOutcome(outcome: unknown, voice: Voice): Answer {
  if (outcome instanceof Written) {
    return { status: 200, code: code.ok, body: goodBody(outcome.json, voice) };
  }
  if (outcome instanceof Refusal) return answerRefusal(outcome, voice);
  if (outcome instanceof InvalidInput) return answerInvalid(outcome.fields, voice);
  if (outcome instanceof Busy) return answerTooMany(outcome.retryAfterMs, voice);
  if (outcome instanceof Stale) {
    const message = voice.messages.text(voice.lang, 'http.stale');
    return { status: 200, code: code.stale, body: body(code.stale, message, outcome.value, voice) };
  }
  return { status: 200, code: code.ok, body: body(code.ok, '', outcome, voice) };
}

function answerRefusal(refusal: Refusal, voice: Voice): Answer {
  const message = voice.messages.refusalText(voice.lang, refusal.code, refusal.detail);
  const data = { refusal: refusal.code, detail: refusal.detail };
  return { status: 200, code: code.refusal, body: body(code.refusal, message, data, voice) };
}

/** Wrong input: field → keys. The message speaks of the first field. `status` 400, 413 or 415. */
export function answerInvalid(
  fields: Readonly<Record<string, readonly string[]>>,
  voice: Voice,
  status = 400,
): Answer {
  const [field = '', keys = []] = Object.entries(fields)[0] ?? [];
  const message = voice.messages.fieldText(voice.lang, field, keys[0] ?? 'invalid');
  return {
    status,
    code: code.invalidInput,
    body: body(code.invalidInput, message, { fields }, voice),
  };
}

/** A request that no call can be found for, or that is no request: same code, own message. */
export function answerUnserved(
  status: number,
  key: string,
  voice: Voice,
  details?: Readonly<Record<string, string>>,
): Answer {
  const message = voice.messages.text(voice.lang, key, details);
  return {
    status,
    code: code.invalidInput,
    body: body(code.invalidInput, message, { fields: {} }, voice),
  };
}

export function answerTooMany(retryAfterMs: number, voice: Voice): Answer {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const message = voice.messages.text(voice.lang, 'http.tooMany', { seconds: String(seconds) });
  return {
    status: 429,
    code: code.tooMany,
    body: body(code.tooMany, message, { retryAfterMs: Math.ceil(retryAfterMs) }, voice),
    retryAfterSeconds: seconds,
  };
}

/** A fault of ours. `errorId` is also in the log, beside the cause; the cause never leaves. */
export function answerError(errorId: string, unavailable: boolean, voice: Voice): Answer {
  const key = unavailable ? 'http.unavailable' : 'http.error';
  const message = voice.messages.text(voice.lang, key, { errorId });
  return {
    status: unavailable ? 503 : 500,
    code: code.serverError,
    body: body(code.serverError, message, { errorId }, voice),
    ...(unavailable ? { retryAfterSeconds: 1 } : {}),
  };
}

/** The server is stopping: nothing was done, and the same request may be sent again. */
export function answerStopping(voice: Voice): Answer {
  const message = voice.messages.text(voice.lang, 'http.unavailable');
  return {
    status: 503,
    code: code.serverError,
    body: body(code.serverError, message, null, voice),
    retryAfterSeconds: 1,
  };
}

/** No session (2000), or one that was ended on purpose (1000). */
export function answerUnauthenticated(ended: boolean, voice: Voice): Answer {
  const which = ended ? code.signedOut : code.signIn;
  const key = ended ? 'http.signedOut' : 'http.signIn';
  const message = voice.messages.text(voice.lang, key);
  const title = voice.messages.text(voice.lang, `${key}Title`);
  return { status: 401, code: which, body: body(which, message, null, voice, title) };
}

function body(which: Code, message: string, data: unknown, voice: Voice, title = ''): string {
  const json = data === undefined ? 'null' : JSON.stringify(data);
  if (which === code.ok) return goodBody(json, voice);
  const words = JSON.stringify({ message, title });
  return `{"code":${which},"data":${json},"time":${secondsOf(voice)},${words.slice(1)}`;
}

function goodBody(json: string, voice: Voice): string {
  return `{"code":0,"message":"","data":${json},"title":"","time":${secondsOf(voice)}}`;
}

function secondsOf({ now }: Voice): number {
  return Math.floor(now / 1000);
}

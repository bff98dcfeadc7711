import { Busy, InvalidInput, Refusal, Stale } from '@assay/core/schema/outcome';
import { FileAnswer, Written } from './context.ts';
import type { Messages } from './messages.ts';

/**
 * Turns outcomes into answers: `{code, message, data, title, time}` with the codes of the
 * specification, and the HTTP status that belongs to each. `time` is in seconds.
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
  /** Sent in place of the body. */
  readonly file?: FileAnswer;
}

/** The texts, language and time of an answer. */
export interface ReplyContext {
  readonly messages: Messages;
  readonly lang: string;
  readonly now: number;
}

/** The answer to what a handler returned. */
export function answerOutcome(outcome: unknown, context: ReplyContext): Answer {
  if (outcome instanceof Written) {
    return { status: 200, code: code.ok, body: successBody(outcome.json, context) };
  }
  if (outcome instanceof FileAnswer) {
    return { status: 200, code: code.ok, body: '', file: outcome };
  }
  if (outcome instanceof Refusal) return answerRefusal(outcome, context);
  if (outcome instanceof InvalidInput) return answerInvalid(outcome.fields, context);
  if (outcome instanceof Busy) return answerTooMany(outcome.retryAfterMs, context);
  if (outcome instanceof Stale) {
    const message = context.messages.text(context.lang, 'http.stale');
    return {
      status: 200,
      code: code.stale,
      body: body(code.stale, message, outcome.value, context),
    };
  }
  return { status: 200, code: code.ok, body: body(code.ok, '', outcome, context) };
}

function answerRefusal(refusal: Refusal, context: ReplyContext): Answer {
  const message = context.messages.refusalText(context.lang, refusal.code, refusal.detail);
  const data = { refusal: refusal.code, detail: refusal.detail };
  return { status: 200, code: code.refusal, body: body(code.refusal, message, data, context) };
}

/** Wrong input: field → keys. The message is about the first field. `status` 400, 413 or 415. */
export function answerInvalid(
  fields: Readonly<Record<string, readonly string[]>>,
  context: ReplyContext,
  status = 400,
): Answer {
  const [field = '', keys = []] = Object.entries(fields)[0] ?? [];
  const message = context.messages.fieldText(context.lang, field, keys[0] ?? 'invalid');
  return {
    status,
    code: code.invalidInput,
    body: body(code.invalidInput, message, { fields }, context),
  };
}

/** A request for no known call, or one that is not valid HTTP: same code, other message. */
export function answerUnserved(
  status: number,
  key: string,
  context: ReplyContext,
  details?: Readonly<Record<string, string>>,
): Answer {
  const message = context.messages.text(context.lang, key, details);
  return {
    status,
    code: code.invalidInput,
    body: body(code.invalidInput, message, { fields: {} }, context),
  };
}

export function answerTooMany(retryAfterMs: number, context: ReplyContext): Answer {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const message = context.messages.text(context.lang, 'http.tooMany', { seconds: String(seconds) });
  return {
    status: 429,
    code: code.tooMany,
    body: body(code.tooMany, message, { retryAfterMs: Math.ceil(retryAfterMs) }, context),
    retryAfterSeconds: seconds,
  };
}

/**
 * What a fault means for whoever sent the request: 500, a fault of ours; 503, nothing was done and
 * the request may be sent again; 504, it is not known whether it was carried out.
 */
export type Fault = 'error' | 'unavailable' | 'unknown';

const FAULT_STATUS: Readonly<Record<Fault, number>> = {
  error: 500,
  unavailable: 503,
  unknown: 504,
};

/** An internal error. `errorId` is also in the log, with the cause, which is never sent. */
export function answerError(errorId: string, kind: Fault, context: ReplyContext): Answer {
  const message = context.messages.text(context.lang, `http.${kind}`, { errorId });
  return {
    status: FAULT_STATUS[kind],
    code: code.serverError,
    body: body(code.serverError, message, { errorId }, context),
    ...(kind === 'unavailable' ? { retryAfterSeconds: 1 } : {}),
  };
}

/** The server is stopping: nothing was done, and the same request may be sent again. */
export function answerStopping(context: ReplyContext): Answer {
  const message = context.messages.text(context.lang, 'http.unavailable');
  return {
    status: 503,
    code: code.serverError,
    body: body(code.serverError, message, null, context),
    retryAfterSeconds: 1,
  };
}

/** No session (2000), or one that was ended on purpose (1000). */
export function answerUnauthenticated(ended: boolean, context: ReplyContext): Answer {
  const which = ended ? code.signedOut : code.signIn;
  const key = ended ? 'http.signedOut' : 'http.signIn';
  const message = context.messages.text(context.lang, key);
  const title = context.messages.text(context.lang, `${key}Title`);
  return { status: 401, code: which, body: body(which, message, null, context, title) };
}

function body(
  which: Code,
  message: string,
  data: unknown,
  context: ReplyContext,
  title = '',
): string {
  const json = data === undefined ? 'null' : JSON.stringify(data);
  if (which === code.ok) return successBody(json, context);
  const words = JSON.stringify({ message, title });
  return `{"code":${which},"data":${json},"time":${secondsOf(context)},${words.slice(1)}`;
}

function successBody(json: string, context: ReplyContext): string {
  return `{"code":0,"message":"","data":${json},"title":"","time":${secondsOf(context)}}`;
}

function secondsOf({ now }: ReplyContext): number {
  return Math.floor(now / 1000);
}

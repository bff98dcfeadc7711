import { randomUUID } from 'node:crypto';
import { EngineUnavailable, OutcomeUnknown } from '../engine/status.ts';
import type { Log } from '../log.ts';
import { type Answer, answerError, type Fault, type ReplyContext } from './envelope.ts';

/**
 * Logs a fault with its stack under a new id, and answers with that id only. A transient fault gets
 * one line without a stack, because it affects every request of that time.
 */
export function fault(
  log: Log,
  err: unknown,
  where: object,
  replyContext: ReplyContext,
  reads: boolean,
): Answer {
  const errorId = randomUUID();
  const kind = faultOf(err, reads);
  if (kind === 'error') log.error({ err, errorId, ...where }, 'a call failed');
  else log.warn({ reason: String(err), errorId, ...where }, kind);
  return answerError(errorId, kind, replyContext);
}

/** PostgreSQL's classes 08 and 57P0x, and Node's codes for an unreachable server. */
const CONNECTION_FAULT = /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/;
/** The pool's own errors have no code. */
const NO_ANSWER =
  /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated)/;

/**
 * What a failure means. Only the engine knows that it did not take a command. After a connection
 * to the database broke, a change may have been made; a request that only reads may be sent again.
 */
export function faultOf(err: unknown, reads: boolean): Fault {
  if (err instanceof EngineUnavailable) return 'unavailable';
  if (!(err instanceof OutcomeUnknown) && !isConnectionFault(err)) return 'error';
  return reads ? 'unavailable' : 'unknown';
}

function isConnectionFault(err: unknown): boolean {
  const { code, message } = (err ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return CONNECTION_FAULT.test(code);
  return typeof message === 'string' && NO_ANSWER.test(message);
}

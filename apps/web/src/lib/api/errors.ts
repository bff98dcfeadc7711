/** Why a call failed, by the code of its answer (UI-030 to UI-035). */
export type CallFailure =
  /** Code 1: the rules do not allow it; `refusal` says which. */
  | 'refusal'
  /** Code 2: `fields` names the fields and what is wrong with each. */
  | 'input'
  /** Code 3: too many requests. */
  | 'limit'
  /** Codes 1000 and 2000: the session is over. */
  | 'session'
  /** Any other code, or an answer that is not an envelope. */
  | 'server'
  /** No answer: offline, connection refused, or timed out. */
  | 'network';

export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly kind: CallFailure,
    readonly code: number,
    message: string,
    readonly refusal = '',
    readonly detail: Readonly<Record<string, string>> = {},
    readonly fields: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }
}

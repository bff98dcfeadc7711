/**
 * What a handler answers when it does not answer with plain data. They are classes so that data
 * of any shape can be told from them by one `instanceof`.
 */

/** A valid wish that the rules do not allow now. `code` is in the call's `refusals`. */
export class Refusal<R extends string = string> {
  readonly code: R;
  readonly detail: Readonly<Record<string, string>>;

  constructor(code: R, detail: Readonly<Record<string, string>> = {}) {
    this.code = code;
    this.detail = detail;
  }
}

/** `refuse('insufficientBalance', { asset: 'USDT' })` as the last word of a handler. */
export function refuse<const R extends string>(
  code: R,
  detail?: Readonly<Record<string, string>>,
): Refusal<R> {
  return new Refusal(code, detail);
}

/** Input that no schema can judge alone (a phone number of its country): field → message keys. */
export class InvalidInput {
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(fields: Readonly<Record<string, readonly string[]>>) {
    this.fields = fields;
  }
}

/** Too many requests of this kind; the client may try again after `retryAfterMs`. */
export class Busy {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

/** Data that is whole but older than it should be. Never an answer to a command about money. */
export class Stale<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

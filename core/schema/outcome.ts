/**
 * What a handler returns other than plain data. These are classes, so that one `instanceof`
 * distinguishes them from data of any shape.
 */

/** A valid request that the rules do not allow now. `code` is in the call's `refusals`. */
export class Refusal<R extends string = string> {
  readonly code: R;
  readonly detail: Readonly<Record<string, string>>;

  constructor(code: R, detail: Readonly<Record<string, string>> = {}) {
    this.code = code;
    this.detail = detail;
  }
}

/** Makes a refusal for a handler to return: `refuse('insufficientBalance', { asset: 'USDT' })`. */
export function refuse<const R extends string>(
  code: R,
  detail?: Readonly<Record<string, string>>,
): Refusal<R> {
  return new Refusal(code, detail);
}

/**
 * A command id that was used for something else. Every call that takes one may answer so, and its
 * own table does not list it.
 */
export const conflict = () => new Refusal('idempotencyConflict' as never);

/** Input that a schema alone cannot check (a country's phone number): field → message keys. */
export class InvalidInput {
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(fields: Readonly<Record<string, readonly string[]>>) {
    this.fields = fields;
  }
}

/** Too many requests of this kind; the client may retry after `retryAfterMs`. */
export class Busy {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

/** Complete data that is older than it should be. Never the answer to a command about money. */
export class Stale<T> {
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }
}

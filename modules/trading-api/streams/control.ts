/** A control message: what a client can request of its stream connection. */
export type Control = { readonly id: ControlId } & (
  | { readonly method: 'SUBSCRIBE' | 'UNSUBSCRIBE'; readonly names: readonly string[] }
  | { readonly method: 'LIST_SUBSCRIPTIONS' }
  | { readonly method: 'SET_PROPERTY'; readonly combined: boolean }
  | { readonly method: 'GET_PROPERTY' }
);

export type ControlId = number | string | null;

/** A control message that is refused, with the error code that clients know. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: number;
  readonly id: ControlId;

  constructor(code: number, message: string, id: ControlId) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

const METHODS = [
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'LIST_SUBSCRIPTIONS',
  'SET_PROPERTY',
  'GET_PROPERTY',
] as const;
const ID_MAX = 64;
const UNKNOWN_PROPERTY = 0;
const NOT_BOOLEAN = 1;
const INVALID = 2;
const NOT_JSON = 3;

/** Parses a control message. @throws ControlError */
export function readControl(text: string): Control {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ControlError(NOT_JSON, 'Invalid JSON', null);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('an object is expected', null);
  }
  const { method, params, id: sent = null } = value as Record<string, unknown>;
  if (!isControlId(sent)) throw invalid('the id is a whole number, a text or null', null);
  const known = METHODS.find((one) => one === method);
  if (known === undefined) {
    throw invalid(`unknown method, expected one of ${METHODS.join(', ')}`, sent);
  }
  switch (known) {
    case 'SUBSCRIBE':
    case 'UNSUBSCRIBE':
      return { method: known, names: namesOf(params, sent), id: sent };
    case 'LIST_SUBSCRIPTIONS':
      return { method: known, id: sent };
    case 'SET_PROPERTY':
      return { method: known, combined: propertyOf(params, sent), id: sent };
    case 'GET_PROPERTY':
      checkProperty(params, sent);
      return { method: known, id: sent };
  }
}

export function isControlId(value: unknown): value is ControlId {
  if (value === null || Number.isSafeInteger(value)) return true;
  return typeof value === 'string' && value.length <= ID_MAX;
}

function namesOf(params: unknown, id: ControlId): string[] {
  const isNames =
    Array.isArray(params) && params.length > 0 && params.every((one) => typeof one === 'string');
  if (!isNames) throw invalid('the parameters are a list of names of streams', id);
  return params;
}

function propertyOf(params: unknown, id: ControlId): boolean {
  checkProperty(params, id);
  const value: unknown = (params as unknown[])[1];
  if (typeof value === 'boolean') return value;
  throw new ControlError(NOT_BOOLEAN, 'Invalid value type: expected Boolean', id);
}

/** The only property is `combined`: whether events are wrapped in the name of their stream. */
function checkProperty(params: unknown, id: ControlId): void {
  if (!Array.isArray(params)) throw invalid('the parameters are a list', id);
  if (typeof params[0] !== 'string') throw invalid('the name of a property is a text', id);
  if (params[0] !== 'combined') throw new ControlError(UNKNOWN_PROPERTY, 'Unknown property', id);
}

export function invalid(what: string, id: ControlId): ControlError {
  return new ControlError(INVALID, `Invalid request: ${what}`, id);
}

/** Text of the client, cut so that it can be sent back. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 64));
}

import { API_ERRORS, ApiError } from '../../errors.ts';
import { PARAMS_MAX, type Params } from '../../request.ts';
import { type ControlId, isControlId } from '../control.ts';

/** A request of the WebSocket API. Parameters stay text, as in REST, because the text is signed. */
export interface ApiMessage {
  readonly id: ControlId;
  readonly method: string;
  readonly params: Params;
}

const SPACE = /\s/;
const WORD_END = /[\s,\]}]/;
const FLAT_LIST = /^\[(?:[^[\]{}"]|"(?:[^"\\]|\\.)*")*\]$/;

/** A malformed message, with its id where that could be read. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage';
  readonly error: ApiError;
  readonly id: ControlId;

  constructor(error: ApiError, id: ControlId = null) {
    super(error.message);
    this.error = error;
    this.id = id;
  }
}

/** Parses `{id, method, params}`. @throws BadMessage */
export function readMessage(text: string): ApiMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadMessage(new ApiError(-1135, 'Invalid JSON Request'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadMessage(new ApiError(-1135, 'Invalid JSON Request'));
  }
  const { id = null, method, params } = value as Record<string, unknown>;
  if (!isControlId(id)) throw new BadMessage(API_ERRORS.illegal('id', 'a whole number or a text'));
  if (typeof method !== 'string') throw new BadMessage(API_ERRORS.missing('method'), id);
  const raw = membersOf(text, id).get('params');
  if (params === undefined || params === null || raw === undefined) {
    return { id, method, params: new Map() };
  }
  if (typeof params !== 'object' || Array.isArray(params)) {
    throw new BadMessage(API_ERRORS.illegal('params', 'an object'), id);
  }
  return { id, method, params: paramsOf(membersOf(raw, id), id) };
}

function paramsOf(members: ReadonlyMap<string, string>, id: ControlId): Params {
  if (members.size > PARAMS_MAX) throw new BadMessage(API_ERRORS.repeated(), id);
  const params: Params = new Map();
  for (const [name, raw] of members) {
    if (raw !== 'null') params.set(name, textOf(raw));
  }
  return params;
}

/**
 * The text of a JSON value as it is signed. A number keeps its digits, because the signature is
 * over the literal. Nested lists stay as they were sent: no parameter has any, and to serialise
 * them again takes quadratic time and unbounded stack.
 */
function textOf(raw: string): string {
  if (raw.startsWith('"')) return JSON.parse(raw) as string;
  return FLAT_LIST.test(raw) ? JSON.stringify(JSON.parse(raw)) : raw;
}

/**
 * The members of an object with the source text of their values. `text` must be valid JSON. A
 * repeated name is refused, because two readers could understand it differently.
 */
function membersOf(text: string, id: ControlId): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const nameEnd = endOfText(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = endOfValue(text, start);
    if (members.has(name)) throw new BadMessage(API_ERRORS.repeated(), id);
    members.set(name, text.slice(start, end));
    const next = skipSpace(text, end);
    at = text[next] === ',' ? skipSpace(text, next + 1) : next;
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

/** The end of the string literal that starts at `from`, past its closing quotation mark. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfText(text, from);
  let at = from;
  if (first !== '{' && first !== '[') {
    while (at < text.length && !WORD_END.test(text.charAt(at))) at += 1;
    return at;
  }
  let depth = 0;
  do {
    const character = text[at];
    if (character === '"') {
      at = endOfText(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** The text that a client signs: its parameters sorted by name and joined, without escaping. */
export function signedText(params: Params): string {
  return [...params]
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

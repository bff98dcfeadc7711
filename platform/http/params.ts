import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Reading the fields of a request: one reader for query strings and form bodies, one for JSON.
 * Both refuse what two parsers could read differently (repeated names, broken escapes, broken
 * UTF-8) and names that reach into prototypes.
 */

export type Params = Record<string, unknown>;

/**
 * Makes fields that inherit nothing. `Object.create(null)` does so too, but makes a hash table,
 * which takes twice as long to fill and to check.
 */
const NoFields = function NoFields() {} as unknown as { new (): Params; prototype: object };
NoFields.prototype = Object.create(null);

/** Why a text cannot be read as fields; `key` is one of the message catalogue. */
export class MalformedParams extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.name = 'MalformedParams';
    this.key = key;
  }
}

const FIELDS_MAX = 64;
const DEPTH_MAX = 6;
/** Members of all objects and elements of all lists of one JSON body together. */
const NODES_MAX = 2000;

/** The text of a body. Throws on bytes that are not UTF-8 rather than replacing them. */
export function bodyText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new MalformedParams('notUtf8');
  return bytes.toString('utf8');
}

/** Reads `a=1&b=2` as browsers write it. Every value is a text. */
export function parseForm(text: string): Params {
  const params = new NoFields();
  if (text === '') return params;
  // Checked once for all fields: nearly all forms are plain.
  const plain = !text.includes('%') && !text.includes('+');
  let fields = 0;
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      if (++fields > FIELDS_MAX) throw new MalformedParams('tooManyFields');
      readPair(plain, text, start, end, params);
    }
    start = end + 1;
  }
  if (Object.keys(params).length < fields) throw new MalformedParams('repeatedField');
  return params;
}

/** Reads a JSON object. Throws for anything else, for repeated names and for deep nesting. */
export function parseJson(text: string): Params {
  if (text.trim() === '') return new NoFields();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedParams('malformedJson');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedParams('jsonNotObject');
  }
  const budget = { nodes: 0, members: 0 };
  countMembers(value, 1, budget);
  // Every member is written with exactly one colon outside of strings, and JSON.parse keeps only
  // the last of members that share a name: more colons than members means a repeated name.
  if (colonsOutsideStrings(text) !== budget.members) throw new MalformedParams('repeatedField');
  return value as Params;
}

function readPair(plain: boolean, text: string, start: number, end: number, params: Params): void {
  let equals = text.indexOf('=', start);
  if (equals === -1 || equals > end) equals = end;
  const name = text.slice(start, equals);
  const value = text.slice(equals + 1, end);
  if (plain) addField(params, name, value);
  else addField(params, decode(name), decode(value));
}

function addField(params: Params, name: string, value: string): void {
  if (reachesPrototype(name)) throw new MalformedParams('forbiddenField');
  params[name] = value;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new MalformedParams('malformedEscape');
  }
}

function reachesPrototype(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

function countMembers(
  value: object,
  depth: number,
  budget: { nodes: number; members: number },
): void {
  if (depth > DEPTH_MAX) throw new MalformedParams('tooDeep');
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    if (++budget.nodes > NODES_MAX) throw new MalformedParams('tooManyFields');
    if (!isList) {
      budget.members += 1;
      if (reachesPrototype(name)) throw new MalformedParams('forbiddenField');
    }
    if (typeof inner === 'object' && inner !== null) countMembers(inner, depth + 1, budget);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** `text` is known to be valid JSON. */
function colonsOutsideStrings(text: string): number {
  let colons = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === BACKSLASH) i += 1;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) {
      inString = true;
    } else if (unit === COLON) {
      colons += 1;
    }
  }
  return colons;
}

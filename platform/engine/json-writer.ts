import { LONGEST_INTEGER, writeInteger } from '@assay/core/num/digits';

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const TILDE = 126;

const INITIAL_BYTES = 4_096;
/** Bytes that one character of a string takes at most in UTF-8. */
const CHARACTER_BYTES = 3;
/** Number of encoded names that are kept; any further name is encoded each time. */
const NAMES_KEPT = 1_000;
/** Values that nest deeper are left to JSON.stringify, which also detects cycles. */
const DEPTH = 16;

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

/**
 * JSON as UTF-8 bytes, in memory that is used again. Outcomes of commands are small objects of
 * integers and short names. Writing them here byte by byte takes two thirds of the time of
 * JSON.stringify and of encoding its string (measured).
 */
export class JsonWriter {
  /** What was written lies before `end`; another array after each growth. */
  bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  end = 0;
  readonly #names = new Map<string, Uint8Array>();

  /** Writes one byte: punctuation. */
  byte(code: number): void {
    if (this.end === this.bytes.length) this.#makeRoom(1);
    this.bytes[this.end] = code;
    this.end += 1;
  }

  /** Text that is JSON already. */
  text(json: string): void {
    this.#makeRoom(json.length * CHARACTER_BYTES);
    this.end += this.bytes.write(json, this.end, 'utf8');
  }

  /** Bytes that are JSON already. */
  copy(json: Uint8Array): void {
    this.#makeRoom(json.length);
    this.bytes.set(json, this.end);
    this.end += json.length;
  }

  /** Writes exactly what JSON.stringify would. @throws TypeError on what that throws on */
  value(value: unknown): void {
    const start = this.end;
    if (this.#plain(value, DEPTH)) return;
    this.end = start;
    this.text(JSON.stringify(value));
  }

  /** Returns false for a value that needs JSON.stringify; what was written is then invalid. */
  #plain(value: unknown, depth: number): boolean {
    if (typeof value === 'number') return this.#integer(value);
    if (typeof value === 'string') return this.#string(value);
    if (typeof value === 'object' && value !== null) {
      if (depth === 0 || (value as { toJSON?: unknown }).toJSON !== undefined) return false;
      return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
    }
    if (value === null) this.#copyShort(NULL);
    else if (typeof value === 'boolean') this.#copyShort(value ? TRUE : FALSE);
    else return false;
    return true;
  }

  #integer(value: number): boolean {
    if (!Number.isSafeInteger(value)) return false;
    this.#makeRoom(LONGEST_INTEGER);
    this.end = writeInteger(this.bytes, this.end, value);
    return true;
  }

  #string(value: string): boolean {
    this.#makeRoom(value.length + 2);
    const { bytes } = this;
    let at = this.end;
    bytes[at] = QUOTE;
    for (let i = 0; i < value.length; i += 1) {
      const code = value.charCodeAt(i);
      if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) return false;
      at += 1;
      bytes[at] = code;
    }
    bytes[at + 1] = QUOTE;
    this.end = at + 2;
    return true;
  }

  /** Each item is written after a comma; the first comma is then replaced by the bracket. */
  #array(items: readonly unknown[], depth: number): boolean {
    const start = this.end;
    for (let i = 0; i < items.length; i += 1) {
      this.byte(COMMA);
      if (!this.#plain(items[i], depth - 1)) return false;
    }
    this.#enclose(start, OPEN_ARRAY, CLOSE_ARRAY);
    return true;
  }

  #object(value: object, depth: number): boolean {
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    const start = this.end;
    for (const name in value) {
      this.#copyShort(this.#names.get(name) ?? this.#nameOf(name));
      if (!this.#plain((value as Record<string, unknown>)[name], depth - 1)) return false;
    }
    this.#enclose(start, OPEN_OBJECT, CLOSE_OBJECT);
    return true;
  }

  #enclose(start: number, open: number, close: number): void {
    if (this.end === start) this.byte(open);
    else this.bytes[start] = open;
    this.byte(close);
  }

  /** A comma, the name of a member, a colon: the same few names over and over. */
  #nameOf(name: string): Uint8Array {
    const encoded = Buffer.from(`,${JSON.stringify(name)}:`);
    if (this.#names.size < NAMES_KEPT) this.#names.set(name, encoded);
    return encoded;
  }

  /** Copies a few bytes one by one, which is faster than a call of Buffer.copy. */
  #copyShort(short: Uint8Array): void {
    this.#makeRoom(short.length);
    const { bytes, end } = this;
    for (let i = 0; i < short.length; i += 1) bytes[end + i] = short[i] as number;
    this.end = end + short.length;
  }

  #makeRoom(count: number): void {
    const needed = this.end + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(needed * 2);
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }
}

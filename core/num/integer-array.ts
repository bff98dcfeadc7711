import { assert } from './integer.ts';

/** A global of Node and of browsers alike; core is compiled with the libraries of neither. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const FALSE = 102;
const TRUE = 116;
const OPEN = 123;
const CLOSE = 125;

/** Digits that are written together, so that they are worked out in 32 bits. */
const PART_DIGITS = 8;
const PART = 10 ** PART_DIGITS;
/** An int64 with its sign and the comma after it. */
const LONGEST = 21;
const INITIAL_BYTES = 1 << 16;

const decoder = new TextDecoder();
/** Room for one array, used again by the next. */
let bytes = new Uint8Array(INITIAL_BYTES);

/**
 * The array literal that PostgreSQL reads, `{1,-2,t}`, of what `read` finds in each item. A batch
 * writes some sixty such columns, and a string for each number takes more than twice the time that
 * its digits take (measured).
 * @throws BrokenInvariant on a number that is not a safe integer
 */
export function integerArray<T>(
  items: readonly T[],
  read: (item: T) => number | bigint | boolean,
): string {
  if (items.length === 0) return '{}';
  const room = items.length * LONGEST + 1;
  if (room > bytes.length) bytes = new Uint8Array(room * 2);
  const out = bytes;
  out[0] = OPEN;
  let at = 1;
  for (let i = 0; i < items.length; i += 1) {
    const value = read(items[i] as T);
    if (typeof value === 'number') at = writeNumber(out, at, value);
    else if (typeof value === 'bigint') at = writeBig(out, at, value);
    else {
      out[at] = value ? TRUE : FALSE;
      at += 1;
    }
    out[at] = COMMA;
    at += 1;
  }
  out[at - 1] = CLOSE;
  return decoder.decode(out.subarray(0, at));
}

/** Writes a number at `at`; answers where it ends. */
function writeNumber(out: Uint8Array, at: number, value: number): number {
  if (value >= 0 && value < PART) return writeDigits(out, at, value, width(value));
  assert(Number.isSafeInteger(value), 'a column of integers holds safe integers');
  if (value < 0) {
    out[at] = MINUS;
    return writeNumber(out, at + 1, -value);
  }
  const high = Math.floor(value / PART);
  const next = writeDigits(out, at, high, width(high));
  return writeDigits(out, next, value - high * PART, PART_DIGITS);
}

/** Amounts are bigints, and nearly all of them safe as numbers. */
function writeBig(out: Uint8Array, at: number, value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return writeNumber(out, at, number);
  const text = String(value);
  for (let i = 0; i < text.length; i += 1) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** Writes the last `count` digits of a whole number below 2^31. */
function writeDigits(out: Uint8Array, at: number, value: number, count: number): number {
  let left = value | 0;
  assert(left === value, 'a column of integers holds integers');
  for (let place = at + count - 1; place >= at; place -= 1) {
    const tenth = (left / 10) | 0;
    out[place] = ZERO + left - tenth * 10;
    left = tenth;
  }
  return at + count;
}

/** How many digits a whole number below 2^31 has. */
function width(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits += 1;
  return digits;
}

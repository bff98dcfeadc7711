import { assert } from './integer.ts';

const MINUS = 45;
const ZERO = 48;

/** Digits that are written together, so that the arithmetic stays within 32 bits. */
const PART_DIGITS = 8;
const PART = 10 ** PART_DIGITS;

/** The most bytes of a safe integer: a sign and 16 digits. */
export const LONGEST_INTEGER = 17;

/**
 * Writes a safe integer in decimal, as ASCII, at `at`; returns the index after it. Several times
 * faster than making a string and copying it (measured).
 * @throws BrokenInvariant on any other number
 */
export function writeInteger(out: Uint8Array, at: number, value: number): number {
  const small = value | 0;
  if (small === value && small >= 0) {
    if (small >= 10) return writeDigits(out, at, small, width(small));
    out[at] = ZERO + small;
    return at + 1;
  }
  assert(Number.isSafeInteger(value), 'a number that is written in digits is a safe integer');
  if (value < 0) {
    out[at] = MINUS;
    return writeInteger(out, at + 1, -value);
  }
  const high = Math.floor(value / PART);
  const next = writeDigits(out, at, high, width(high));
  return writeDigits(out, next, value - high * PART, PART_DIGITS);
}

/** Writes the last `count` digits of a whole number below 2^31, two at a time. */
function writeDigits(out: Uint8Array, at: number, value: number, count: number): number {
  let left = value | 0;
  let place = at + count - 1;
  for (; place > at; place -= 2) {
    const rest = (left / 100) | 0;
    const pair = left - rest * 100;
    const tens = (pair * 205) >> 11; // a tenth of `pair`, exact below 100
    out[place - 1] = ZERO + tens;
    out[place] = ZERO + pair - tens * 10;
    left = rest;
  }
  if (place === at) out[place] = ZERO + (left % 10);
  return at + count;
}

/** The number of digits of a whole number below 2^31. */
function width(value: number): number {
  if (value < 1e4) return value < 1e2 ? (value < 1e1 ? 1 : 2) : value < 1e3 ? 3 : 4;
  if (value < 1e8) return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8;
  return value < 1e9 ? 9 : 10;
}

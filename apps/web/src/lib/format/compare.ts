/**
 * Compares two decimal texts by size, for the order of a table (which may be as rough as a float).
 * What is no number comes after all that is.
 */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = [sizeOf(a), sizeOf(b)];
  return x === y ? 0 : x - y;
}

/** The sign of a decimal text: -1, 0 or 1; 0 for what is not a number. */
export function signOf(value: string): -1 | 0 | 1 {
  const number = Number(value);
  if (number > 0) return 1;
  return number < 0 ? -1 : 0;
}

function sizeOf(text: string): number {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

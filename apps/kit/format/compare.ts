/**
 * Compares two decimal texts by value to sort a table, for which the precision of a float is
 * enough. Text that is not a number sorts last.
 */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = [sizeOf(a), sizeOf(b)];
  return x === y ? 0 : x - y;
}

/** The sign of a decimal text: -1, 0 or 1; 0 if the text is not a number. */
export function signOf(value: string): -1 | 0 | 1 {
  const number = Number(value);
  if (number > 0) return 1;
  return number < 0 ? -1 : 0;
}

function sizeOf(text: string): number {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

/**
 * The letters of watermarks, five columns by seven rows: the library that decodes has no fonts of
 * its own, and a machine without any would burn in nothing.
 */
const ROWS = 7;
const COLUMNS = 5;

/** Seven rows of five bits each, the first row first; two base-32 digits would be no shorter. */
const SHAPES: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  ':': '00040400040400',
  '-': '0000001f000000',
  '.': '00000000000404',
  '/': '01010204081010',
  '#': '0a0a1f0a1f0a0a',
  ' ': '00000000000000',
};
const UNKNOWN = '1f1111111111' + '1f';

/** A text as dots that are on or off, one row after the other, with a column between letters. */
export function dotsOf(text: string): { width: number; height: number; on: boolean[] } {
  const letters = [...text.toUpperCase()].map((letter) => SHAPES[letter] ?? UNKNOWN);
  const width = Math.max(1, letters.length * (COLUMNS + 1));
  const on = new Array<boolean>(width * ROWS).fill(false);
  letters.forEach((shape, at) => {
    for (let row = 0; row < ROWS; row++) {
      const bits = Number.parseInt(shape.slice(row * 2, row * 2 + 2), 16);
      for (let column = 0; column < COLUMNS; column++) {
        const isOn = ((bits >> (COLUMNS - 1 - column)) & 1) === 1;
        on[row * width + at * (COLUMNS + 1) + column] = isOn;
      }
    }
  });
  return { width, height: ROWS, on };
}

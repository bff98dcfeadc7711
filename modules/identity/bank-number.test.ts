import { expect, it } from 'vitest';
import { faultOfBankNumber, plainBankNumber } from './rules/bank-number.ts';

it('IDEN-180 an IBAN has the length of its country and right check digits; other numbers are not judged by that', () => {
  // The examples of the register.
  const right = [
    ...['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'NO93 8601 1117 947'],
    ...['FR14 2004 1010 0505 0001 3M02 606', 'mt84malt011000012345mtlcast001s', 'BE68539007547034'],
  ].map(plainBankNumber);
  for (const number of right) {
    expect(faultOfBankNumber(number)).toBe(null);
    // Two neighbours swapped, a digit changed, and one too few or too many.
    for (let i = 4; i + 1 < number.length; i += 1) {
      const [a = '', b = ''] = number.slice(i, i + 2);
      const swapped = number.slice(0, i) + b + a + number.slice(i + 2);
      expect(faultOfBankNumber(swapped)).toBe(a === b ? null : 'iban');
    }
    const last = (Number(number.at(-1)?.replace('S', '4')) + 1) % 10;
    for (const wrong of [number.slice(0, -1) + last, number.slice(0, -1), `${number}0`]) {
      expect(faultOfBankNumber(wrong)).toBe('iban');
    }
  }
  // Right check digits, and not the length of the country.
  expect(faultOfBankNumber('DE41370400440532013')).toBe('iban');
  for (const other of ['', '4111111111111111', '12345678', 'A1234', 'ABC12345']) {
    expect(faultOfBankNumber(other)).toBe(null);
  }
  for (const none of ['!', '123', 'DE89 3704', 'A'.repeat(35)]) {
    expect(faultOfBankNumber(none)).toBe('bankNumber');
  }
});

import { formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { ppmCeil } from '@assay/core/num/integer';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import { createFormat } from '@assay/kit/format/format.ts';
import { readNumber } from '@assay/kit/format/number-text.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const en = createFormat('en');

it('UI-1042 what is received is the value less the fee, as they are shown', () => {
  const shown = (...amounts: string[]) =>
    amounts.map((amount) => en.amount(amount, 'USDT', digitsOfSum(amounts)));
  expect(shown('1898', '1.898', '1896.102')).toEqual(['1,898.000', '1.898', '1,896.102']);
  expect(shown('4992.8', '4.9928')).toEqual(['4,992.8000', '4.9928']);
  expect(shown('100', '0.1', '99.9')).toEqual(['100.00', '0.10', '99.90']);
  expect(shown('0', '0.00000000')).toEqual(['0.00', '0.00']);

  const money = fc.integer({ min: 1, max: 9_000_000 * 10 ** SCALE });
  const rate = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(money, rate, fc.constantFrom('en', 'de', 'ar', 'hi'), (value, feePpm, locale) => {
      const fee = ppmCeil(value, feePpm);
      const sum = [value, fee, value - fee].map((units) => formatSafe(units, SCALE));
      const digits = digitsOfSum(sum);
      const { amount, decimalMark } = createFormat(locale);
      const read = sum.map((text) => readNumber(amount(text, 'USDT', digits), decimalMark));
      expect(read.map((text) => parseSafe(text, SCALE))).toEqual([value, fee, value - fee]);
    }),
  );
});

it('UI-1043 every amount has two digits after the point at least, a zero of any asset too', () => {
  for (const asset of ['USDT', 'BTC', 'DOGE']) {
    expect(en.amount('0', asset)).toBe('0.00');
    expect(en.amount('12', asset)).toBe('12.00');
    expect(en.amount('0.5', asset)).toBe('0.50');
  }
  expect(en.amount('0.02', 'BTC')).toBe('0.02');
  expect(en.amount('0.00000784', 'BTC')).toBe('0.00000784');
});

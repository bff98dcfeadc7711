import { cutOff, dayOf, readHolidays, rolloversIn } from '@assay/core/position/rollover';
import { expect, it } from 'vitest';
import { holidayNights } from './holidays.ts';
import { CONTRACTS } from './index.ts';

/** Nights of the dates of a span, by the terms of a new installation. */
function nights(symbol: string, from: string, until: string): string[] {
  const { nights: rule, holidays } = CONTRACTS.find((one) => one.symbol === symbol)!;
  const dates = readHolidays(holidays)!;
  const found: string[] = [];
  for (let day = dayOf(from)!; day <= dayOf(until)!; day += 1) {
    const [one] = rolloversIn(cutOff(day) - 1, cutOff(day), rule, dates);
    found.push(one === undefined ? '0/0' : `${one.carry}/${one.admin}`);
  }
  return found;
}

it('CFDS-127 nights around a holiday follow from the hours of the market: what spot carries over it two days ahead, and the charge on the day before', () => {
  // Christmas of 2026 is a Friday: from Tuesday to Saturday.
  expect(nights('EURUSD-CFD', '2026-12-22', '2026-12-26')).toEqual([
    ...['4/1', '1/1', '1/4', '0/0', '0/0'],
  ]);
  expect(nights('XAUUSD-CFD', '2026-12-22', '2026-12-25')).toEqual(['4/1', '1/1', '1/4', '0/0']);
  expect(nights('WTIUSD-CFD', '2026-12-22', '2026-12-25')).toEqual(['1/1', '1/1', '4/4', '0/0']);
  // Metals and oil are closed on Good Friday, currencies are not.
  expect(nights('EURUSD-CFD', '2027-03-24', '2027-03-26')).toEqual(['3/1', '1/1', '1/3']);
  expect(nights('XAUUSD-CFD', '2027-03-23', '2027-03-26')).toEqual(['4/1', '1/1', '1/4', '0/0']);
  // An early close is a day like others, and coins have none.
  expect(nights('WTIUSD-CFD', '2027-07-05', '2027-07-06')).toEqual(['1/1', '1/1']);
  expect(CONTRACTS.find(({ symbol }) => symbol === 'BTCUSDT-CFD')?.holidays).toBe('');
});

it('CFDS-127 in every contract each calendar day is carried and charged once', () => {
  // From a Monday to a Monday, without a holiday near either.
  const [from, until] = ['2026-11-16', '2028-11-12'];
  const days = dayOf(until)! - dayOf(from)! + 1;
  for (const { symbol } of CONTRACTS) {
    const counted = nights(symbol, from, until).map((one) => one.split('/').map(Number));
    for (const which of [0, 1]) {
      const sum = counted.reduce((all, one) => all + one[which]!, 0);
      expect(sum, symbol).toBe(days);
    }
  }
  expect(holidayNights('EUR-USD', 'daily')).toBe('');
});

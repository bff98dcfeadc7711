import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { lesser } from '@assay/core/num/integer';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import {
  aprPpm,
  chargeDay,
  contractText,
  dayInterest,
  dayPenalty,
  daysBegun,
  equalInstalment,
  isOverdue,
  type LoanTerms,
  lateOf,
  loanOf,
  NEW_BOOKS,
  nextInstalment,
  overdueDays,
  owedOf,
  pay,
  penaltyCap,
  percent,
  periodOf,
  scheduleOf,
  totalOf,
} from './index.ts';

const DAY = 86_400_000;
const RUNS = 10_000;
const units = (text: string) => parseDecimal(text, SCALE)!;

const TERMS: LoanTerms = {
  ...{ amount: units('10000'), dailyPpm: 500, periodDays: 30, instalments: 1 },
  ...{ method: 'interestFirst', lateHundredths: 150, capPpm: 500_000 },
};

/** Terms of any product that there may be. */
function anyTerms(dice: ReturnType<typeof createDice>): LoanTerms {
  const instalments = dice.int(1, 12);
  return {
    amount: BigInt(dice.int(100, 1_000_000)) * 10n ** 8n + BigInt(dice.int(0, 99_999_999)),
    dailyPpm: dice.int(1, 1_000),
    periodDays: instalments * dice.int(1, Math.floor(365 / instalments)),
    ...{ instalments, method: dice.pick(['equal', 'interestFirst'] as const) },
    ...{ lateHundredths: dice.int(0, 200), capPpm: dice.int(0, 500_000) },
  };
}

/** What so many days cost when nothing is paid. */
function after(terms: LoanTerms, days: number) {
  const one = loanOf(terms);
  let books = NEW_BOOKS;
  for (let day = 0; day < days; day += 1) books = chargeDay(one, books).books;
  return { one, books };
}

describe('the published vectors', () => {
  it('LOAN-010 LOAN-012 interest of 30 days, penalties of 5, and the equal instalment', () => {
    expect(after(TERMS, 30).books.interest).toBe(units('150'));
    const late = { ...TERMS, capPpm: 1_000_000 };
    expect(after(late, 35).books.penalty).toBe(units('37.5'));
    expect(after({ ...late, lateHundredths: 300 }, 35).books.penalty).toBe(units('75'));
    const three = { ...TERMS, periodDays: 90, instalments: 3, method: 'equal' } as const;
    expect(equalInstalment(three)).toBe(units('3433.83'));
    expect(percent(aprPpm(TERMS))).toBe('18.25');
  });

  it('LOAN-011 a schedule by hand: three equal instalments, the last of them the rest', () => {
    const terms = { ...TERMS, periodDays: 90, instalments: 3, method: 'equal' } as const;
    expect(scheduleOf(terms)).toEqual([
      { n: 1, day: 30, principal: units('3283.83'), interest: units('150') },
      { n: 2, day: 60, principal: units('3333.08745'), interest: units('100.74255') },
      { n: 3, day: 90, principal: units('3383.08255'), interest: units('50.7462381') },
    ]);
    const first = { ...terms, method: 'interestFirst' } as const;
    expect(scheduleOf(first).map(({ principal }) => principal)).toEqual([0n, 0n, TERMS.amount]);
  });
});

describe('properties', () => {
  it('LOAN-011 instalments are the amount and its interest, equal but for a smaller last one', () => {
    const dice = createDice(16);
    for (let run = 0; run < RUNS; run += 1) {
      const terms = anyTerms(dice);
      const schedule = scheduleOf(terms);
      expect(schedule.reduce((sum, one) => sum + one.principal, 0n)).toBe(terms.amount);
      expect(schedule.at(-1)!.day).toBe(terms.periodDays);
      const sums = schedule.map(({ principal, interest }) => principal + interest);
      expect(schedule.some(({ principal, interest }) => principal < 0n || interest < 0n)).toBe(
        false,
      );
      if (terms.method === 'interestFirst') continue;
      const [first] = sums;
      expect(sums.slice(0, -1).every((sum) => sum === first)).toBe(true);
      expect(sums.at(-1)! <= first! && sums.at(-1)! > 0n).toBe(true);
    }
  });

  it('LOAN-013 who pays on the days pays the schedule, and is never late', () => {
    const dice = createDice(17);
    for (let run = 0; run < RUNS / 20; run += 1) {
      const one = loanOf(anyTerms(dice));
      let books = NEW_BOOKS;
      for (const { day, principal, interest } of one.schedule) {
        while (books.days < day) books = chargeDay(one, books).books;
        expect(totalOf(periodOf(one, books))).toBe(principal + interest);
        const done = pay(one, books, principal + interest);
        expect(done.paid).toEqual({ penalty: 0n, interest, principal });
        books = done.books;
        expect(isOverdue(one, books)).toBe(false);
      }
      expect(totalOf(owedOf(one, books))).toBe(0n);
    }
  });

  it('LOAN-012 LOAN-014 whatever is paid when, costs stay within what was signed', () => {
    const dice = createDice(18);
    for (let run = 0; run < RUNS / 20; run += 1) {
      const terms = anyTerms(dice);
      const one = loanOf(terms);
      const most = one.schedule.reduce((sum, { interest }) => sum + interest, 0n);
      let books = NEW_BOOKS;
      let given = 0n;
      for (let step = 0; step < 12 && totalOf(owedOf(one, books)) > 0n; step += 1) {
        for (let day = dice.int(0, 60); day > 0; day -= 1) books = chargeDay(one, books).books;
        const owed = owedOf(one, books);
        const amount = dice.pick([1n, totalOf(owed) / 3n, totalOf(owed), totalOf(owed) + 1n]);
        const { books: next, paid } = pay(one, books, amount);
        expect(totalOf(paid)).toBe(lesser(amount, totalOf(owed)));
        // Nothing goes to a later part while an earlier one is owed.
        if (paid.principal > 0n) expect(paid.interest).toBe(owed.interest);
        if (paid.interest > 0n) expect(paid.penalty).toBe(owed.penalty);
        given += totalOf(paid);
        books = next;
        expect(books.penalty <= penaltyCap(terms)).toBe(true);
        const late = totalOf(lateOf(one, books));
        expect(isOverdue(one, books)).toBe(late > 0n);
        if (late === 0n) expect(overdueDays(one, books)).toBe(0);
        expect(isOverdue(one, pay(one, books, late).books)).toBe(false);
      }
      const cost = given + totalOf(owedOf(one, books)) - terms.amount;
      expect(cost <= most + penaltyCap(terms)).toBe(true);
      expect(given).toBe(books.repaid + books.interestPaid + books.penaltyPaid);
    }
  });
});

it('LOAN-012 a day that has begun counts whole, the first at once', () => {
  const issued = 1_763_640_000_000;
  const begun = (ms: number) => daysBegun(issued, issued + ms);
  expect([begun(0), begun(1), begun(DAY), begun(DAY + 1), begun(30 * DAY)]).toEqual([
    ...[1, 1, 1, 2, 30],
  ]);
  expect(dayPenalty(units('10000'), TERMS)).toBe(units('7.5'));
});

it('LOAN-013 a loan that is missed: late parts, days, and the next payment', () => {
  const terms = { ...TERMS, periodDays: 90, instalments: 3, method: 'equal' } as const;
  const { one, books } = after(terms, 31);
  expect(lateOf(one, books)).toEqual({
    ...{ penalty: dayPenalty(units('3283.83'), terms), principal: units('3283.83') },
    interest: units('150') + dayInterest(units('6716.17'), terms),
  });
  expect([overdueDays(one, books), nextInstalment(one, books)?.n]).toEqual([1, 2]);
  const paid = pay(one, books, totalOf(lateOf(one, books)));
  expect(isOverdue(one, paid.books)).toBe(false);
});

it('LOAN-015 the contract says all of it, and another amount is another text', () => {
  const of = { number: 'LN-000001', lender: 'Assay', borrower: 'account 1000', terms: TERMS };
  const contract = contractText(of);
  for (const said of ['10000 USD', 'APR): 18.25 %', 'interest 150', 'at most 5000', '10150']) {
    expect(contract).toContain(said);
  }
  expect(contractText({ ...of, terms: { ...TERMS, amount: units('9999') } })).not.toBe(contract);
});

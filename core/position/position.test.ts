import { describe, expect, it } from 'vitest';
import { createDice } from '../testing/dice.ts';
import { financingOf } from './financing.ts';
import { PriceQueue } from './price-queue.ts';
import { cutOff, DAY_MS, dayOf, readHolidays, rolloversIn } from './rollover.ts';
import {
  gainOf,
  gainOver,
  LONG,
  marginOf,
  ONE,
  quantityOf,
  rateOf,
  SHORT,
  shareOf,
  WAYS,
} from './value.ts';

const units = (value: number) => Math.round(value * 1e8);
const at = (date: string, hours = 0) => dayOf(date)! * DAY_MS + hours * 3_600_000;
const NONE = new Map<string, { carry: number; admin: number }>();
const RULES = ['spot', 'future', 'daily'] as const;

describe('arithmetic', () => {
  it('CFDS-001 margin is price x quantity / leverage, rounded up', () => {
    const lot = quantityOf(ONE, 100n * ONE);
    expect(marginOf(units(2_000), lot, 20)).toBe(10_000n * ONE);
    expect(marginOf(units(2_000), lot, 3)).toBe(6_666_666_666_667n);
    expect(shareOf(units(2_000), lot, 1_000)).toBe(200n * ONE);
    expect(shareOf(1, 1n, 1)).toBe(1n);
  });

  it('CFDS-002 a gain is rounded down and a loss up, by less than one unit', () => {
    expect(gainOf(LONG, 3, 4, 50_000_000n)).toBe(0n);
    expect(gainOf(SHORT, 3, 4, 50_000_000n)).toBe(-1n);
    const dice = createDice(11);
    for (let n = 0; n < 1_000; n += 1) {
      const [from, to] = [dice.int(1, 2 ** 40), dice.int(1, 2 ** 40)];
      const quantity = BigInt(dice.int(1, 2 ** 40));
      const [long, short] = [gainOf(LONG, from, to, quantity), gainOf(SHORT, from, to, quantity)];
      expect(long + short === 0n || long + short === -1n).toBe(true);
      expect(long * ONE <= BigInt(to - from) * quantity).toBe(true);
      expect((long + 1n) * ONE > BigInt(to - from) * quantity).toBe(true);
      expect(gainOver(LONG, BigInt(from) * quantity, to, quantity)).toBe(long);
      expect(gainOver(SHORT, BigInt(from) * quantity, to, quantity)).toBe(short);
    }
  });

  it('CFDS-003 a night costs a long the carry and the charge, and pays a short the carry less it', () => {
    // Natural gas, the front at 2171 and the next at 2366, 31 days apart; $10 a point.
    const gas = { carry: units(2_366 - 2_171), days: 31, adminPpm: 25_000 };
    const night = { carry: 1, admin: 1 };
    expect(financingOf(SHORT, 10n * ONE, units(2_171), gas, night)).toBe(6_141_623_950n);
    expect(financingOf(LONG, 10n * ONE, units(2_171), gas, night)).toBe(-6_439_021_211n);
    expect(financingOf(SHORT, 10n * ONE, units(2_171), gas, { carry: 3, admin: 3 })).toBe(
      18_424_871_851n,
    );
    // A carry below zero is received by a long.
    const fx = { carry: -units(0.00005), days: 1, adminPpm: 8_000 };
    expect(financingOf(LONG, 100_000n * ONE, units(1.1), fx, night)).toBe(258_904_109n);
    expect(financingOf(LONG, 1n, 1, { carry: 0, days: 1, adminPpm: 1 }, night)).toBe(-1n);
  });
});

describe('other currencies', () => {
  const lot = 100_000n * ONE;

  it('CFDS-140 what is gained becomes USDT rounded down, what is paid rounded up', () => {
    const yen = rateOf(units(156.25), 'over');
    expect(gainOf(LONG, units(180), units(180.5), lot, yen)).toBe(320n * ONE);
    expect(marginOf(units(180), lot, 100, yen)).toBe(1_152n * ONE);
    expect(shareOf(units(180), lot, 300, yen)).toBe(3_456_000_000n);
    const pounds = rateOf(units(1.31), 'times');
    expect(gainOf(LONG, units(0.88), units(0.881), lot, pounds)).toBe(131n * ONE);
    const odd = rateOf(units(157), 'over');
    expect(gainOf(LONG, units(180), units(181), lot, odd)).toBe(63_694_267_515n);
    expect(gainOf(SHORT, units(180), units(181), lot, odd)).toBe(-63_694_267_516n);
    expect(marginOf(units(1), lot, 1, odd)).toBe(63_694_267_516n);
    expect(shareOf(units(1), lot, 1_000_000, odd)).toBe(63_694_267_516n);
  });

  it('CFDS-140 a night is converted in its one division', () => {
    const terms = { carry: units(0.005), days: 1, adminPpm: 8_000 };
    const yen = rateOf(units(156.25), 'over');
    const night = (side: 1 | -1) =>
      financingOf(side, lot, units(180), terms, { carry: 1, admin: 1 }, yen);
    // 500 yen of carry, and 394.52054795 of charge.
    expect([night(LONG), night(SHORT)]).toEqual([-572_493_151n, 67_506_849n]);
  });

  it('CFDS-140 long and short never gain together, and no amount is off by a whole unit', () => {
    const dice = createDice(140);
    for (let n = 0; n < 1_000; n += 1) {
      const [from, to] = [dice.int(1, 2 ** 40), dice.int(1, 2 ** 40)];
      const quantity = BigInt(dice.int(1, 2 ** 40));
      const { of, per } = rateOf(dice.int(1, 2 ** 40), dice.pick(WAYS));
      const gain = (side: 1 | -1) => gainOf(side, from, to, quantity, { of, per });
      const [long, short] = [gain(LONG), gain(SHORT)];
      expect(long + short === 0n || long + short === -1n).toBe(true);
      const exact = BigInt(to - from) * quantity * of;
      expect(long * ONE * per <= exact && (long + 1n) * ONE * per > exact).toBe(true);
      expect(gainOver(LONG, BigInt(from) * quantity, to, quantity, { of, per })).toBe(long);
      const [margin, leverage] = [marginOf(from, quantity, 7, { of, per }), 7n];
      const [paid, value] = [ONE * leverage * per, BigInt(from) * quantity * of];
      expect(margin * paid >= value && (margin - 1n) * paid < value).toBe(true);
    }
  });
});

describe('nights', () => {
  it('CFDS-004 are charged at 17:00 in New York, by its summer time', () => {
    const hours = [
      '2026-03-07',
      '2026-03-08',
      '2026-10-31',
      '2026-11-01',
      '2027-03-13',
      '2027-03-14',
    ];
    expect(hours.map((date) => (cutOff(dayOf(date)!) % DAY_MS) / 3_600_000)).toEqual([
      22, 21, 21, 22, 22, 21,
    ]);
    const zone = { timeZone: 'America/New_York', hour: 'numeric', hour12: false } as const;
    const clock = new Intl.DateTimeFormat('en-US', zone);
    for (let day = 20_454; day < 20_454 + 731; day += 1) {
      expect(clock.format(cutOff(day))).toBe('17');
    }
  });

  it('CFDS-004 over two years no night is counted twice and none is missing', () => {
    const [from, until] = [at('2026-01-05', 12), at('2028-01-03', 12)];
    const days = (until - from) / DAY_MS;
    for (const rule of RULES) {
      const dice = createDice(5);
      const whole = [];
      let now = from;
      while (now < until) {
        const next = Math.min(until, now + dice.int(1, 3 * DAY_MS));
        whole.push(...rolloversIn(now, next, rule, NONE));
        now = next;
      }
      expect(new Set(whole.map((one) => one.at)).size).toBe(whole.length);
      expect(whole.reduce((sum, { carry }) => sum + carry, 0)).toBe(days);
      expect(whole.reduce((sum, { admin }) => sum + admin, 0)).toBe(days);
    }
    const week = rolloversIn(at('2026-11-23'), at('2026-11-29', 23), 'spot', NONE);
    expect(week.map(({ carry, admin }) => `${carry}/${admin}`)).toEqual([
      '1/1',
      '1/1',
      '3/1',
      '1/1',
      '1/3',
    ]);
  });

  it('CFDS-004 a holiday has nights of its own, and other text is refused', () => {
    const holidays = readHolidays('2026-12-23=4/2,2026-12-25=0/0')!;
    const [from, until] = [at('2026-12-23'), at('2026-12-26')];
    const nights = rolloversIn(from, until, 'spot', holidays);
    expect(nights.map(({ carry, admin }) => `${carry}/${admin}`)).toEqual(['4/2', '1/1']);
    for (const text of [
      'x',
      '2026-13-01=1/1',
      '2026-02-30=1/1',
      '2026-12-23=1',
      ',',
      '2026-12-23=1/1,',
    ]) {
      expect(readHolidays(text), text).toBeNull();
    }
  });
});

it('CFDS-006 what waits is found nearest first, then oldest, by any sequence of changes', () => {
  for (const way of [1, -1] as const) {
    const dice = createDice(way + 2);
    const queue = new PriceQueue(way);
    const plain = new Map<number, number>();
    for (let n = 0; n < 1_500; n += 1) {
      const id = dice.int(1, 60);
      const price = dice.int(1, 40);
      if (dice.int(0, 3) === 0) {
        queue.remove(id);
        plain.delete(id);
      } else {
        queue.set(id, price);
        plain.set(id, price);
      }
      const now = dice.int(1, 40);
      const due = [...plain].filter(([, one]) => (now - one) * way >= 0);
      const [first] = due.sort(([a, x], [b, y]) => (x - y) * way || a - b);
      expect(queue.reached(now)).toBe(first?.[0]);
      expect(queue.size).toBe(plain.size);
      expect(queue.priceOf(id)).toBe(plain.get(id));
    }
  }
});

import { OWNER } from '@assay/core/ledger/owners';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it, vi } from 'vitest';
import { Keeper } from './machine/keeper.ts';
import { OpenOrders } from './machine/open-orders.ts';
import { EarnPool } from './machine/pool.ts';
import type * as Rules from './rules.ts';
import { LEGAL_CODES } from './rules.ts';
import { AT_END, EarnDesk, STAFF, TERMS, UNIT } from './testing/desk.ts';
import { PlainEarn, type PlainEnd } from './testing/plain-earn.ts';

/** Replacements of functions by a planted bug; empty while there is none. */
const replaced = vi.hoisted(() => new Map<string, unknown>());
vi.mock('./rules.ts', async (load) => {
  const real = await load<typeof Rules>();
  const outside = {};
  for (const [name, value] of Object.entries(real)) {
    const get = () => replaced.get(name) ?? value;
    Object.defineProperty(outside, name, { enumerable: true, get });
  }
  return outside;
});
const rules = await vi.importActual<typeof Rules>('./rules.ts');

/** The test run takes little of it; `EARN_TWIN=100000` is the long command. */
const COMMANDS = Number(process.env.EARN_TWIN ?? 10_000);
const COURSE = 1_675;
/** With little of it a pool is often sold out. */
const CAPITALS = [300, 9_000];

/** One random course of commands, sent to the machine and to the plain model. */
class Course {
  readonly plain = new PlainEarn();
  readonly desk: EarnDesk;
  readonly #dice: Dice;
  readonly #slice: number;
  readonly #users: number[] = [];

  constructor(dice: Dice, slice: number, capital: number) {
    this.#dice = dice;
    this.#slice = slice;
    this.desk = new EarnDesk({ slice, capital: `${capital}` });
    this.plain.give('capital', BigInt(capital) * BigInt(UNIT));
    for (const terms of [TERMS, AT_END]) this.#listed(terms.product, terms);
    for (let i = 0; i < 5; i += 1) this.#come();
  }

  step(): void {
    const way = this.#dice.int(0, 99);
    if (way < 35) this.#subscribe();
    else if (way < 55) this.#redeem();
    else if (way < 60) this.#renew();
    else if (way < 64) this.#reject();
    else if (way < 67) this.#terms();
    else if (way < 68) this.#leave();
    else if (way < 85) this.#work();
    else this.desk.now += this.#dice.pick([1, HOUR, 9 * HOUR, DAY, DAY, 3 * DAY, 40 * DAY]);
  }

  compare(): void {
    const { desk, plain } = this;
    desk.sequencer.audit();
    for (const user of this.#users) expect(desk.has(user)).toBe(plain.has(user));
    expect([desk.has('capital'), desk.has('escrow')]).toEqual([
      ...[plain.has('capital'), plain.has('escrow')],
    ]);
    const seen = desk.earn.open.rows().map((row) => [row.id, row.term, row.days, row.state]);
    const expected = plain.open.map((one) => [one.id, one.term, one.days, one.state]);
    expect(seen).toEqual(expected);
  }

  #both(actor: number, type: string, body: object, expected: (seq: number) => string): void {
    const { refusal = '' } = this.desk.send(actor, type, body);
    expect(refusal, JSON.stringify(body)).toBe(expected(this.desk.sequencer.seq));
  }

  #subscribe(): void {
    const user = this.#dice.pick(this.#users);
    const product = this.#dice.pick(['USDT-30', 'USDT-7', 'USDT-7', 'USDT-9']);
    const text = this.#dice.pick([
      '10',
      '33.33333333',
      '1000',
      '9.99999999',
      '10000',
      '10001',
      '0',
    ]);
    const amount = BigInt(Math.round(Number(text) * UNIT));
    const known = this.plain.products.get(product)?.version ?? 1;
    const version = this.#dice.int(0, 20) === 0 ? known + 1 : known;
    const asked = { product, amount, version, renews: this.#dice.int(0, 1) === 0 };
    this.#both(user, 'subscribeEarn', { ...asked, amount: text }, (seq) =>
      this.plain.subscribe(user, asked, { seq, at: this.desk.now }),
    );
  }

  #redeem(): void {
    const [user, orderId] = this.#ofSomebody();
    const cost = this.#dice.pick(['0', '0.5', '1000', '1000']);
    this.#both(user, 'redeemEarn', { orderId, cost }, () =>
      this.plain.redeem(user, orderId, BigInt(Number(cost) * UNIT), this.desk.now),
    );
  }

  #renew(): void {
    const [user, orderId] = this.#ofSomebody();
    const renews = this.#dice.int(0, 1) === 0;
    this.#both(user, 'renewEarn', { orderId, renews }, () =>
      this.plain.renew(user, orderId, renews),
    );
  }

  #reject(): void {
    const redeeming = this.plain.open.filter(({ state }) => state === 'redeeming');
    const orderId = redeeming.length > 0 ? this.#dice.pick(redeeming).id : 1;
    const code = this.#dice.pick(LEGAL_CODES);
    this.#both(STAFF, 'rejectRedemption', { orderId, code }, () =>
      this.plain.reject(orderId, this.desk.now),
    );
  }

  #work(): void {
    const { desk, plain } = this;
    const rounds = this.#dice.pick([1, 1, Infinity]);
    for (let i = 0; i < rounds; i += 1) {
      const outcome = desk.send(OWNER.engine, 'workEarn', {});
      const done = plain.work(desk.now, this.#slice);
      expect(outcome).toEqual(done === 0 ? { refusal: 'nothingDue' } : { work: done });
      if (done === 0) return;
    }
  }

  #terms(): void {
    const base = this.#dice.pick([TERMS, AT_END]);
    const change = this.#dice.pick([
      ...[{}, {}, { status: 'closed' }, { dailyPpb: 400_000 }, { dailyPpb: 700_001 }],
      ...[{ costPpm: 900_000 }, { quota: 500 * UNIT }, { mostPerson: 10_000 * UNIT }],
    ]);
    const terms = { ...base, ...change };
    this.desk.must(STAFF, 'setEarnProduct', terms);
    this.#listed(base.product, terms as typeof TERMS);
  }

  /** A virtual account ends, with all that it has; another person comes. */
  #leave(): void {
    const user = this.#users.shift()!;
    this.desk.must(OWNER.setup, 'endVirtualAccount', { userId: user });
    this.plain.endAll(user);
    this.plain.give(user, -this.plain.has(user));
    expect(this.desk.has(user)).toBe(0n);
    this.#come();
  }

  #come(): void {
    const user = this.desk.person('30000');
    this.#users.push(user);
    this.plain.give(user, 30_000n * BigInt(UNIT));
  }

  #listed(product: string, terms: typeof TERMS): void {
    const { version } = this.desk.earn.products.get(product)!;
    this.plain.products.set(product, { ...terms, version });
  }

  /** An order and its owner; sometimes another person, or no order. */
  #ofSomebody(): [user: number, orderId: number] {
    const any = this.#dice.pick(this.#users);
    if (this.plain.open.length === 0) return [any, 1];
    const { user, id } = this.#dice.pick(this.plain.open);
    return [this.#dice.int(0, 15) === 0 ? any : user, id];
  }
}

function run(seed: number, slice: number, commands: number): Course {
  const capital = CAPITALS[seed % CAPITALS.length]!;
  const course = new Course(createDice(seed), slice, capital);
  for (let i = 0; i < commands; i += 1) {
    course.step();
    course.compare();
  }
  return course;
}

describe('machine and plain model', () => {
  it.each([1, 7, 500])(
    'EARN-020 EARN-022 agree after every command, in slices of %i',
    (slice) => {
      const [ended, booked] = [[] as PlainEnd[], [] as bigint[]];
      // A course takes four years or so.
      for (let done = 0; done < COMMANDS / 3; done += COURSE) {
        const { plain } = run(7_300 + slice + done, slice, COURSE);
        ended.push(...plain.ended);
        booked.push(...plain.booked.values());
      }
      const ways = new Set(ended.map(({ state, why }) => state + why));
      for (const one of [
        ...['completed', 'redeemed', 'closed', 'completednotOffered'],
        ...['completedworseTerms', 'completedearnSoldOut'],
      ]) {
        expect(ways, `an order is ${one}`).toContain(one);
      }
      expect(ended.some(({ term }) => term > 1)).toBe(true);
      expect(booked.length).toBeGreaterThan(COMMANDS / 10);
    },
    60_000 + COMMANDS * 20,
  );
});

type Method = (...args: never[]) => unknown;
type Bug = readonly [name: string, plant: () => void];
const pick = <T extends object>(kind: { prototype: T }) => kind.prototype as Record<string, Method>;

/** Replaces a method while a bug is planted; `real` calls the one that was there. */
function method(owner: object, name: string, bug: (real: Method) => Method): () => void {
  return () => {
    const methods = pick({ prototype: owner });
    const real = methods[name]!;
    vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      return bug(real.bind(this) as Method)(...(args as never[]));
    });
  };
}
const rule = (name: keyof typeof Rules, bug: unknown) => () => void replaced.set(name, bug);

const BUGS: readonly Bug[] = [
  [
    'the yield is rounded up',
    rule('earnedAfter', (t: never, d: never) => rules.earnedAfter(t, d) + 1),
  ],
  [
    'each day is rounded by itself',
    rule('dayYield', (t: Parameters<typeof rules.dayYield>[0]) => rules.earnedAfter(t, 1)),
  ],
  [
    'the last day is missing from escrow',
    rule('wholeYield', (t: never) => rules.earnedAfter(t, 6)),
  ],
  ['the cost is rounded up', rule('earlyCost', (e: never, p: never) => rules.earlyCost(e, p) + 1)],
  ['the cost is of the whole', rule('earlyCost', (e: number) => e)],
  ['the cost is not charged', method(EarnPool.prototype, 'charge', () => () => undefined)],
  ['a yield is not paid', method(EarnPool.prototype, 'pay', () => () => undefined)],
  ['the rest of escrow stays there', method(EarnPool.prototype, 'free', () => () => undefined)],
  ['a new term is not funded', method(EarnPool.prototype, 'fund', () => () => undefined)],
  [
    'the pool promises what it has not',
    method(EarnPool.prototype, 'capital', () => () => 10n ** 15n),
  ],
  [
    'a redemption is paid a day early',
    method(OpenOrders.prototype, 'redemption', (real) => (at: number) => real((at + DAY) as never)),
  ],
  [
    'a redemption goes on earning',
    method(
      OpenOrders.prototype,
      'redeem',
      (real) => (row: never, asked: object) => real(row, { ...asked, dueAt: 8e15 } as never),
    ),
  ],
  [
    'today is booked before it has ended',
    method(
      OpenOrders.prototype,
      'unbooked',
      (real) => (today: number) => real((today + 1) as never),
    ),
  ],
  [
    'others are forgotten by the quota',
    method(
      OpenOrders.prototype,
      'inCustody',
      (real) => (product: never, user?: never) => (user === undefined ? 0 : real(product, user)),
    ),
  ],
  ['missing days are not booked first', method(Keeper.prototype, 'bring', () => () => undefined)],
  ['a closed account keeps its orders', method(Keeper.prototype, 'close', () => () => undefined)],
];

describe('planted bugs', () => {
  it.each(BUGS)('EARN-025 is found: %s', (_name, plant) => {
    plant();
    try {
      expect(() => run(12, 3, 1_500)).toThrow();
    } finally {
      vi.restoreAllMocks();
      replaced.clear();
    }
  });

  it('EARN-025 without a bug the same course finds nothing', () => {
    run(12, 3, 1_500);
  });
});

import { OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { gainOver } from '@assay/core/position/value';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import { describe, expect, it, vi } from 'vitest';
import { Cutter, type Valuation, type ValuedContracts } from './machine/cutter.ts';
import { Holdings } from './machine/holdings.ts';
import { StrategyMoney } from './machine/strategy-money.ts';
import type * as Rules from './rules.ts';
import { STAFF, UNIT } from './testing/desk.ts';
import { PlainStrategy } from './testing/plain-strategy.ts';
import { CONTRACT, CONVERSION, PRODUCT, STRATEGY, StrategyDesk } from './testing/strategy-desk.ts';

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

/** The test run takes a thousand courses; `STRATEGY_TWIN=20000` is the long command. */
const COURSES = Number(process.env.STRATEGY_TWIN ?? 1_000);
const STEPS = 30;
const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** One random course of commands, prices, gains and losses, sent to the machine and the model. */
class Course {
  readonly desk: StrategyDesk;
  readonly plain: PlainStrategy;
  readonly #dice: Dice;
  readonly #users: number[] = [];
  readonly #hasContracts: boolean;
  readonly #isConverted: boolean;

  constructor(seed: number) {
    this.#dice = createDice(seed);
    const slice = this.#dice.pick([1, 2, 3, 500]);
    const put = this.#dice.pick([0, 0, 7, STRATEGY.seed]);
    this.#hasContracts = seed % 2 === 1;
    const strategy = this.#hasContracts ? 'spotContract' : 'bookIndex';
    // Of those with contracts, half have some that are priced in another currency.
    this.#isConverted = seed % 4 === 1;
    this.desk = new StrategyDesk({ slice, seed: put, strategy, isConverted: this.#isConverted });
    const { least, most, mostPerson, quota, status } = STRATEGY;
    const bounds = { least: BigInt(least), most: BigInt(most), quota: BigInt(quota) };
    const terms = { ...bounds, mostPerson: BigInt(mostPerson), status };
    this.plain = new PlainStrategy(terms, BigInt(put), this.desk.now);
    for (let i = 0; i < 3; i += 1) this.#come();
    if (this.#isConverted) this.#convert();
    if (this.#hasContracts) this.#margin();
  }

  step(): void {
    const way = this.#dice.int(0, 99);
    if (way < 30) this.#subscribe();
    else if (way < 48) this.#redeem();
    else if (way < 53 && this.#hasContracts) this.#contract();
    else if (way < 58) this.#gain();
    else if (way < 68) this.#price();
    else if (way < 70) this.#terms();
    else if (way < 72) this.#leave();
    else if (way < 86) this.#work();
    else this.desk.now += this.#dice.pick([1, HOUR, 9 * HOUR, DAY, DAY, 2 * DAY, 40 * DAY]);
  }

  compare(): void {
    const { desk, plain } = this;
    desk.sequencer.audit();
    for (const user of this.#users) expect(desk.has(user)).toBe(plain.has(user));
    expect([desk.has(desk.account), desk.margin]).toEqual([plain.cash, plain.margin]);
    const { row } = desk;
    expect(desk.strategies.worthNow(row)).toBe(plain.worth);
    expect([row.units, row.houseUnits, row.day]).toEqual([
      ...[plain.units, plain.houseUnits, plain.nextDay - 1],
    ]);
    const seen = desk.strategies.holdings.rows();
    expect(seen.map(({ id, state, units: own, paid }) => [id, state, own, paid])).toEqual(
      plain.holdings.map(({ id, state, units: own, paid }) => [id, state, own, paid]),
    );
    // Notices that are next are next in both.
    expect(desk.strategies.holdings.leavingUnits(PRODUCT)).toBe(
      plain.holdings
        .filter(({ state }) => state === 'redeeming')
        .reduce((sum, one) => sum + one.units, 0n),
    );
  }

  #both(actor: number, type: string, body: object, expected: (seq: number) => string): void {
    const { refusal = '' } = this.desk.send(actor, type, body);
    expect(refusal, JSON.stringify(body)).toBe(expected(this.desk.sequencer.seq));
  }

  #subscribe(): void {
    const user = this.#dice.pick(this.#users);
    const amount = this.#dice.pick([
      ...['1', '0.99999999', '33.33333333', '1000', '2500.00000007', '10000', '10001', '0'],
    ]);
    const { version } = this.desk.row;
    this.#both(user, 'subscribeStrategy', { product: PRODUCT, amount, version }, (seq) =>
      this.plain.subscribe(user, units(amount), seq, this.desk.now),
    );
  }

  #redeem(): void {
    const { holdings } = this.plain;
    const other = this.#dice.pick(this.#users);
    const { user, id } = holdings.length > 0 ? this.#dice.pick(holdings) : { user: other, id: 1 };
    const actor = this.#dice.int(0, 15) === 0 ? other : user;
    this.#both(actor, 'redeemStrategy', { holdingId: id }, () =>
      this.plain.redeem(actor, id, this.desk.now),
    );
  }

  /** The account earns money or a coin; what it loses, it loses by the price of the coin. */
  #gain(): void {
    const amount = BigInt(this.#dice.pick([1, 3, 333_333_333, 700 * UNIT]));
    if (this.#dice.int(0, 2) > 0 && this.plain.price > 0n) {
      const coins = amount / 9_000n + 1n;
      this.desk.fund(this.desk.account, 'BTC', coins);
      this.plain.coins += coins;
      return;
    }
    this.desk.fund(this.desk.account, 'USDT', amount);
    this.plain.cash += amount;
  }

  /** What converts moves, with its own ticks. */
  #convert(): void {
    const rate = BigInt(this.#dice.int(80, 120)) * 999_983n;
    this.desk.price(rate, CONVERSION.conversionIndex);
    this.plain.convert(rate, this.desk.now);
  }

  #price(): void {
    if (this.#isConverted && this.#dice.int(0, 2) > 0) this.#convert();
    // With contracts not as far as to a close-out, and no further than a calm spread.
    const [least, most] = this.#hasContracts ? [60_000, 110_000] : [1, 200_000];
    const price = BigInt(this.#dice.int(least, most)) * 99_999_989n;
    this.desk.price(price);
    this.plain.tick(price, this.desk.now);
  }

  /** A little of the house, of which it has some as margin. */
  #margin(): void {
    const { desk, plain } = this;
    desk.fund(OWNER.cfd, 'USDT', BigInt(1_000_000 * UNIT));
    desk.fund(desk.account, 'USDT', BigInt(2_000 * UNIT));
    const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1500' };
    desk.must(desk.account, 'transferFunds', body);
    plain.cash += BigInt(500 * UNIT);
    plain.margin += BigInt(1_500 * UNIT);
  }

  /** The account sells or buys a part of a coin by contract, or closes what it has. */
  #contract(): void {
    const { desk, plain } = this;
    const open = plain.contracts.find(({ state }) => state === 'open');
    if (open !== undefined && this.#dice.int(0, 2) === 0) {
      desk.must(desk.account, 'closeCfdPositions', { positionId: open.id });
      open.state = 'closing';
      return;
    }
    if (plain.price === 0n || plain.contracts.length >= 4) return;
    const [side, sign] = this.#dice.pick([['sell', -1n] as const, ['buy', 1n] as const]);
    const lots = this.#dice.int(1, 19);
    const order = { contract: CONTRACT.symbol, side, kind: 'market', leverage: 5 };
    const body = { ...order, policyLeverage: 5, lots: `${lots / 100}` };
    const id = Number(desk.must(desk.account, 'placeCfdOrder', body).id);
    const quantity = BigInt(lots) * 10_000n;
    plain.contracts.push({ id, side: sign, quantity, state: 'asked', entry: 0n });
  }

  #work(): void {
    // A cut that has begun is brought to its end before anything else comes in between.
    this.desk.work();
    this.plain.work(this.desk.now);
  }

  #terms(): void {
    const change = this.#dice.pick([{}, { status: 'closed' as const }, { quota: 900 * UNIT }]);
    const { seed: _, ...terms } = { ...this.desk.terms, ...change };
    this.desk.must(STAFF, 'setEarnStrategy', terms);
    const { status, quota } = terms;
    this.plain.terms = { ...this.plain.terms, status, quota: BigInt(quota) };
  }

  #leave(): void {
    const user = this.#users.shift()!;
    this.desk.must(OWNER.setup, 'endVirtualAccount', { userId: user });
    this.plain.endAll(user);
    this.plain.give(user, -this.plain.has(user));
    this.#come();
  }

  #come(): void {
    const user = this.desk.person('30000');
    this.#users.push(user);
    this.plain.give(user, 30_000n * BigInt(UNIT));
  }
}

function run(seed: number, steps = STEPS): Course {
  const course = new Course(seed);
  for (let i = 0; i < steps; i += 1) {
    course.step();
    course.compare();
  }
  return course;
}

describe('strategy machine and plain model', () => {
  it(
    'EARN-045 EARN-047 agree after every command, whatever comes and goes, gains and losses',
    () => {
      const ways = new Set<string>();
      let cuts = 0;
      for (let seed = 0; seed < COURSES; seed += 1) {
        const { plain } = run(93_000 + seed);
        cuts += plain.cuts.length;
        for (const { state } of plain.ended) ways.add(state);
        for (const { paid, state } of plain.holdings)
          if (state === 'redeeming' && paid > 0n) ways.add('in part');
        for (const cut of plain.cuts) {
          // What comes and goes never takes from a unit that stays.
          const after = {
            value: cut.value + cut.paidIn - cut.paidOut,
            units: cut.units + cut.issued - cut.redeemed,
          };
          if (cut.units > 0n && after.units > 0n) {
            expect(after.value * cut.units >= cut.value * after.units, `day ${cut.day}`).toBe(true);
          }
        }
      }
      expect([...ways].toSorted()).toEqual(['closed', 'in part', 'redeemed', 'refunded']);
      expect(cuts).toBeGreaterThan(COURSES * 15);
    },
    60_000 + COURSES * 60,
  );
});

type Method = (...args: never[]) => unknown;
type Bug = readonly [name: string, plant: () => void];

/** Replaces a method while a bug is planted; `real` calls the one that was there. */
function method(owner: object, name: string, bug: (real: Method) => Method): () => void {
  return () => {
    const methods = owner as Record<string, Method>;
    const real = methods[name]!;
    vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      return bug(real.bind(this) as Method)(...(args as never[]));
    });
  };
}
const rule = (name: keyof typeof Rules, bug: unknown) => () => void replaced.set(name, bug);
type UnitRule = (amount: bigint, shares: Rules.Shares) => bigint;
const upwards = (of: UnitRule) => (amount: bigint, shares: Rules.Shares) => of(amount, shares) + 1n;

/** Counts open contracts by another rule. */
const valuing = (of: (one: ValuedContracts) => bigint) =>
  method(Cutter.prototype, 'valued', (real) => (...args) => {
    const found = real(...args) as Valuation | null;
    if (found === null) return null;
    const off = found.contracts.reduce((sum, one) => sum + of(one) - one.gain, 0n);
    return { ...found, value: found.value + off };
  });

const BUGS: readonly Bug[] = [
  ['units are rounded up', rule('unitsFor', upwards(rules.unitsFor))],
  ['a payment is rounded up', rule('worthOf', upwards(rules.worthOf))],
  ['units cost one for one', rule('unitsFor', (amount: bigint) => amount)],
  ['a coin is worth nothing', rule('valueAt', () => 0n)],
  ['a redemption gets what was paid in', rule('worthOf', (part: bigint) => part)],
  [
    'a redemption is paid what the account has not',
    method(StrategyMoney.prototype, 'available', () => () => 10n ** 15n),
  ],
  [
    'what was put in stays where it waited',
    method(StrategyMoney.prototype, 'issue', () => () => undefined),
  ],
  ['what buys no unit is kept', method(StrategyMoney.prototype, 'refund', () => () => undefined)],
  [
    'a subscription gets the price of the day before',
    method(
      Holdings.prototype,
      'pending',
      (real) => (product: never, day: number, of: never) => real(product, (day + 1) as never, of),
    ),
  ],
  [
    'a notice is paid by a cut before it',
    method(
      Holdings.prototype,
      'leaving',
      (real) => (product: never, day: number) => real(product, (day + 1) as never),
    ),
  ],
  ['margin is not counted', method(StrategyMoney.prototype, 'margin', () => () => 0n)],
  ['open contracts are not counted', valuing(() => 0n)],
  [
    'contracts are valued at the index',
    valuing(({ side, indexPrice, quantity, cost }) => gainOver(side, cost, indexPrice, quantity)),
  ],
  [
    'what is priced in another currency counts one for one',
    valuing(({ side, exit, quantity, cost }) => gainOver(side, cost, exit, quantity)),
  ],
  ['what contracts would bring is rounded up', valuing(({ gain }) => gain + 1n)],
  [
    'a cut takes a price of before midnight',
    method(Cutter.prototype, 'valued', (real) => (row: never) => real(row, 0 as never)),
  ],
];

describe('planted bugs', () => {
  it.each(BUGS)('EARN-049 is found: %s', (_name, plant) => {
    plant();
    try {
      expect(() => {
        for (let seed = 0; seed < 200; seed += 1) run(seed);
      }).toThrow();
    } finally {
      vi.restoreAllMocks();
      replaced.clear();
    }
  });

  it('EARN-049 without a bug the same courses find nothing', () => {
    for (let seed = 0; seed < 60; seed += 1) run(seed);
  });
});

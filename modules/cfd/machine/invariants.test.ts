import { OWNER } from '@assay/core/ledger/owners';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import type { CfdReceiptView } from '../schema/commands.ts';
import { listing } from '../testing/listings.ts';
import { ALICE, BOB, CfdRealm } from './cfd.suite.ts';

/** Random courses; `RULE_RUNS=10000` for the long form. */
const RUNS = Number(process.env.RULE_RUNS ?? 1_000);
const STEPS = 14;
const USERS = [ALICE, BOB];
/** Ask and bid are this far from the index, in units; the listing has the same at all times. */
const HALF = 10 ** 8;
const MOST_LEVERAGE = 20;
const CLOSE_OUT = 0.5;

interface Placed {
  readonly user: number;
  readonly side: 1 | -1;
  readonly kind: string;
  readonly price: number;
  readonly leverage: number;
  readonly lots: number;
  readonly stopLoss: number;
  readonly takeProfit: number;
  /** The last tick before it was accepted, and before all of it was asked to be closed. */
  readonly afterN: number;
  closingAfterN: number | null;
}

interface Tick {
  readonly n: number;
  readonly bid: number;
  readonly ask: number;
}

/** Contracts of two people in a small world, looked at after each tick without the rules. */
class Course {
  readonly realm = new CfdRealm({
    ...{ house: '2000', funds: '60', isAudited: false },
    listings: [listing({ maxLeverage: MOST_LEVERAGE, maxNetLots: '50' })],
  });
  readonly #dice: Dice;
  readonly #placed = new Map<number, Placed>();
  readonly #ticks = new Map<number, Tick>();
  #price = 10_000;
  #n = 0;
  /** Who was due after the last tick. */
  #due = new Set<number>();
  readonly seen = new Set<string>();

  constructor(dice: Dice) {
    this.#dice = dice;
    this.realm.fund(OWNER.insurance, '5');
    this.#tick(0);
  }

  step(): void {
    const way = this.#dice.int(0, 9);
    if (way < 4) this.#place();
    else if (way < 5) this.#close();
    else this.#tick(this.#dice.pick([-1_400, -300, -120, -20, 0, 20, 120, 300, 1_400]));
  }

  #place(): void {
    const dice = this.#dice;
    const user = dice.pick(USERS);
    const side = dice.pick([1, -1] as const);
    const kind = dice.pick(['market', 'market', 'limit', 'stop']);
    const away = (cents: number) => Math.max(1, this.#price + cents);
    const price = kind === 'market' ? 0 : away(dice.int(-250, 250));
    const base = price === 0 ? this.#price : price;
    const stopLoss = dice.int(0, 1) * Math.max(1, base - side * dice.int(150, 600));
    const takeProfit = dice.int(0, 1) * Math.max(1, base + side * dice.int(150, 600));
    const [lots, leverage] = [dice.int(1, 9), dice.pick([1, 5, 20, 20, 20, 21])];
    const policyLeverage = dice.pick([100, 100, 10]);
    const answer = this.realm.place(
      {
        ...{ side: side === 1 ? 'buy' : 'sell', kind, lots: `${lots}`, leverage, policyLeverage },
        ...{ price: text(price), stopLoss: text(stopLoss), takeProfit: text(takeProfit) },
      },
      user,
    );
    const isTooHigh = leverage > Math.min(policyLeverage, MOST_LEVERAGE);
    if (isTooHigh) expect(answer.refusal).toBe('leverageTooHigh');
    if (answer.refusal !== undefined) return;
    this.#placed.set(answer.id as number, {
      ...{ user, side, kind, price: price * 1e6, leverage, lots, afterN: this.#n },
      ...{ stopLoss: stopLoss * 1e6, takeProfit: takeProfit * 1e6, closingAfterN: null },
    });
  }

  /** One click on all that somebody has. */
  #close(): void {
    const user = this.#dice.pick(USERS);
    const open = this.#positions(user).filter(({ closing }) => closing === 0n);
    const { refusal } = this.realm.close({}, user);
    if (refusal !== undefined) return;
    for (const { id } of open) this.#placed.get(id)!.closingAfterN = this.#n;
  }

  #tick(cents: number): void {
    const before = new Map(USERS.map((user) => [user, this.#positions(user)]));
    const wallets = new Map(USERS.map((user) => [user, this.#wallet(user)]));
    // A price that has gone far comes back, so that both directions lose.
    const pull = Math.round((10_000 - this.#price) / 15);
    this.#price = Math.max(2_000, this.#price + cents + pull);
    this.realm.tick(this.#price / 100, this.#dice.int(1, 4_000));
    this.#n += 1;
    const units = this.#price * 1e6;
    const tick = { n: this.#n, bid: units - HALF, ask: units + HALF };
    this.#ticks.set(this.#n, tick);
    const receipts = this.realm.receipts();
    for (const one of receipts) this.#look(one, tick);
    for (const user of USERS) {
      const isClosedOut = receipts.some(({ why, id }) => {
        return why === 'closeOut' && this.#placed.get(id)!.user === user;
      });
      const hasOpened = receipts.some(({ kind, id }) => {
        return kind === 'opened' && this.#placed.get(id)!.user === user;
      });
      if (!isClosedOut) continue;
      expect(this.#due.has(user), 'it was due at the tick before').toBe(true);
      if (hasOpened) continue;
      expect(isDue(before.get(user)!, wallets.get(user)!, tick), 'it is due now').toBe(true);
    }
    this.#lookAfter(tick);
  }

  /** What a receipt says, by the tick that it names. */
  #look({ kind, why, id, tick: n, ...receipt }: CfdReceiptView, now: Tick): void {
    this.seen.add(`${kind} ${why}`);
    const placed = this.#placed.get(id)!;
    const { side, afterN, closingAfterN } = placed;
    if (kind === 'ended') return;
    // Of no tick but the newest, which nobody knew when it was asked for.
    expect(n).toBe(now.n);
    expect(n).toBeGreaterThan(afterN);
    const [entry, exit] = side === 1 ? [now.ask, now.bid] : [now.bid, now.ask];
    const price = Math.round(Number(receipt.price) * 1e8);
    if (kind === 'opened') {
      expect(price).toBe(entry);
      expect(receipt.leverage).toBe(placed.leverage);
      if (why === 'market') expect(n).toBe(afterN + 1);
      if (why === 'limit') expect((price - placed.price) * side).toBeLessThanOrEqual(0);
      if (why === 'stop') expect((price - placed.price) * side).toBeGreaterThanOrEqual(0);
      return;
    }
    expect(price).toBe(exit);
    expect(Number(receipt.lots)).toBe(placed.lots);
    if (why === 'stopLoss') expect((price - placed.stopLoss) * side).toBeLessThanOrEqual(0);
    if (why === 'takeProfit') expect((price - placed.takeProfit) * side).toBeGreaterThanOrEqual(0);
    if (why === 'request') expect(n).toBe(closingAfterN! + 1);
  }

  /** Nothing that the tick has reached is left, and nobody has less than nothing. */
  #lookAfter(tick: Tick): void {
    const { accounts, orders } = this.realm.cfd.state.tables;
    for (const user of USERS) {
      const open = this.#positions(user);
      for (const { id, side } of open) {
        const { stopLoss, takeProfit, closingAfterN } = this.#placed.get(id)!;
        const exit = side === 1 ? tick.bid : tick.ask;
        const isStopped = stopLoss > 0 && (exit - stopLoss) * side <= 0;
        const isTaken = takeProfit > 0 && (exit - takeProfit) * side >= 0;
        // What this tick has opened is protected from the next one on.
        const isNew = this.realm.position(id)!.openedAt === this.realm.tickedAt;
        if (!isNew) expect([isStopped, isTaken, closingAfterN]).toEqual([false, false, null]);
      }
      expect(this.#wallet(user)).toBeGreaterThanOrEqual(0);
      if (open.length === 0) expect(accounts.get(user)?.deficit ?? 0n).toBe(0n);
    }
    for (const { id } of orders.rows()) {
      const { side, kind, price } = this.#placed.get(id)!;
      const entry = side === 1 ? tick.ask : tick.bid;
      const isReached =
        kind === 'market' || (entry - price) * side * (kind === 'limit' ? -1 : 1) >= 0;
      expect(isReached, `order ${id} waits for nothing`).toBe(false);
    }
    this.#due = new Set(
      USERS.filter((user) => isDue(this.#positions(user), this.#wallet(user), tick)),
    );
  }

  #positions(user: number) {
    return this.realm.cfd.state
      .positionsOf(user)
      .map(({ id, side, lots, entry, leverage, closing }) => {
        return { id, side, lots: Number(lots) / 1e8, entry, leverage, closing };
      });
  }

  #wallet(user: number): number {
    const [available = 0, held = 0] = this.realm.funds(user).split('/').map(Number);
    return available + held;
  }
}

type Open = ReturnType<Course['realm']['cfd']['state']['positionsOf']>[number];

/** Equity at or below half of the margin; a cent may be lost to rounding. */
function isDue(
  open: readonly (Pick<Open, 'side' | 'entry' | 'leverage'> & { readonly lots: number })[],
  wallet: number,
  { bid, ask }: Tick,
): boolean {
  const sum = (of: (one: (typeof open)[number]) => number) =>
    open.reduce((all, one) => all + of(one), 0);
  const used = sum(({ lots, entry, leverage }) => (lots * entry) / leverage) / 1e8;
  const gain =
    sum(({ side, lots, entry }) => side * lots * ((side === 1 ? bid : ask) - entry)) / 1e8;
  return open.length > 0 && wallet + gain <= CLOSE_OUT * used + 0.01;
}

const text = (cents: number) => (cents === 0 ? '' : (cents / 100).toFixed(2));

it(
  'CFDS-131 CFDS-132 over random courses: leverage, close-outs, stops, limits and one-click closings by the ticks that receipts name',
  () => {
    const seen = new Set<string>();
    for (let run = 1; run <= RUNS; run += 1) {
      const course = new Course(createDice(run));
      for (let n = 0; n < STEPS; n += 1) course.step();
      for (const one of course.seen) seen.add(one);
    }
    for (const one of ['market', 'limit', 'stop']) expect(seen).toContain(`opened ${one}`);
    for (const one of ['stopLoss', 'takeProfit', 'request', 'closeOut']) {
      expect(seen).toContain(`closed ${one}`);
    }
  },
  60_000 + RUNS * 60,
);

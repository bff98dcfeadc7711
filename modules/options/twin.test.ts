import { OWNER, staffActor } from '@assay/core/ledger/owners';
import { TERMS_MS } from '@assay/core/option/window';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { MadeGoodPayer } from './made-good.ts';
import type { SetOptionMarket } from './schema/commands.ts';
import { OptionReads } from './store/reads.ts';
import {
  INDEX,
  MARKET,
  type OptionDesk,
  SIGNATURE,
  startDesk,
  TERMS,
  UNIT,
} from './testing/desk.ts';
import { PlainOptions } from './testing/plain-options.ts';

/** The test run takes little of it; `OPTIONS_TWIN=10000` is the long command. */
const COMMANDS = Number(process.env.OPTIONS_TWIN ?? 1_000);
const PRICE = 90_000 * UNIT;
const OTHER = 'ETHUSDT-OPT';
const MOVES = [-500, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 500];
/** The second market shares its capacity among its buyers, and its ticks count later. */
const SHARED = { capacityExpiry: 3_000 * UNIT, buyerSharePpm: 333_333, tickDelayMs: 3_000 };
const INDICES = [INDEX, 'ETH-USDT'];

/** One random course of commands, sent to the engine and to the plain model. */
class Course {
  readonly plain = new PlainOptions();
  readonly users: number[] = [];
  readonly #prices = new Map(INDICES.map((index) => [index, PRICE]));
  readonly #numbers = new Map(INDICES.map((index) => [index, 0]));
  /** Ticks that the log has and the engine has not followed. */
  readonly #behind = new Map<string, { n: number; at: number; price: string }[]>();
  readonly #desk: OptionDesk;
  readonly #dice: Dice;
  readonly #payer: MadeGoodPayer;
  readonly made: (number | string)[] = [];

  constructor(desk: OptionDesk, dice: Dice) {
    this.#desk = desk;
    this.#dice = dice;
    this.#payer = new MadeGoodPayer({
      ...{ realm: 'demo', reads: new OptionReads(desk.realm.db.pool, 'demo') },
      machine: () => desk.realm.machines.options,
      submit: (command) => desk.realm.engine.submit(command),
      decided: () => desk.realm.engine.decided(),
    });
  }

  async begin(): Promise<void> {
    this.plain.give('capital', 1_000_000n * BigInt(UNIT));
    this.plain.markets.set(MARKET, TERMS);
    await this.#terms({
      ...TERMS,
      market: OTHER,
      index: INDICES[1]!,
      feePpm: 2_000,
      tickMs: 500,
      ...SHARED,
    });
    for (let i = 0; i < 6; i += 1) {
      const user = await this.#desk.person(3_000);
      this.users.push(user);
      this.plain.give(user, 3_000n * BigInt(UNIT));
    }
  }

  async step(): Promise<void> {
    const way = this.#dice.int(0, 99);
    if (way < 55) await this.#ticks();
    else if (way < 90) await this.#buy();
    else if (way < 93) await this.#limit();
    else if (way < 94) await this.#void();
    else if (way < 95) await this.#makeGood();
    else if (way < 96) await this.#changeTerms();
    else if (way < 97) await this.#end();
    else this.#desk.realm.clock.advance(this.#dice.pick([100, 900, 30_000, 20 * 3_600_000]));
    await this.#desk.settled();
  }

  compare(): void {
    const { machines } = this.#desk.realm;
    for (const user of this.users) expect(this.#desk.has(user)).toBe(this.plain.has(user));
    for (const account of ['capital', 'escrow', 'fees'] as const) {
      expect(this.#desk.has(account)).toBe(this.plain.has(account));
    }
    expect(machines.options.open.rows().map(({ id, entryN }) => [id, entryN])).toEqual(
      this.plain.open.map(({ id, entry }) => [id, entry?.n ?? null]),
    );
  }

  /** A second of the log; sometimes the engine is behind, sometimes there is a gap. */
  async #ticks(): Promise<void> {
    const { clock } = this.#desk.realm;
    const last = new Map<string, { n: number; price: number }>();
    for (let i = this.#dice.pick([1, 1, 2, 8, 35]); i > 0; i -= 1) {
      clock.advance(this.#dice.pick([1_000, 1_000, 1_000, 999, 1_500, 1_000, 4_000]));
      for (const index of INDICES) {
        const n = this.#numbers.get(index)! + 1;
        this.#numbers.set(index, n);
        const price = this.#prices.get(index)! + this.#dice.pick(MOVES) * 1e6;
        this.#prices.set(index, price);
        const isGap = this.#dice.int(0, 30) === 0;
        const behind = this.#behind.get(index) ?? [];
        behind.push({ n, at: clock.now(), price: isGap ? '' : `${price}` });
        this.#behind.set(index, behind);
        if (!isGap) last.set(index, { n, price });
      }
    }
    // The engine is given the last prices only, as when it is slow.
    if (last.size > 0) await this.#record(last);
    if (this.#dice.int(0, 5) === 0) return;
    for (const index of INDICES) await this.#follow(index);
  }

  async #record(last: ReadonlyMap<string, { n: number; price: number }>): Promise<void> {
    const { realm } = this.#desk;
    const prices = [...last].map(([index, { n, price }]) => {
      const whole = `${Math.floor(price / UNIT)}.${`${price % UNIT}`.padStart(8, '0')}`;
      this.plain.last.set(index, { n, price, at: realm.clock.now() });
      return { index, price: whole, n };
    });
    await realm.must(OWNER.feeds, 'recordPrices', { prices });
  }

  async #follow(index: string): Promise<void> {
    const { realm } = this.#desk;
    const last = realm.machines.options.ticks.last(index).n;
    const behind = this.#behind.get(index) ?? [];
    this.#behind.set(index, []);
    const ticks = behind.filter(({ n }) => n > last);
    if (ticks.length === 0) return;
    const body = { index, ticks, head: 'ab'.repeat(32), silentUntil: 0 };
    const reply = await realm.send(OWNER.feeds, 'followTicks', body);
    expect(reply.ok ? '' : reply.refusal).toBe(this.plain.follow(index, ticks));
  }

  async #buy(): Promise<void> {
    const { realm } = this.#desk;
    const user = this.#dice.pick(this.users);
    const wanted = {
      market: this.#dice.pick([MARKET, OTHER]),
      direction: this.#dice.pick(['up', 'down'] as const),
      termMs: this.#dice.pick([...TERMS_MS, 30_000, 30_000, 60_000, 31_000]),
      stake: this.#dice.pick([1, 10, 100.00000001, 0.5, 1_000, 1_001]),
    };
    const slippagePpm = this.#dice.pick([null, null, 20, 100_000]);
    const quote = { ...this.#desk.quote(wanted), stake: Math.round(wanted.stake * UNIT) };
    const whole = this.#desk.quote({ ...wanted, stake: quote.stake / UNIT });
    const isSame = this.#dice.int(0, 9) > 0;
    const sent = isSame ? whole : { ...whole, payout: whole.payout + 1 };
    const isOld = this.#dice.int(0, 19) === 0;
    if (isOld) realm.clock.advance(10_001);
    const body = { quote: sent, signature: SIGNATURE, slippagePpm, policy: 'practice' };
    const reply = await realm.send(user, 'buyOption', body);
    const turn = { seq: reply.seq, at: realm.clock.now() };
    const refusal = this.plain.buy(user, whole, slippagePpm, turn, isSame);
    expect(reply.ok ? '' : reply.refusal, JSON.stringify(sent)).toBe(refusal);
  }

  async #limit(): Promise<void> {
    const { realm } = this.#desk;
    const user = this.#dice.pick(this.users);
    const dailyStake = this.#dice.pick([null, 100 * UNIT, 5_000 * UNIT]);
    const excludedUntil = this.#dice.pick([0, 0, realm.clock.now() + 40_000]);
    await realm.must(user, 'limitOptions', { dailyStake, excludedUntil });
    this.plain.limit(user, dailyStake, excludedUntil, realm.clock.now());
  }

  async #void(): Promise<void> {
    const { realm } = this.#desk;
    const index = this.#dice.pick(INDICES);
    const from = realm.clock.now() + this.#dice.int(-20_000, 60_000);
    const body = { index, from, to: from + this.#dice.int(0, 5_000), reason: 'a test' };
    const reply = await realm.send(staffActor(1), 'voidWindow', body);
    expect(reply.ok ? reply.value.windows : 0).toBe(this.plain.void(index, from, body.to));
  }

  /** Of the last minutes, or of all that can still be declared. */
  async #makeGood(): Promise<void> {
    const { realm } = this.#desk;
    const index = this.#dice.pick(INDICES);
    const now = realm.clock.now();
    const known = realm.machines.options.windows.within(() => true, 0, now, 0);
    const { expiresAt = now } = known.length === 0 ? {} : this.#dice.pick(known);
    const to = expiresAt + this.#dice.pick([0, 0, 20_000]);
    const body = { index, from: to - this.#dice.int(0, 60_000), to, reason: 'a test' };
    const reply = await realm.send(staffActor(1), 'makeGoodWindow', body);
    const made = reply.ok ? reply.value.windows : reply.refusal;
    expect(made).toBe(this.plain.makeGood(index, body.from, to, now));
    await this.#payer.pay();
    if (made === 'capitalTooSmall' || typeof made === 'number') this.made.push(made);
  }

  async #changeTerms(): Promise<void> {
    const change = this.#dice.pick([
      { status: 'closed' as const },
      { mostStake: 500 * UNIT },
      { capacityExpiry: 300 * UNIT },
      { capacityOpen: 2_000 * UNIT },
      { buyerSharePpm: 20_000 },
      { tickDelayMs: 2_500 },
    ]);
    await this.#terms({ ...TERMS, ...change });
    for (let i = 0; i < 3; i += 1) await this.#buy();
    await this.#terms(TERMS);
  }

  async #terms(terms: SetOptionMarket): Promise<void> {
    await this.#desk.realm.must(OWNER.setup, 'setOptionMarket', terms);
    this.plain.markets.set(terms.market, terms);
  }

  /** A virtual account ends, with all that it has; another person comes. */
  async #end(): Promise<void> {
    const user = this.users.shift()!;
    await this.#desk.realm.must(OWNER.setup, 'endVirtualAccount', { userId: user });
    this.plain.endAll(user);
    this.plain.give(user, -this.plain.has(user));
    expect(this.#desk.has(user)).toBe(0n);
    const next = await this.#desk.person(3_000);
    this.users.push(next);
    this.plain.give(next, 3_000n * BigInt(UNIT));
  }
}

it.each([2, 500])(
  'OPTN-030 machine and plain model agree after every command, in slices of %i, and after restarts',
  async (slice) => {
    const desk = await startDesk({ slice });
    const course = new Course(desk, createDice(1_500 + slice));
    await course.begin();
    for (let i = 0; i < COMMANDS / 2; i += 1) {
      await course.step();
      course.compare();
      if (i % 25 === 0) desk.realm.audit();
      if (i % 125 !== 124) continue;
      const hash = desk.realm.stateHash();
      await desk.realm.restart();
      expect(desk.realm.stateHash()).toBe(hash);
    }
    const ended = (await desk.ended()).map(({ id, result, reason, paid }) => {
      return [id, result, reason, BigInt(paid)];
    });
    const expected = course.plain.all.filter(({ result }) => result !== '');
    expect(ended).toEqual(
      expected.map(({ id, result, reason, paid }) => [id, result, reason, paid]),
    );
    const seen = new Set(expected.map(({ result, reason }) => result + reason));
    for (const one of ['won', 'lost', 'voidfewTicks', 'voidnoEntry', 'voidslippage']) {
      expect(seen, `an option is ${one}`).toContain(one);
    }
    expect(course.made.length, 'windows are made good').toBeGreaterThan(0);
    await desk.realm.stop();
  },
  60_000 + COMMANDS * 100,
);

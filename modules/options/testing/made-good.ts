import { accountId, FIRST_USER, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import type { OptionView } from '../schema/commands.ts';
import { INDEX, MARKET, SIGNATURE, TERMS, UNIT } from './desk.ts';

const START = 1_763_640_000_000;
const PEOPLE = 5;
/** Of a term of thirty seconds. */
const WINDOW_MS = 6_000;
const PRICE = 90_000;

/** An option of a window that has a price, and what is missing to what it has cost. */
interface Settled {
  readonly user: number;
  readonly expiresAt: number;
  readonly missing: bigint;
  readonly line: string;
}

/**
 * Random windows that settle, are declared wrong and are paid, beside a plain count of who is owed
 * what. Returns what differs first; null for nothing.
 */
export function compare(seed: number, rounds: number): string | null {
  const course = new Course(seed);
  for (let round = 0; round < rounds; round += 1) {
    const differs = course.round();
    if (differs !== null) return `round ${round}: ${differs}`;
  }
  return null;
}

class Course {
  readonly #dice: Dice;
  readonly #machines = createRealmMachines('demo', [], { fills: 100, slice: 3, openOrders: 100 });
  readonly #sequencer = new Sequencer(this.#machines);
  readonly #users: number[] = [];
  readonly #settled = new Map<number, Settled>();
  readonly #ended = new Set<number>();
  readonly #declared = new Set<number>();
  #now = START;
  #n = 0;

  constructor(seed: number) {
    this.#dice = createDice(seed);
    this.#send(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    this.#fund('80');
    this.#send(OWNER.setup, 'setOptionMarket', { ...TERMS, feePpm: 2_000 });
    for (let i = 0; i < PEOPLE; i += 1) this.#join();
    this.#second(0);
  }

  round(): string | null {
    const dice = this.#dice;
    this.#second(0);
    for (let i = dice.int(0, 6); i > 0; i -= 1) this.#buy(dice.pick(this.#present()));
    this.#second(0);
    const away = dice.pick([-5, 0, 5]);
    for (let i = 0; i < 33; i += 1) this.#second(away);
    // What is bought now takes capital, so that sometimes too little of it is free.
    for (let i = dice.pick([0, 0, 30]); i > 0; i -= 1) this.#buy(dice.pick(this.#present()));
    const newest = [...this.#settled.values()].at(-1)?.expiresAt ?? this.#now;
    const to = newest - dice.pick([0, 0, 35_000, 70_000, 31 * DAY]);
    const from = to - dice.pick([0, 40_000]);
    if (dice.int(0, 9) === 0) this.#now += 30 * DAY;
    const wrong = [...this.#settled.values()].filter(({ expiresAt }) => {
      const isIn = expiresAt >= from && expiresAt - WINDOW_MS < to;
      return isIn && !this.#declared.has(expiresAt) && expiresAt >= this.#now - 30 * DAY;
    });
    const differs = this.#declare(wrong, from, to);
    this.#fund('20');
    return differs;
  }

  #declare(wrong: readonly Settled[], from: number, to: number): string | null {
    const sum = sumOf(wrong);
    const capital = this.#capital();
    const due = wrong.length === 0 ? 'nothingSettled' : sum > capital ? 'capitalTooSmall' : '';
    const had = new Map(this.#users.map((user) => [user, this.#has(user)]));
    const span = { index: INDEX, from, to, reason: 'a test' };
    const { refusal = '' } = this.#send(staffActor(1), 'makeGoodWindow', span);
    if (refusal !== due) return `${refusal || 'declared'}, due ${due}`;
    if (refusal !== '') return null;
    if (capital - this.#capital() !== sum) return `${sum} is not set aside`;
    for (const { expiresAt } of wrong) this.#declared.add(expiresAt);
    if (this.#dice.int(0, 4) === 0) {
      const userId = this.#dice.pick(this.#present());
      this.#send(OWNER.setup, 'endVirtualAccount', { userId });
      this.#ended.add(userId);
      had.set(userId, 0n);
    }
    const differs = this.#pay(wrong);
    if (differs !== null) return differs;
    for (const [user, before] of had) {
      const own = wrong.filter((one) => one.user === user && !this.#ended.has(user));
      const got = this.#has(user) - before;
      if (got !== sumOf(own)) return `${user} got ${got}, due ${sumOf(own)}`;
    }
    const kept = sumOf(wrong.filter(({ user }) => this.#ended.has(user)));
    if (capital - this.#capital() !== sum - kept) return 'the house paid otherwise';
    if (this.#present().length < PEOPLE) this.#join();
    return null;
  }

  /** Lines that differ are refused, and the right ones are taken once. */
  #pay(wrong: readonly Settled[]): string | null {
    const { windows } = this.#machines.options;
    for (const { market, expiresAt, windowMs, part } of windows.owed()) {
      const own = wrong.filter((one) => one.expiresAt === expiresAt && one.missing > 0n);
      const lines = own.map(({ line }) => line);
      const pay = (said: readonly string[]) => {
        const body = { market, expiresAt, windowMs, part, lines: said };
        return this.#send(OWNER.setup, 'payMadeGood', body).refusal ?? '';
      };
      if (pay([`${lines[0]}0`, ...lines.slice(1)]) === '') return 'other lines are paid';
      if (pay(lines.slice(1)) === '') return 'one is left out';
      if (pay(lines) !== '') return 'what is owed is not paid';
      if (pay(lines) === '') return 'it is paid twice';
    }
    return windows.owed().length === 0 ? null : 'something is owed still';
  }

  #second(away: number): void {
    this.#now += 1_000;
    this.#n += 1;
    const { options } = this.#machines;
    const { feeds, engine } = OWNER;
    const prices = [{ index: INDEX, price: `${PRICE + away}`, n: this.#n }];
    this.#send(feeds, 'recordPrices', { prices });
    const ticks = [{ n: this.#n, at: this.#now, price: `${(PRICE + away) * UNIT}` }];
    this.#send(feeds, 'followTicks', { index: INDEX, ticks, head: '', silentUntil: 0 });
    while (options.followUp() !== null) this.#send(engine, 'settleOptions', {});
    for (const fact of options.takeFacts()) {
      if (fact.type === 'optionChanged') this.#note(fact.option, fact.userId);
    }
  }

  #note({ id, state, result, expiresAt, ...option }: OptionView, user: number): void {
    if (state !== 'ended' || result === 'void') return;
    const [stake = 0n, fee = 0n, paid = 0n] = [option.stake, option.fee, option.paid].map(
      (text) => parseDecimal(text, SCALE) ?? 0n,
    );
    const missing = result === 'won' ? 0n : stake + fee - paid;
    const line = `${id} ${user} ${stake} ${fee} ${paid} 0`;
    this.#settled.set(id, { user, expiresAt, missing, line });
  }

  #buy(user: number): void {
    const { markets, spot: spotOf } = this.#machines.options;
    const spot = spotOf.call(this.#machines.options, INDEX, this.#now)!;
    const quote = markets.quote(markets.get(MARKET)!, {
      ...{ realm: 'demo', direction: this.#dice.pick(['up', 'down'] as const), termMs: 30_000 },
      ...{ stake: this.#dice.int(1, 40) * UNIT, issuedAt: this.#now },
      ...{ spotN: spot.n, spot: spot.units },
    });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    this.#send(user, 'buyOption', body);
  }

  #join(): void {
    const userId = FIRST_USER + this.#users.length;
    const grants = [{ asset: 'USDT', amount: '1000000' }];
    this.#send(userId, 'openVirtualAccount', { userId, grants });
    const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000000' };
    this.#send(userId, 'transferFunds', all);
    this.#users.push(userId);
  }

  #present(): number[] {
    return this.#users.filter((user) => !this.#ended.has(user));
  }

  #fund(amount: string): void {
    const house = { owner: OWNER.optionsEscrow, asset: 'USDT', amount };
    this.#send(OWNER.setup, 'fundHouse', house);
  }

  #capital(): bigint {
    return this.#has(OWNER.optionsEscrow, WALLET.currency);
  }

  #has(owner: number, wallet: 0 | 1 = WALLET.contract): bigint {
    const { ledger } = this.#machines.ledger;
    return ledger.available(ledger.find(accountId(owner, wallet, 1)));
  }

  #send(actor: number, type: string, body: object): { readonly refusal?: string } {
    const outcome = this.#sequencer.decide(type, actor, body, this.#now);
    this.#sequencer.audit();
    return outcome as { readonly refusal?: string };
  }
}

const sumOf = (some: readonly Settled[]) => some.reduce((all, { missing }) => all + missing, 0n);

import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../../apps/server/realm.ts';
import type { OptionView } from '../schema/commands.ts';
import { INDEX, MARKET, SIGNATURE, TERMS, UNIT } from './desk.ts';

const START = 1_763_640_000_000;
const PEOPLE = 3;
const PRICE = 90_000 * UNIT;
const DELAY_MS = 2_000;
/** What is published of two terms: the window, and how many ticks have to be in it. */
const WINDOWS = new Map([
  [30_000, { windowMs: 6_000, needed: 5 }],
  [60_000, { windowMs: 10_000, needed: 8 }],
]);
const ENTRY_WITHIN_MS = 5_000;

/** An option as its buyer would note it. */
interface Bought {
  readonly user: number;
  readonly direction: 'up' | 'down';
  readonly termMs: number;
  readonly acceptedAt: number;
  readonly afterN: number;
  readonly stake: bigint;
  readonly fee: bigint;
  readonly payout: bigint;
  sale: { readonly at: number; readonly afterN: number } | null;
}

interface Tick {
  readonly n: number;
  readonly at: number;
  /** Null: the log says that there was no price. */
  readonly price: bigint | null;
}

interface Due {
  readonly result: string;
  readonly entry: number;
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Random options, each followed to its end (invariant 19): what is in escrow covers whatever may be
 * claimed; each ends once, at the second that was agreed, by the result that its ticks give when
 * they are counted by hand. Returns what differs first; null for nothing.
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
  readonly #bought = new Map<number, Bought>();
  readonly #ended = new Map<number, OptionView>();
  #ticks: Tick[] = [];
  #now = START;
  #n = 0;
  #differs: string | null = null;

  constructor(seed: number) {
    this.#dice = createDice(seed);
    this.#send(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    const house = { owner: OWNER.optionsEscrow, asset: 'USDT', amount: '1000000000' };
    this.#send(OWNER.setup, 'fundHouse', house);
    const terms = { ...TERMS, feePpm: 2_000, tickDelayMs: DELAY_MS };
    this.#send(OWNER.setup, 'setOptionMarket', terms);
    for (let i = 0; i < PEOPLE; i += 1) {
      const userId = FIRST_USER + i;
      const grants = [{ asset: 'USDT', amount: '100000000' }];
      this.#send(userId, 'openVirtualAccount', { userId, grants });
      const all = { asset: 'USDT', from: 'currency', to: 'contract', amount: '100000000' };
      this.#send(userId, 'transferFunds', all);
      this.#users.push(userId);
    }
  }

  round(): string | null {
    const dice = this.#dice;
    this.#bought.clear();
    this.#ended.clear();
    this.#ticks = [];
    const had = this.#users.map((user) => this.#has(user));
    // Small moves for ties, large ones for sales; a log with gaps for voids.
    const move = dice.pick([1, 1, 3, 20 * UNIT, 300 * UNIT]);
    const gaps = dice.pick([0, 0, 12, 45]);
    for (let second = 0; second < 70 && this.#differs === null; second += 1) {
      this.#second(move, second < 2 ? 0 : gaps);
      const isEarly = second > 1 && second < 7;
      if (isEarly && dice.int(0, 2) > 0) this.#buy();
      if (second > 7 && second < 14 && dice.int(0, 3) === 0) this.#sell();
    }
    if (this.#differs !== null) return this.#differs;
    this.#sequencer.audit();
    let paid = 0n;
    for (const [id, bought] of this.#bought) {
      const differs = this.#check(bought, this.#ended.get(id));
      if (differs !== null) return `option ${id}: ${differs}`;
      paid += units(this.#ended.get(id)!.paid) - bought.stake - bought.fee;
    }
    const gained = this.#users.reduce((sum, user, i) => sum + this.#has(user) - had[i]!, 0n);
    if (gained !== paid) return `people got ${gained}, due ${paid}`;
    const again = this.#send(OWNER.engine, 'settleOptions', {}).refusal;
    return again === 'nothingDue' ? null : 'it is settled again';
  }

  /** What the log of ticks makes of an option, against what the engine has made of it. */
  #check(bought: Bought, ended: OptionView | undefined): string | null {
    if (ended === undefined) return 'it has not ended';
    const { acceptedAt, termMs, stake, payout } = bought;
    const expiresAt = Math.ceil((acceptedAt + termMs) / 1_000) * 1_000;
    if (ended.expiresAt !== expiresAt) return `it expires at ${ended.expiresAt}, not ${expiresAt}`;
    const due = this.#due(bought, expiresAt);
    const { result, entryN, paid } = ended;
    if (result !== due.result) return `it is ${result}, due ${due.result}`;
    if (entryN !== due.entry) return `it began with tick ${entryN}, due ${due.entry}`;
    if (units(paid) < due.least || units(paid) > due.most) return `${paid} is paid`;
    const isOne = [0n, stake, payout, stake + bought.fee].includes(units(paid));
    return isOne || result === 'sold' ? null : `${paid} is no payout`;
  }

  #due(bought: Bought, expiresAt: number): Due {
    const { direction, termMs, acceptedAt, afterN, stake, fee, payout, sale } = bought;
    const { windowMs, needed } = WINDOWS.get(termMs)!;
    const from = acceptedAt + DELAY_MS;
    const entry = this.#after(from, afterN);
    const exact = (result: string, amount: bigint, n = entry?.n ?? 0): Due => ({
      ...{ result, entry: n, least: amount, most: amount },
    });
    const isLate =
      entry === undefined || entry.at > from + ENTRY_WITHIN_MS || entry.at > expiresAt - windowMs;
    if (isLate) return exact('void', stake + fee, 0);
    const sold = sale && this.#after(sale.at + DELAY_MS, sale.afterN);
    const value = sold && saleWorth(bought, entry.price, sold, expiresAt - sold.at);
    if (sold && value !== null && value !== undefined && value >= 1) {
      const near = BigInt(Math.ceil(Number(payout) / 500));
      const middle = BigInt(Math.round(value));
      return { result: 'sold', entry: entry.n, least: middle - near, most: middle + near };
    }
    const window = this.#ticks
      .filter(({ at, price }) => price !== null && at > expiresAt - windowMs && at <= expiresAt)
      .map(({ price }) => price!);
    if (window.length < needed) return exact('void', stake + fee);
    const sorted = window.toSorted((a, b) => Number(a - b));
    const cut = Math.floor(sorted.length * 0.3 + 1e-9);
    const kept = sorted.slice(cut, sorted.length - cut);
    const exit = kept.reduce((a, b) => a + b) / BigInt(kept.length);
    if (exit === entry.price) return exact('tied', stake);
    const isUp = exit > entry.price;
    return isUp === (direction === 'up') ? exact('won', payout) : exact('lost', 0n);
  }

  /** The first tick with a price that is later than a time, and not known by then. */
  #after(
    at: number,
    n: number,
  ): { readonly n: number; readonly at: number; price: bigint } | undefined {
    for (const tick of this.#ticks) {
      if (tick.price !== null && tick.at > at && tick.n > n) return { ...tick, price: tick.price };
    }
    return undefined;
  }

  #second(move: number, gaps: number): void {
    this.#now = (Math.floor(this.#now / 1_000) + 1) * 1_000;
    this.#n += 1;
    const price = PRICE + this.#dice.int(-1, 1) * move;
    const isGap = this.#dice.int(0, 99) < gaps;
    const { feeds } = OWNER;
    if (!isGap) {
      const text = `${Math.floor(price / UNIT)}.${`${price % UNIT}`.padStart(8, '0')}`;
      const prices = [{ index: INDEX, price: text, n: this.#n }];
      this.#send(feeds, 'recordPrices', { prices });
    }
    this.#ticks.push({ n: this.#n, at: this.#now, price: isGap ? null : BigInt(price) });
    const { options } = this.#machines;
    const ticks = this.#ticks
      .filter(({ n }) => n > options.ticks.last(INDEX).n)
      .map((tick) => ({ ...tick, price: tick.price === null ? '' : `${tick.price}` }));
    this.#send(feeds, 'followTicks', { index: INDEX, ticks, head: '', silentUntil: 0 });
    while (options.followUp() !== null) this.#send(OWNER.engine, 'settleOptions', {});
    for (const fact of options.takeFacts()) {
      if (fact.type !== 'optionChanged' || fact.option.state !== 'ended') continue;
      const { id } = fact.option;
      if (this.#ended.has(id)) this.#differs = `option ${id} ended twice`;
      this.#ended.set(id, fact.option);
    }
  }

  #buy(): void {
    const { options } = this.#machines;
    this.#now += this.#dice.pick([0, 0, 1, 500, 999]);
    const spot = options.spot(INDEX, this.#now);
    if (spot === null) return;
    const user = this.#dice.pick(this.#users);
    const direction = this.#dice.pick(['up', 'down'] as const);
    const termMs = this.#dice.pick([...WINDOWS.keys()]);
    const quote = options.markets.quote(options.markets.get(MARKET)!, {
      ...{ realm: 'demo', direction, termMs, stake: this.#dice.int(1, 40) * UNIT },
      ...{ issuedAt: this.#now, spotN: spot.n, spot: spot.units },
    });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    const bought = this.#send(user, 'buyOption', body);
    if (bought.refusal !== undefined || bought.id === undefined) return;
    const amounts = { stake: BigInt(quote.stake), fee: BigInt(quote.fee) };
    this.#bought.set(bought.id, {
      ...{ user, direction, termMs, acceptedAt: this.#now, afterN: this.#n, ...amounts },
      ...{ payout: BigInt(quote.payout), sale: null },
    });
    this.#differs ??= this.#covered();
  }

  /** Escrow is all that is open has in it: more than either direction, or all stakes, claim. */
  #covered(): string | null {
    const open = [...this.#bought.values()];
    const sum = (of: (one: Bought) => bigint) => open.reduce((all, one) => all + of(one), 0n);
    const claims = (side: string) => sum((one) => (one.direction === side ? one.payout : 0n));
    const escrow = this.#has(OWNER.optionsEscrow);
    const most = [claims('up'), claims('down'), sum(({ stake }) => stake)];
    if (most.some((claim) => claim > escrow)) return `escrow of ${escrow} is less than ${most}`;
    const all = sum(({ payout, fee }) => payout + fee);
    return escrow === all ? null : `escrow is ${escrow}, not ${all}`;
  }

  #sell(): void {
    const { open } = this.#machines.options;
    const running = open.rows().filter(({ state }) => state === 'running');
    if (running.length === 0) return;
    const { id, userId } = this.#dice.pick(running);
    if (this.#send(userId, 'sellOption', { optionId: id, least: 1 }).refusal !== undefined) return;
    this.#bought.get(id)!.sale = { at: this.#now, afterN: this.#n };
  }

  #has(owner: number): bigint {
    const { ledger } = this.#machines.ledger;
    return ledger.available(ledger.find(accountId(owner, WALLET.contract, 1)));
  }

  #send(
    actor: number,
    type: string,
    body: object,
  ): { readonly refusal?: string; readonly id?: number } {
    return this.#sequencer.decide(type, actor, body, this.#now) as { refusal?: string };
  }
}

const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** The published value of an early sale in floating numbers; null: there is none. */
function saleWorth(
  { direction, termMs, payout }: Bought,
  entry: bigint,
  tick: { readonly price: bigint },
  leftMs: number,
): number | null {
  if (leftMs < WINDOWS.get(termMs)!.windowMs + 5_000) return null;
  const sign = direction === 'up' ? 1 : -1;
  const move = (sign * Number(tick.price - entry)) / Number(entry);
  const published = (TERMS.volatilityPpm / 1e6) * Math.sqrt(leftMs / (365 * 86_400_000));
  const d = move / (published * (move > 0 ? 2.5 : 0.4));
  return Number(payout) * normal(d) * (1 - TERMS.saleFeePpm / 1e6);
}

/** The normal distribution as an integral, by Simpson's rule; it ends at four deviations. */
function normal(d: number): number {
  const x = Math.max(-4, Math.min(4, d));
  const steps = 200;
  const at = (i: number) => Math.exp(-(((i * x) / steps) ** 2) / 2);
  let sum = at(0) + at(steps);
  for (let i = 1; i < steps; i += 1) sum += (i % 2 === 1 ? 4 : 2) * at(i);
  return 0.5 + (sum * x) / steps / 3 / Math.sqrt(2 * Math.PI);
}

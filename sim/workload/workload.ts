import { OWNER } from '@assay/core/ledger/owners';
import { isOpenStatus } from '@assay/core/order/order';
import type { Dice } from '@assay/core/testing/dice';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Feed } from '../feed/feed.ts';
import type { ClientCommand } from '../history.ts';
import type { Moment, PartWorkload, SimPart } from '../parts/part.ts';
import { ASSETS, listingOf, type SimMarket } from './listings.ts';
import { oco, order, oto, priceOf, quantityOf, spoil } from './orders.ts';

type Body = Record<string, unknown>;

const FIRST_USER = 1000;
/** How many of their latest orders users remember. */
const MEMORY = 12;
/** How many of 1,000 commands are of one part. */
const PART_SHARE = 40;

interface User {
  readonly id: number;
  orders: { id: number; market: SimMarket }[];
  readonly names: string[];
}

/** Users and operators: every command that a realm takes, sensible and not. */
export class Workload {
  readonly #dice: Dice;
  readonly #users: User[] = [];
  readonly #parts: readonly PartWorkload[];
  /** The same, each as often as its commands should come. */
  readonly #turns: readonly PartWorkload[];
  /** Markets of all parts, and those among them that are listed. */
  readonly #markets: readonly SimMarket[];
  readonly #listed: SimMarket[];
  /** By index, its price in ticks. */
  readonly #ticks = new Map<string, number>();
  readonly #tickNumbers = new Map<string, number>();
  readonly #used: ClientCommand[] = [];
  #lateAsset = false;
  #ids = 0;

  constructor(dice: Dice, parts: readonly SimPart[], feed: Feed) {
    this.#dice = dice;
    this.#parts = parts.flatMap(({ workload }) => workload?.(feed) ?? []);
    this.#turns = this.#parts.flatMap((part) => Array<PartWorkload>(part.weight ?? 1).fill(part));
    this.#markets = parts.flatMap(({ markets }) => markets);
    this.#listed = this.#markets.filter(({ late }) => late !== true);
    const count = dice.int(3, 9);
    for (let i = 0; i < count; i += 1) {
      this.#users.push({ id: FIRST_USER + i, orders: [], names: [] });
    }
    for (const market of this.#markets) this.#ticks.set(indexOf(market), market.start);
  }

  /** What must be there before anybody trades: step by step, each when the one before is done. */
  setUp(): ClientCommand[][] {
    const assets = ASSETS.slice(0, 4);
    const hasHouse = this.#dice.int(0, 3) > 0;
    return [
      ...assets.map((symbol) => [this.#sure('listAsset', { symbol, name: `Asset ${symbol}` })]),
      this.#listed.map((market) => this.#sure('listMarket', listingOf(market))),
      hasHouse ? assets.map((asset) => this.#fundHouse(asset, ['5000', '90000', '2000000'])) : [],
      this.#users.map((user) => this.#grant(user, 'openVirtualAccount')),
      [this.#prices()],
      ...this.#parts.map((part) => this.#first(part)),
    ];
  }

  /** What a part needs, with ids, so that it is there in the end. */
  #first(part: PartWorkload): ClientCommand[] {
    const users = this.#users.map(({ id }) => id);
    return (part.setUp?.(this.#dice, users) ?? []).map((command) => {
      this.#ids += 1;
      return { ...command, id: `c${this.#ids}` };
    });
  }

  /** The next command, sometimes many at once. */
  next(now: Moment): ClientCommand[] {
    const { int } = this.#dice;
    const throwOf = int(0, 999);
    if (throwOf < 100) return [this.#prices()];
    if (throwOf < 140) return [this.#operate()];
    if (throwOf < 150) return this.#misuse();
    if (throwOf < 175) return this.#burst(int(5, 60));
    if (throwOf < 178) return this.#hoard();
    if (throwOf < 178 + PART_SHARE * this.#turns.length) return [this.#partCommand(now)];
    return [this.#trade(this.#dice.pick(this.#users))];
  }

  /** What the sender of a command learns from its answer: orders that exist, and that do not. */
  learn(command: ClientCommand, reply: AnyReply): void {
    for (const part of this.#parts) part.learn?.(command, reply);
    const { actor, type, body } = command;
    const user = this.#users.find(({ id }) => id === actor);
    if (user === undefined) return;
    const { market: symbol, orderId } = body as Body;
    if (!reply.ok) {
      const isGone = reply.refusal === 'unknownOrder' && this.#dice.int(0, 3) > 0;
      if (isGone) user.orders = user.orders.filter(({ id }) => id !== orderId);
      return;
    }
    const market = this.#markets.find((one) => one.symbol === symbol);
    if (market === undefined) return;
    type Placed = { id: number; status: number };
    type Several = { limit?: Placed; stop?: Placed; working?: Placed; pending?: readonly Placed[] };
    const { limit, stop, working, pending = [] } = reply.value as Several;
    const several = [limit, stop, working, ...pending];
    const placed = type === 'placeOrder' ? [reply.value as unknown as Placed] : several;
    for (const order of placed) {
      if (order === undefined) continue;
      if (!isOpenStatus(order.status) && this.#dice.int(0, 9) > 0) continue;
      user.orders.push({ id: order.id, market });
      if (user.orders.length > MEMORY) user.orders.shift();
    }
  }

  #trade(user: User): ClientCommand {
    const throwOf = this.#dice.int(0, 99);
    if (throwOf < 60) return this.#named(user, 'placeOrder', this.#order(user));
    if (throwOf < 64) return this.#named(user, 'placeOco', this.#oco());
    if (throwOf < 68) return this.#named(user, 'placeOto', this.#oto());
    if (throwOf < 78) return this.#named(user, 'cancelOrder', this.#orderName(user));
    if (throwOf < 95) return this.#named(user, 'amendOrder', this.#amendment(user));
    if (throwOf < 97) return this.#named(user, 'cancelAllOrders', this.#scope());
    if (throwOf < 98) return this.#grant(user, 'resetVirtualAccount');
    if (throwOf < 99) return this.#grant(user, 'openVirtualAccount');
    return this.#named(user, 'noSuchCommand', {});
  }

  #order(user: User): Body {
    const dice = this.#dice;
    const market = this.#market();
    const body = order(dice, market, this.#tickOf(market));
    if (dice.int(0, 3) === 0) body.clientOrderId = this.#name(user);
    return dice.int(0, 14) === 0 ? spoil(dice, body) : body;
  }

  #oco(): Body {
    const dice = this.#dice;
    const market = this.#market();
    const body = oco(dice, market, this.#tickOf(market));
    return dice.int(0, 14) === 0 ? spoil(dice, body) : body;
  }

  #oto(): Body {
    const dice = this.#dice;
    const market = this.#market();
    const body = oto(dice, market, this.#tickOf(market));
    if (dice.int(0, 14) === 0) spoil(dice, dice.pick([body.working, body]) as Body);
    return body;
  }

  /** Own orders mostly; sometimes another's, one that is gone, or none at all. */
  #orderName(user: User): Body {
    const { dice, owner } = { dice: this.#dice, owner: this.#dice.int(0, 9) === 0 };
    const whose = owner ? dice.pick(this.#users) : user;
    if (whose.names.length > 0 && dice.int(0, 3) === 0) {
      return { clientOrderId: dice.pick(whose.names) };
    }
    const known = whose.orders;
    return { orderId: known.length === 0 ? 65_536 : dice.pick(known).id };
  }

  #amendment(user: User): Body {
    const dice = this.#dice;
    const name = this.#orderName(user);
    const market = user.orders.find(({ id }) => id === name.orderId)?.market ?? this.#market();
    const body: Body = { ...name };
    const way = dice.int(0, 3);
    if (way !== 0) body.quantity = quantityOf(market, dice.int(1, market.usual));
    if (way !== 1) {
      body.limitPrice = priceOf(market, this.#tickOf(market) + dice.int(-5, 5));
    }
    if (dice.int(0, 9) === 0) {
      body.triggerPrice = priceOf(market, this.#tickOf(market) + dice.int(-9, 9));
      if (dice.int(0, 1) === 0) delete body.limitPrice;
    }
    if (dice.int(0, 1) === 0) {
      const name = this.#name(user);
      body.newClientOrderId = dice.int(0, 19) === 0 ? 'not allowed' : name;
    }
    return dice.int(0, 19) === 0 ? spoil(dice, body) : body;
  }

  /** One of so few that most are in use. */
  #name(user: User): string {
    const name = `${user.id}-${this.#dice.int(0, 15)}`;
    user.names.push(name);
    return name;
  }

  #scope(): Body {
    const way = this.#dice.int(0, 3);
    if (way === 0) return { product: this.#market().product ?? 'spot' };
    return way === 1 ? {} : { market: this.#market().symbol };
  }

  #market(): SimMarket {
    return this.#dice.pick(this.#listed);
  }

  #tickOf(market: SimMarket): number {
    return this.#ticks.get(indexOf(market)) as number;
  }

  #partCommand(now: Moment): ClientCommand {
    const users = this.#users.map(({ id }) => id);
    return this.#identified(this.#dice.pick(this.#turns).command(this.#dice, users, now));
  }

  #burst(count: number): ClientCommand[] {
    const user = this.#dice.pick(this.#users);
    return Array.from({ length: count }, () =>
      this.#trade(this.#dice.int(0, 4) === 0 ? this.#dice.pick(this.#users) : user),
    );
  }

  /** More stops than one may have. */
  #hoard(): ClientCommand[] {
    const user = this.#dice.pick(this.#users);
    const market = this.#market();
    const ticks = this.#tickOf(market) + this.#dice.int(20, 60);
    const quantity = quantityOf(market, market.usual);
    const body = { market: market.symbol, side: 'buy', type: 'stopMarket', quantity };
    return Array.from({ length: 30 }, (_, i) =>
      this.#named(user, 'placeOrder', { ...body, triggerPrice: priceOf(market, ticks + i) }),
    );
  }

  /** The price moves a little, the feed's number rises mostly; or stale ones are looked for. */
  #prices(): ClientCommand {
    const dice = this.#dice;
    if (dice.int(0, 19) === 0) {
      const body = dice.pick([{}, { olderThanMs: 2_500 }, { olderThanMs: 10_001 }]);
      return this.#identified({ actor: OWNER.feeds, type: 'withdrawStaleQuotes', body });
    }
    const prices: { index: string; price: string; n: number }[] = [];
    for (const index of this.#ticks.keys()) {
      if (dice.int(0, 1) === 0) continue;
      const market = this.#markets.find((one) => indexOf(one) === index) as SimMarket;
      const { start } = market;
      const ticks = this.#tickOf(market) + dice.int(-3, 3);
      const near = Math.min(start + 40, Math.max(start - 40, ticks));
      this.#ticks.set(index, near);
      const n = (this.#tickNumbers.get(index) ?? 0) + (dice.int(0, 9) === 0 ? 0 : 1);
      this.#tickNumbers.set(index, n);
      prices.push({ index, price: priceOf(market, near), n: Math.max(1, n) });
    }
    const actor = dice.int(0, 29) === 0 ? FIRST_USER : OWNER.feeds;
    return this.#identified({ actor, type: 'recordPrices', body: { prices } });
  }

  #operate(): ClientCommand {
    const dice = this.#dice;
    const way = dice.int(0, 6);
    const late = this.#markets.find((market) => !this.#listed.includes(market));
    // Its market follows its asset soon, and its stages the market: they were too rare before.
    const isDue = way === 0 || (way >= 5 && this.#lateAsset);
    if (isDue && late !== undefined) return this.#list(late);
    if (way === 1) return this.#fundHouse(dice.pick(ASSETS));
    if (way === 2) {
      const userId = dice.pick(this.#users).id;
      const rates = { makerPpm: dice.int(0, 999), takerPpm: dice.int(0, 2_000) };
      return this.#operator('setFeeTier', { userId, ...rates });
    }
    if (way === 3 && dice.int(0, 3) === 0) {
      return this.#operator('endVirtualAccount', { userId: dice.pick(this.#users).id });
    }
    if (way === 4) return this.#changeTerms(this.#market());
    const ending = this.#listed.find((market) => market.late === true);
    if (way >= 5 && ending !== undefined) return this.#changeStage(ending);
    const status = dice.int(0, 3) === 0 ? 'halted' : 'trading';
    return this.#operator('setMarketStatus', { market: this.#market().symbol, status });
  }

  /** The late market opens, and now and then it ends while the others trade on. */
  #changeStage({ symbol: market }: SimMarket): ClientCommand {
    const stage = this.#dice.pick(['open', 'open', 'open', 'open', 'delisted', 'preOpen']);
    return this.#operator('setMarketStage', { market, stage });
  }

  /** Fees, or limits that now and then refuse what was placed a moment before. */
  #changeTerms({ symbol: market, minNotional }: SimMarket): ClientCommand {
    const { int, pick } = this.#dice;
    if (int(0, 1) === 0) {
      const fees = { makerFeePpm: int(0, 1_000), takerFeePpm: int(0, 2_000) };
      return this.#operator('setMarketFees', { market, ...fees });
    }
    const [up, down] = [pick([1_050_000, 2_000_000, 5_000_000]), pick([0, 200_000, 950_000])];
    return this.#operator('setMarketLimits', {
      ...{ market, minNotional: pick([minNotional, '0.00000001', '17.5']) },
      ...{ priceWarningPpm: int(1, 1_000_000) },
      ...{ bidMultiplierUpPpm: up, bidMultiplierDownPpm: down },
      ...{ askMultiplierUpPpm: 5_000_000, askMultiplierDownPpm: pick([200_000, down]) },
    });
  }

  /** Asset first, then its market: two commands, each sent again until it is answered. */
  #list(market: SimMarket): ClientCommand {
    if (!this.#lateAsset) {
      this.#lateAsset = true;
      return this.#sure('listAsset', { symbol: market.base, name: market.base });
    }
    this.#listed.push(market);
    const later = this.#dice.int(0, 1) === 0 ? { stage: 'preOpen' } : {};
    return this.#operator('listMarket', { ...listingOf(market), ...later });
  }

  #fundHouse(asset: string, amounts = ['0.00000001', '50', '5000']): ClientCommand {
    const amount = this.#dice.pick(amounts);
    return this.#operator('fundHouse', { owner: OWNER.marketMaker, asset, amount });
  }

  #grant(user: User, type: string): ClientCommand {
    const grants = ASSETS.slice(0, 4)
      .filter((_, i) => i === 0 || this.#dice.int(0, 2) > 0)
      .map((asset) => ({ asset, amount: this.#dice.pick(['10', '500.5', '20000', '300000']) }));
    return this.#named(user, type, { userId: user.id, grants });
  }

  /** An id that was used already, for the same again or for something else. */
  #misuse(): ClientCommand[] {
    const dice = this.#dice;
    if (this.#used.length === 0) return [];
    const { actor, id = '', type, body } = dice.pick(this.#used);
    if (dice.int(0, 2) === 0) return [{ actor, type, body, id }];
    const user = this.#users.find((one) => one.id === actor) ?? dice.pick(this.#users);
    return [{ actor: user.id, type: 'placeOrder', body: this.#order(user), id }];
  }

  #operator(type: string, body: object): ClientCommand {
    const actor = this.#dice.int(0, 59) === 0 ? FIRST_USER : OWNER.setup;
    return this.#identified({ actor, type, body });
  }

  /** As the operator, with an id, so that it is there in the end. */
  #sure(type: string, body: object): ClientCommand {
    this.#ids += 1;
    return { actor: OWNER.setup, type, body, id: `c${this.#ids}` };
  }

  #named(user: User, type: string, body: object): ClientCommand {
    return this.#identified({ actor: user.id, type, body });
  }

  /** Most commands carry an id; those without are not repeated when they get no answer. */
  #identified(command: ClientCommand): ClientCommand {
    if (this.#dice.int(0, 9) === 0) return command;
    this.#ids += 1;
    const named = { ...command, id: `c${this.#ids}` };
    this.#used.push(named);
    return named;
  }
}

/** The index that a market follows. */
function indexOf({ base, quote }: SimMarket): string {
  return `${base}-${quote}`;
}

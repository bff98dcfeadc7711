import { accountId, OWNER, staffActor, WALLET } from '@assay/core/ledger/owners';
import { TERMS_MS } from '@assay/core/option/window';
import type { Dice } from '@assay/core/testing/dice';
import { INDEX_HOURS } from '../../apps/server/hours.ts';
import type { RealmMachines } from '../../apps/server/realm.ts';
import { isSameQuote, type OptionQuote, quoteOf } from '../../modules/options/rules/quote.ts';
import type { SetOptionMarket } from '../../modules/options/schema/commands.ts';
import { endedOption } from '../../modules/options/store/tables.ts';
import { SIGNATURE } from '../../modules/options/testing/desk.ts';
import {
  type PlainMarket,
  PlainOptions,
  type PlainPurse,
} from '../../modules/options/testing/plain-options.ts';
import {
  DONE,
  type PlainBody,
  type PlainModule,
} from '../../modules/orders/testing/reference/module.ts';
import type { World } from '../../modules/orders/testing/reference/state.ts';
import type { Tables } from '../database/tables.ts';
import { type Feed, FOLLOWED } from '../feed/feed.ts';
import { type ClientCommand, expectThat } from '../history.ts';
import type { ContractWallets } from './contract-wallets.ts';
import { proveOptions } from './options-proof.ts';
import type { Moment, PartWorkload, SimPart } from './part.ts';

const CASH = 'USDT';
const UNIT = 100_000_000;
const STAFF = staffActor(5);

const MARKETS: readonly SetOptionMarket[] = FOLLOWED.map(({ index }, n) => ({
  ...{ market: `${index.replace('-', '')}-OPT`, index, asset: CASH, status: 'open' },
  ...{ tickMs: 1_000, leastStake: UNIT / 2, mostStake: 100 * UNIT },
  ...{ capacityExpiry: 150 * UNIT, capacityOpen: 500 * UNIT, buyerSharePpm: 600_000 },
  ...(n === 0 ? {} : { tickDelayMs: 1_500 }),
  ...{ feePpm: n * 2_500, volatilityPpm: 600_000, saleFeePpm: 30_000 },
  rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 800_000 + (termMs % 7) })),
}));

/** Options on the ticks of the feed, beside spot. */
export const optionsPart: SimPart = {
  name: 'options',
  realm: null,
  markets: [],
  follows: true,
  workload: (feed) => new OptionsWorkload(feed),
  twin: (wallets) => new OptionsTwin(wallets),
  isOver: ({ options }) => options.open.rows().length === 0,
  proof: proveOptions,
  books: (tables) => ({
    leaves: ['contract', OWNER.optionsEscrow],
    // Kept of each that was not void, when it ended.
    fees: (asset) => {
      const ended = asset === CASH ? tables.rows(endedOption.table) : [];
      return ended.reduce(
        (sum, { result, fee }) => sum + (result === 'void' ? 0n : BigInt(fee!)),
        0n,
      );
    },
  }),
};

class OptionsWorkload implements PartWorkload {
  readonly weight = 6;
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  setUp(dice: Dice, users: readonly number[]): ClientCommand[] {
    const own = (type: string, body: object) => ({ actor: OWNER.setup, type, body });
    const amount = dice.pick(['40', '20000']);
    return [
      ...MARKETS.map((market) => own('listOptionMarket', market)),
      own('fundHouse', { owner: OWNER.optionsEscrow, asset: CASH, amount }),
      ...users.map((actor) => {
        const body = { asset: CASH, from: 'currency', to: 'contract', amount: '250' };
        return { actor, type: 'transferFunds', body };
      }),
    ];
  }

  command(dice: Dice, users: readonly number[], { at, machines }: Moment): ClientCommand {
    const way = dice.int(0, 99);
    if (way < 20 || machines === null) return this.#feed.prices(dice);
    const { options } = machines;
    const actor = dice.pick(users);
    if (way < 82) return this.#buy(dice, actor, at, options);
    if (way < 90) {
      const running = options.open.rows().filter(({ state }) => state === 'running');
      const { id = 1, userId = actor } = running.length === 0 ? {} : dice.pick(running);
      const body = { optionId: id, least: dice.pick([1, UNIT, 20 * UNIT, 0]) };
      return { actor: dice.int(0, 9) === 0 ? actor : userId, type: 'sellOption', body };
    }
    if (way < 94) {
      const dailyStake = dice.pick([null, null, 100 * UNIT, 2_000 * UNIT]);
      const excludedUntil = dice.pick([0, 0, 0, at + 20_000]);
      return { actor, type: 'limitOptions', body: { dailyStake, excludedUntil } };
    }
    if (way < 97) {
      const from = at + dice.int(-20_000, 60_000);
      const { index } = dice.pick(FOLLOWED);
      const body = { index, from, to: from + dice.int(0, 5_000), reason: 'simulated' };
      return { actor: dice.int(0, 9) === 0 ? actor : STAFF, type: 'voidWindow', body };
    }
    const change = dice.pick([{ status: 'closed' as const }, { mostStake: 5 * UNIT }, {}, {}, {}]);
    // By what two people have published; nobody sends it themselves.
    const by = dice.int(0, 9) === 0 ? STAFF : OWNER.setup;
    return { actor: by, type: 'setOptionMarket', body: { ...dice.pick(MARKETS), ...change } };
  }

  #buy(dice: Dice, actor: number, at: number, { markets }: RealmMachines['options']) {
    const { market, index } = dice.pick(MARKETS);
    const row = markets.get(market);
    if (row === undefined) return this.#feed.prices(dice);
    const price = this.#feed.lastOf(index) ?? { n: 1, price: BigInt(UNIT) };
    const quote = markets.quote(row, {
      ...{ realm: 'demo', direction: dice.pick(['up', 'down'] as const) },
      termMs: dice.pick([30_000, 30_000, 30_000, 60_000, 60_000, 3_600_000, 31_000]),
      stake: dice.pick([UNIT, 7 * UNIT + 3, 40 * UNIT, 99 * UNIT, 101 * UNIT, UNIT / 4]),
      ...{ spotN: price.n, spot: Number(price.price), issuedAt: at },
    });
    const isRight = dice.int(0, 11) > 0;
    const sent = isRight ? quote : { ...quote, payout: quote.payout + 1 };
    const slippagePpm = dice.pick([null, null, 300, 100_000]);
    const policy = dice.int(0, 29) === 0 ? 'strict' : 'practice';
    const body = { quote: sent, signature: SIGNATURE, slippagePpm, policy };
    return { actor, type: 'buyOption', body };
  }
}

/** The plain model of options on the wallets and the house of the plain world. */
class OptionsTwin implements PlainModule {
  readonly plain = this;
  readonly commands = [
    ...['listOptionMarket', 'setOptionMarket', 'buyOption', 'sellOption', 'limitOptions'],
    ...['followTicks', 'settleOptions', 'voidWindow'],
  ];
  readonly #wallets: ContractWallets;
  readonly #model: PlainOptions;
  readonly #versions = new Map<string, number>();
  #escrow = 0n;

  constructor(wallets: ContractWallets) {
    this.#wallets = wallets;
    this.#model = new PlainOptions(this.#purse(), INDEX_HOURS.isOpen);
  }

  decide(world: World, type: string, actor: number, body: PlainBody): object {
    if (type === 'settleOptions') return DONE;
    if (type === 'voidWindow') {
      if (actor >= 0) return { refusal: 'notAllowed' };
      const windows = this.#model.void(
        body.index as string,
        body.from as number,
        body.to as number,
      );
      return windows === 0 ? { refusal: 'nothingOpen' } : { windows };
    }
    const refusal = this.#decide(world, type, actor, body);
    return refusal === '' ? DONE : { refusal };
  }

  prices({ at }: World, news: ReadonlyMap<string, bigint>): void {
    for (const [index, price] of news) {
      const { n } = this.#wallets.world.prices.get(index)!;
      this.#model.last.set(index, { n, price: Number(price), at });
    }
  }

  endAll(_world: World, user: number): void {
    this.#model.endAll(user);
  }

  compare(machines: RealmMachines, tables: Tables): void {
    const ended = new Map(tables.rows('ended_option').map((row) => [Number(row.id), row]));
    const open = machines.options.open;
    for (const one of this.#model.all) {
      const { id, result, reason, paid, entry } = one;
      const [running, row] = [open.get(id), ended.get(id)];
      const isEnded = result !== '';
      expectThat(
        (row !== undefined) === isEnded,
        `option ${id} is ${result || 'open'} in the model`,
      );
      expectThat((running === undefined) === isEnded, `option ${id} is open, and ${result}`);
      const is = isEnded ? `${row?.result} ${row?.reason} ${row?.paid}` : '';
      const due = isEnded ? `${result} ${reason} ${paid}` : '';
      expectThat(is === due, `option ${id} ended as ${is}, in the model ${due}`);
      const entryN = isEnded ? Number(row?.entry_n ?? 0) : (running?.entryN ?? 0);
      expectThat(entryN === (entry?.n ?? 0), `option ${id} began with tick ${entryN}`);
    }
    const count = this.#model.all.length;
    expectThat(ended.size + open.rows().length === count, `options are not ${count}`);
    const { ledger } = machines.ledger;
    const asset = machines.markets.assetId(CASH) as number;
    const account = accountId(OWNER.optionsEscrow, WALLET.contract, asset);
    const escrow = ledger.available(ledger.find(account));
    expectThat(escrow === this.#escrow, `escrow has ${escrow}, the model ${this.#escrow}`);
  }

  #decide(world: World, type: string, actor: number, body: PlainBody): string {
    const model = this.#model;
    const { seq, at } = world;
    if (type === 'listOptionMarket' || type === 'setOptionMarket') {
      return this.#setMarket(type, actor, body as never, seq);
    }
    if (type === 'followTicks') {
      if (actor !== OWNER.feeds) return 'notAllowed';
      return model.follow(body.index as string, body.ticks as never, body.silentUntil as number);
    }
    if (type === 'sellOption') {
      return model.sell(actor, body.optionId as number, body.least as number, { seq, at });
    }
    if (actor < 1_000) return 'notAllowed';
    if (type === 'limitOptions') {
      model.limit(actor, body.dailyStake as number | null, body.excludedUntil as number, at);
      return '';
    }
    if (body.policy !== 'practice') return 'optionsNotOffered';
    const quote = body.quote as OptionQuote;
    const isSame = this.#isSame(quote);
    return model.buy(actor, quote, body.slippagePpm as number | null, { seq, at }, isSame);
  }

  #setMarket(type: string, actor: number, body: PlainMarket, seq: number): string {
    const isList = type === 'listOptionMarket';
    if (actor !== OWNER.setup) return 'notAllowed';
    if (isList && this.#model.markets.has(body.market)) return 'alreadyListed';
    this.#model.markets.set(body.market, body);
    this.#versions.set(body.market, seq);
    return '';
  }

  /** Whether a quote says what the terms say now. */
  #isSame(quote: OptionQuote): boolean {
    const market = this.#model.markets.get(quote.market);
    const payoutPpm = market?.rates.find(({ termMs }) => termMs === quote.termMs)?.payoutPpm ?? 0;
    if (market === undefined || payoutPpm === 0) return false;
    const terms = { ...market, payoutPpm, version: this.#versions.get(market.market)! };
    return isSameQuote(quoteOf(terms, quote), quote);
  }

  #purse(): PlainPurse {
    const wallets = this.#wallets;
    const capital = () => wallets.world.balance(OWNER.optionsEscrow, CASH);
    const fees = () => wallets.world.balance(OWNER.fees, CASH);
    return {
      has: (owner) => {
        if (owner === 'escrow') return this.#escrow;
        if (owner === 'capital') return capital().available;
        return owner === 'fees' ? fees().available : wallets.of(Number(owner), CASH);
      },
      give: (owner, amount) => {
        if (owner === 'escrow') this.#escrow += amount;
        else if (owner === 'capital') capital().available += amount;
        else if (owner === 'fees') fees().available += amount;
        else wallets.add(Number(owner), CASH, amount);
      },
      free: (user) => wallets.free(user, CASH),
      moved: (user) => wallets.moved(user),
    };
  }
}

import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { saleValue } from '@assay/core/option/sale';
import { expiryOf, TERMS_MS } from '@assay/core/option/window';
import { PIECE } from '@assay/core/order/life/bounds';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { FeedsMachine } from '@assay/modules/feeds';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { Fact, FollowUp, RowReader, Turn } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import {
  MAX_EXCLUSION_MS,
  MAX_OPEN_OPTIONS,
  type OptionPolicy,
  POLICIES,
  STALE_MS,
} from '../rules/policy.ts';
import { isMarket, termFault } from '../rules/terms.ts';
import { ownPart } from '../rules/trial.ts';
import type { BuyOption, OptionView, SetOptionMarket } from '../schema/commands.ts';
import {
  endedOption,
  type MarketRow,
  madeGoodOption,
  type OpenRow,
  openOption,
  optionDay,
  optionFeed,
  optionMadeGood,
  optionMarket,
  optionPerson,
  optionRate,
  optionSeries,
  optionSettlement,
  optionTick,
  optionVoid,
  optionWindow,
} from '../store/tables.ts';
import { Capacity } from './capacity.ts';
import { Days } from './days.ts';
import { type ContractWallets, Escrow, type TrialFunds } from './escrow.ts';
import { OptionMarkets } from './markets.ts';
import { delayOf, OpenOptions, pickQuote } from './open-options.ts';
import { People } from './people.ts';
import { isWithin, refuseQuote, refuseStake } from './refusals.ts';
import { Settler } from './settler.ts';
import { Spans } from './spans.ts';
import { FollowedTicks } from './ticks.ts';
import { viewOf } from './view.ts';
import { SettledWindows } from './windows.ts';

type OptionRules = RulesFor<
  | 'listOptionMarket'
  | 'setOptionMarket'
  | 'buyOption'
  | 'sellOption'
  | 'limitOptions'
  | 'followTicks'
  | 'settleOptions'
  | 'voidWindow'
  | 'makeGoodWindow'
  | 'payMadeGood'
>;

/** When the market of an index is open: calendars have sessions, coins none. */
export interface OptionHours {
  /** Whether the index has a session that covers the whole span. */
  isOpen(index: string, from: number, to: number): boolean;
}

export interface OptionsParts {
  readonly realm: Realm;
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly prices: Pick<FeedsMachine, 'lastIndex'>;
  readonly wallets: ContractWallets;
  readonly trials: TrialFunds;
  readonly hours?: OptionHours;
  /** Steps that one command takes at most. */
  readonly slice?: number | undefined;
}

type TermsRefusal = RefusedWith<'invalidMarket' | 'unknownAsset' | 'invalidTerms'>;
type ListingRefusal = TermsRefusal | RefusedWith<'alreadyListed'>;

const ALWAYS: OptionHours = { isOpen: () => true };

/**
 * Up/down options on an index (decision 0068). What they may pay is in escrow from their acceptance
 * on; what they pay follows from the tick log alone.
 */
export class OptionsMachine extends TableMachine implements HoldOwner {
  readonly name = 'options';
  readonly rules: OptionRules = {
    listOptionMarket: (body, turn) => {
      if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
      const asset = this.#readNew(body);
      if (typeof asset !== 'number') return asset;
      this.markets.set(body, asset, turn.seq);
      return { market: body.market, version: turn.seq };
    },
    setOptionMarket: (body, turn) => {
      if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
      const asset = this.#readMarket(body);
      if (typeof asset !== 'number') return asset;
      const known = this.markets.get(body.market);
      const isOther = known !== undefined && (known.index !== body.index || known.asset !== asset);
      if (isOther) return { refusal: 'otherIndex' };
      this.markets.set(body, asset, turn.seq);
      return { market: body.market, version: turn.seq };
    },
    buyOption: (body, turn) => this.#buy(body, turn),
    sellOption: (body, turn) => this.#sell(body, turn),
    limitOptions: (body, turn) => this.#limit(body, turn),
    followTicks: (body, turn) => {
      if (turn.actor !== OWNER.feeds) return { refusal: 'notAllowed' };
      if (typeof body.index !== 'string' || !this.open.isFollowed(body.index)) {
        return { refusal: 'notFollowed' };
      }
      const refusal = this.ticks.refuse(body);
      if (refusal !== null) return { refusal };
      // Nobody knows yet that the log will be silent.
      if (body.silentUntil > turn.at) return { refusal: 'badTicks' };
      this.ticks.follow(body);
      return { followed: body.ticks.length, work: this.#settler.work(turn, this.#slice) };
    },
    settleOptions: (_body, turn) => {
      if (turn.actor !== OWNER.engine) return { refusal: 'notAllowed' };
      if (!this.#settler.hasWork) return { refusal: 'nothingDue' };
      return { work: this.#settler.work(turn, this.#slice) };
    },
    voidWindow: (body, turn) => this.#spans.rules.voidWindow(body, turn),
    makeGoodWindow: (body, turn) => this.#spans.rules.makeGoodWindow(body, turn),
    payMadeGood: (body, turn) => this.#spans.rules.payMadeGood(body, turn),
  };
  readonly markets = new OptionMarkets(this.keep(optionMarket), this.keep(optionRate), (asset) =>
    this.#parts.assets.assetSymbol(asset),
  );
  readonly open = new OpenOptions(
    this.keep(openOption),
    this.log(endedOption),
    this.keep(optionSeries),
    (market) => this.markets.indexOf(market),
  );
  readonly ticks = new FollowedTicks(this.keep(optionFeed), this.keep(optionTick));
  readonly people = new People(this.keep(optionPerson));
  readonly windows: SettledWindows;
  readonly escrow: Escrow;
  readonly capacity: Capacity;
  readonly #days = new Days(this.keep(optionDay));
  readonly #settler: Settler;
  readonly #spans: Spans;
  readonly #parts: OptionsParts;
  readonly #hours: OptionHours;
  readonly #slice: number;

  constructor(parts: OptionsParts) {
    super();
    this.#parts = parts;
    this.#hours = parts.hours ?? ALWAYS;
    this.#slice = parts.slice ?? PIECE;
    this.escrow = new Escrow(parts.ledger.ledger, parts.wallets, parts.trials);
    this.capacity = new Capacity(this.open, this.escrow);
    const { markets, open, ticks, people, escrow } = this;
    const voided = this.log(optionVoid);
    const settlements = this.log(optionSettlement);
    this.windows = new SettledWindows(this.keep(optionWindow));
    const symbol = (asset: number) => parts.assets.assetSymbol(asset);
    const shared = {
      markets,
      open,
      people,
      escrow,
      windows: this.windows,
      days: this.#days,
      symbol,
    };
    const publish = (fact: Fact) => this.publish(fact);
    this.#settler = new Settler({ ...shared, ticks, settlements, publish });
    const [spans, paid] = [this.log(optionMadeGood), this.log(madeGoodOption)];
    this.#spans = new Spans({
      ...{ ...shared, voided, spans, paid, publish, slice: this.#slice },
      settler: this.#settler,
    });
    parts.ledger.addHoldOwner(this);
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.open.loaded();
    this.ticks.loaded();
    this.windows.loaded();
  }

  followUp(): FollowUp | null {
    if (!this.#settler.hasWork) return null;
    return { type: 'settleOptions', actor: OWNER.engine, body: {} };
  }

  /** What options cost is in escrow, not held. */
  claim(): void {}

  /** A virtual account ends: its options are void, and what comes back goes with it. */
  endAll(userId: number, turn: Turn): void {
    for (const option of this.open.of(userId)) this.#settler.void(option, 'accountEnded', turn);
    this.people.clear(userId, turn.seq);
  }

  /** Escrow is what open options can claim, per market and expiry and in all, and what is owed. */
  override audit(): void {
    super.audit();
    const due = new Map<number, bigint>();
    for (const series of this.open.series.rows()) {
      const [escrow, house, count] = this.#claims([...this.open.in(series)]);
      const what = `${series.market} at ${series.expiresAt}`;
      assert(series.escrow === escrow && series.house === house, `escrow of ${what} is its claims`);
      assert(series.count === count, `${what} has ${series.count} options`);
      const asset = this.markets.get(series.market)?.asset ?? -1;
      due.set(asset, (due.get(asset) ?? 0n) + series.escrow);
    }
    for (const { id } of this.#parts.assets.assets()) {
      const owed = (due.get(id) ?? 0n) + this.#spans.owed(id);
      assert(this.escrow.balance(id) === owed, `escrow of ${id} is what it owes`);
    }
    for (const option of this.open.rows()) {
      const { id, userId, acceptedAt, termMs, expiresAt, afterN, entryN, entryAt } = option;
      assert(expiresAt === expiryOf(acceptedAt, termMs), `the expiry of ${id} has not moved`);
      assert(this.open.seriesOf(option) !== undefined, `option ${id} has a series`);
      const isLater =
        entryN === null || (entryN > afterN && (entryAt ?? 0) > acceptedAt + delayOf(option));
      assert(isLater, `the entry of ${id} comes after its acceptance and delay`);
      const count = this.open.countOf(userId);
      assert(count > 0 && count <= MAX_OPEN_OPTIONS, `${count} options of ${userId}`);
    }
  }

  view(row: OpenRow): OptionView {
    const { index, asset } = this.markets.get(row.market)!;
    return viewOf(row, index, this.#parts.assets.assetSymbol(asset));
  }

  /** What a running option brings its person at the last tick of the engine; null: no sale. */
  saleAt(option: OpenRow, now: number): number | null {
    const market = this.markets.get(option.market);
    const last = this.#parts.prices.lastIndex(this.markets.indexOf(option.market));
    if (market === undefined || last === undefined || option.entryPrice === null) return null;
    if (option.state !== 'running' || now - last.at > STALE_MS) return null;
    const tick = { at: Math.max(now + delayOf(option), last.at), price: BigInt(last.units) };
    const value = saleValue({ ...option, entry: option.entryPrice }, tick, market);
    return value === null ? null : ownPart(option, value, false) || null;
  }

  /** Whether the index has a fresh price at `at`. */
  spot(index: string, at: number): { readonly n: number; readonly units: number } | null {
    const last = this.#parts.prices.lastIndex(index);
    return last === undefined || at - last.at > STALE_MS ? null : last;
  }

  isOpen({ status, index }: MarketRow, at: number, termMs: number): boolean {
    return status === 'open' && this.#hours.isOpen(index, at, expiryOf(at, termMs));
  }

  /** Why a market could not be listed now; null: it could. */
  refuseListing(body: SetOptionMarket): ListingRefusal | null {
    const read = this.#readNew(body);
    return typeof read === 'number' ? null : read;
  }

  #readNew(body: SetOptionMarket): number | ListingRefusal {
    const asset = this.#readMarket(body);
    const isKnown = typeof asset === 'number' && this.markets.get(body.market) !== undefined;
    return isKnown ? { refusal: 'alreadyListed' } : asset;
  }

  /** The number of its asset, or what is wrong with the terms of a market. */
  #readMarket(body: SetOptionMarket): number | TermsRefusal {
    if (!isMarket(body)) return { refusal: 'invalidMarket' };
    const asset = this.#parts.assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    return termFault(body) === null ? asset : { refusal: 'invalidTerms' };
  }

  #buy(bought: BuyOption, turn: Turn): ReturnType<OptionRules['buyOption']> {
    const { quote, signature, slippagePpm, policy: name, voucherId = null } = bought;
    const { seq: id, at: acceptedAt, actor: userId } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const policy = this.#policy(name);
    if (policy === null || !policy.isOffered) return { refusal: 'optionsNotOffered' };
    const market = this.markets.get(`${quote?.market}`);
    if (market === undefined)
      return { refusal: 'unknownMarket', detail: { market: `${quote?.market}` } };
    const { termMs, stake } = quote;
    const { market: symbol, asset } = market;
    const isTerm = TERMS_MS.includes(termMs) && this.markets.payoutPpm(symbol, termMs) > 0;
    if (!isTerm) return { refusal: 'unknownTerm' };
    if (!this.isOpen(market, acceptedAt, termMs))
      return { refusal: 'marketClosed', detail: { market: symbol } };
    const against = refuseQuote(bought, acceptedAt, this.#parts.realm);
    if (against !== null) return { refusal: against };
    if (!this.markets.isCurrent(market, quote)) return { refusal: 'quoteChanged' };
    const bound = refuseStake(market, quote);
    if (bound !== null) return bound;
    const own = this.people.refuse(userId, stake, acceptedAt, policy);
    if (own !== null) return own;
    if (this.open.countOf(userId) >= MAX_OPEN_OPTIONS) {
      return { refusal: 'tooManyOptions', detail: { max: `${MAX_OPEN_OPTIONS}` } };
    }
    const spot = this.spot(market.index, acceptedAt);
    if (spot === null) return { refusal: 'noPrice', detail: { market: symbol } };
    const { payout } = quote;
    const unpaid = this.#refusePayment(bought, asset, turn);
    if (unpaid !== null) return unpaid;
    const expiresAt = expiryOf(acceptedAt, termMs);
    const house = BigInt(payout - stake);
    if (this.capacity.room(market, expiresAt) < house) return { refusal: 'soldOut' };
    const series = this.open.seriesOf({ ...quote, expiresAt });
    if (series !== undefined && series.state !== 'open') return { refusal: 'soldOut' };
    const share = this.capacity.share(market, expiresAt, userId);
    if (share < house) {
      const detail = { amount: formatDecimal(share, SCALE), asset: quote.asset };
      return { refusal: 'buyerShareTaken', detail };
    }
    // Past this line nothing may fail.
    if (!this.open.isFollowed(market.index)) this.ticks.begin(market.index, spot.n);
    const afterN = this.ticks.last(market.index).n;
    const option = this.open.add({
      ...pickQuote(quote),
      ...{ id, userId, signature, slippagePpm, acceptedAt, afterN, expiresAt, state: 'waiting' },
      voucherId,
      ...{ entryN: null, entryAt: null, entryPrice: null },
      ...{ saleSeq: null, saleAt: null, saleAfterN: null, saleLeast: null },
    });
    this.escrow.take(option, asset, id);
    this.people.bought(userId, stake, acceptedAt);
    return this.#changed(option);
  }

  /** Trial funds pay all of an option or nothing: they are never mixed with own money. */
  #refusePayment({ quote, voucherId }: BuyOption, asset: number, { actor, at }: Turn) {
    const cost = quote.stake + quote.fee;
    if (voucherId === undefined) {
      if (this.escrow.covers(actor, asset, cost)) return null;
      return { refusal: 'insufficientBalance', detail: { asset: quote.asset } } as const;
    }
    const isUsable = this.escrow.isTrial(voucherId, actor, asset, cost, at);
    return isUsable ? null : ({ refusal: 'trialFundsNotUsable' } as const);
  }

  #policy(name: unknown): OptionPolicy | null {
    if (typeof name !== 'string' || !Object.hasOwn(POLICIES, name)) return null;
    const isPractice = name === 'practice';
    if (isPractice !== (this.#parts.realm === 'demo')) return null;
    return POLICIES[name as keyof typeof POLICIES];
  }

  #sell(
    { optionId, least }: Parameters<OptionRules['sellOption']>[0],
    { seq, at, actor }: Turn,
  ): ReturnType<OptionRules['sellOption']> {
    const option = this.open.get(optionId);
    if (option === undefined || option.userId !== actor) return { refusal: 'unknownOption' };
    if (option.state !== 'running') return { refusal: 'notRunning' };
    if (!Number.isSafeInteger(least) || least < 1) return { refusal: 'invalidLeast' };
    const value = this.saleAt(option, at);
    if (value === null || value < least) return { refusal: 'noSale' };
    // Past this line nothing may fail.
    const afterN = this.ticks.last(this.markets.indexOf(option.market)).n;
    this.open.sell(option, { seq, at, afterN, least });
    return this.#changed(option);
  }

  #limit(
    body: Parameters<OptionRules['limitOptions']>[0],
    { at, actor }: Turn,
  ): ReturnType<OptionRules['limitOptions']> {
    if (actor < FIRST_USER) return { refusal: 'notAllowed' };
    const { dailyStake = null, excludedUntil } = body;
    const isAmount = dailyStake === null || (Number.isSafeInteger(dailyStake) && dailyStake >= 0);
    if (!isAmount) return { refusal: 'invalidStake' };
    const isTime =
      Number.isSafeInteger(excludedUntil) && isWithin(excludedUntil, 0, at + MAX_EXCLUSION_MS);
    if (!isTime) return { refusal: 'invalidTime' };
    return this.people.limit(actor, body, at);
  }

  #claims(options: readonly OpenRow[]): readonly [escrow: bigint, house: bigint, count: number] {
    const sum = (of: (row: OpenRow) => number) =>
      options.reduce((total, row) => total + BigInt(of(row)), 0n);
    const escrow = sum(({ payout, fee }) => payout + fee);
    return [escrow, sum(({ payout, stake }) => payout - stake), options.length];
  }

  #changed(option: OpenRow): OptionView {
    const view = this.view(option);
    this.publish({ type: 'optionChanged', userId: option.userId, option: view });
    return view;
  }
}

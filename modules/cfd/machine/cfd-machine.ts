import type { Ledger } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import type { Direction } from '@assay/core/position/value';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { FollowUp, RowReader } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { ALWAYS_OPEN, type Sessions } from '../rules/quote.ts';
import { CLOSE_OUT_PERCENT } from '../rules/risk.ts';
import { type ContractListing, FIXED, readTerms, type Terms } from '../rules/terms.ts';
import type { CfdAccountView } from '../schema/commands.ts';
import * as tables from '../store/tables.ts';
import { auditCfd } from './audit.ts';
import { type ContractRow, LiveContract } from './contract.ts';
import { CfdFills } from './fill.ts';
import { type Hedge, NO_HEDGE } from './hedge.ts';
import { CfdMoney } from './money.ts';
import { CfdOrders } from './orders.ts';
import { CfdRisk } from './risk.ts';
import { CfdState, guardsOf } from './state.ts';
import { CfdTicks } from './ticks.ts';
import { accountView } from './views.ts';

/** Where index prices come from: the feeds machine calls back inside its own command. */
export interface CfdPrices {
  onPrices(
    listener: (
      prices: ReadonlyMap<
        string,
        { readonly units: number; readonly n: number; readonly at: number }
      >,
      turn: Turn,
    ) => void,
  ): void;
}

/** The markets of contracts, which staff may halt and end. */
export interface ContractMarkets {
  market(symbol: string): { readonly status: string; readonly stage: string } | undefined;
}

export interface CfdOptions {
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly prices: CfdPrices;
  readonly sessions?: Sessions | undefined;
  readonly markets?: ContractMarkets | undefined;
  /** By default none: what exceeds the house's own exposure is refused. */
  readonly hedge?: Hedge;
  /** How much work one command does at most; tests make it small. */
  readonly slice?: number | undefined;
}

/** Everything is priced and settled in it. */
const CASH = 'USDT';
const MAX_CONTRACTS = 1_000;
const SLICE = 500;

type ListingRefusal = RefusedWith<'badListing' | 'alreadyListed' | 'tooMany'>;

/**
 * Contracts against the house (decisions 0066 and 0067): orders wait for the next tick of their
 * index, and are filled at its price for better or worse.
 */
export class CfdMachine extends TableMachine implements HoldOwner {
  readonly name = 'cfd';
  readonly rules: RulesFor<
    | 'listCfd'
    | 'setCfdTerms'
    | 'placeCfdOrder'
    | 'cancelCfdOrder'
    | 'closeCfdPositions'
    | 'protectCfdPosition'
    | 'setCfdMode'
    | 'workCfdTicks'
  > = {
    listCfd: (body, turn) => this.#list(body, turn),
    setCfdTerms: (body, turn) => this.#setTerms(body, turn),
    placeCfdOrder: (body, turn) => this.#orders.place(body, turn),
    cancelCfdOrder: (body, turn) => this.#orders.cancel(body, turn),
    closeCfdPositions: (body, turn) => this.#orders.closeAll(body, turn),
    protectCfdPosition: (body, turn) => this.#orders.protect(body, turn),
    setCfdMode: (body, turn) => this.#orders.setMode(body, turn),
    workCfdTicks: (_, turn) => {
      if (turn.actor !== OWNER.engine) return { refusal: 'notAllowed' };
      if (!this.#isWorkLeft()) return { refusal: 'nothingDue' };
      this.#ticks.work(turn);
      return { left: this.#ticks.due };
    },
  };
  readonly #tables = {
    contracts: this.keep(tables.contract),
    quotes: this.keep(tables.quote),
    ticks: this.keep(tables.tick),
    accounts: this.keep(tables.account),
    legs: this.keep(tables.leg),
    orders: this.keep(tables.order),
    positions: this.keep(tables.position),
    peaks: this.keep(tables.peak),
    terms: this.log(tables.termsVersion),
    receipts: this.log(tables.receipt),
  };
  readonly state: CfdState;
  readonly #ledger: Ledger;
  readonly #assets: Assets;
  readonly #money: CfdMoney;
  readonly #risk: CfdRisk;
  readonly #hedge: Hedge;
  readonly #fills: CfdFills;
  readonly #orders: CfdOrders;
  readonly #ticks: CfdTicks;

  constructor({ hedge = NO_HEDGE, ...options }: CfdOptions) {
    const { ledger, assets, prices, sessions, markets, slice } = options;
    super();
    this.#ledger = ledger.ledger;
    this.#assets = assets;
    const slot = (owner: number, wallet: 0 | 1) =>
      this.#ledger.open(accountId(owner, wallet, this.#cash()));
    this.state = new CfdState({
      tables: this.#tables,
      ledger: this.#ledger,
      sessions: sessions ?? ALWAYS_OPEN,
      isHalted: (symbol) => {
        const market = markets?.market(symbol);
        return market !== undefined && (market.status !== 'trading' || market.stage !== 'open');
      },
      isDelisted: (symbol) => markets?.market(symbol)?.stage === 'delisted',
      publish: (fact) => this.publish(fact),
      slots: {
        person: (userId) => slot(userId, WALLET.contract),
        house: () => slot(OWNER.cfd, WALLET.currency),
        // Not the account that capital comes into, so that its sum is that of the premiums.
        escrow: () => slot(OWNER.cfd, WALLET.contract),
        insurance: () => slot(OWNER.insurance, WALLET.currency),
      },
    });
    this.#money = new CfdMoney(this.state);
    this.#hedge = hedge;
    this.#risk = new CfdRisk(this.state, this.#money, hedge);
    this.#fills = new CfdFills(this.state, this.#money, this.#risk);
    this.#orders = new CfdOrders(this.state, this.#money, this.#risk, this.#fills);
    const parts = [this.state, this.#money, this.#risk, this.#fills] as const;
    this.#ticks = new CfdTicks(...parts, slice ?? SLICE);
    ledger.addHoldOwner(this);
    prices.onPrices((news, turn) => this.#ticks.record(news, turn));
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    const { contracts, quotes, accounts, orders, positions, peaks } = this.#tables;
    for (const row of contracts.rows()) this.#open(row);
    for (const row of quotes.rows()) this.state.of(row.contract).quote = row;
    for (const row of orders.rows()) {
      this.state.addOrder(row);
      const live = this.state.of(row.contract);
      if (row.kind === 'market') continue;
      if (row.id < (live.quote?.seq ?? 0)) this.#ticks.waitOrder(live, row);
      else live.fresh.push({ what: 'order', id: row.id });
    }
    for (const row of peaks.rows()) {
      this.state.of(row.contract).triggers[row.side as Direction].trail.restoreGroup(row);
    }
    for (const row of positions.rows()) this.state.addPosition(row);
    this.#restoreTriggers();
    for (const row of accounts.rows()) {
      if (row.endangered > 0) this.state.endangered.add(row.userId);
      if (row.owed > 0n) this.state.owed.add(row.userId);
      for (const leg of this.state.person(row.userId).legs)
        this.state.setGuards(leg, guardsOf(leg));
    }
  }

  claim(add: (account: number, amount: bigint) => void): void {
    for (const { userId, held } of this.#tables.accounts.rows()) {
      if (held > 0n) add(accountId(userId, WALLET.contract, this.#cash()), held);
    }
  }

  /**
   * Ends what a person has open, as if it had never been opened: with a virtual account, whose
   * money is taken back.
   */
  endAll(userId: number, { seq, at }: Turn): void {
    const account = this.#tables.accounts.get(userId);
    if (account === undefined) return;
    this.#ledger.begin(seq);
    const moment = { seq, tick: { seq, at } };
    for (const id of [...this.state.person(userId).orders].sort((a, b) => a - b)) {
      this.#fills.end(this.#tables.orders.get(id)!, 'accountEnded', moment);
    }
    for (const row of this.state.positionsOf(userId)) {
      this.#fills.close(row, row.lots, row.entry, 'accountEnded', moment);
    }
    this.state.owed.delete(userId);
    this.#tables.accounts.change(account, { owed: 0n, owedSince: 0 });
  }

  override audit(): void {
    super.audit();
    auditCfd(this.state);
  }

  followUp(): FollowUp | null {
    return this.#isWorkLeft() ? { type: 'workCfdTicks', actor: OWNER.engine, body: {} } : null;
  }

  #isWorkLeft(): boolean {
    return this.#ticks.due > 0 || !this.state.left().next().done;
  }

  /**
   * What of the contract wallet is spoken for beyond what the ledger holds: losses that are not
   * realised yet, and margin that the wallet does not cover.
   */
  claimOn(userId: number, asset: number): bigint {
    const account = this.#tables.accounts.get(userId);
    if (account === undefined || asset !== this.#cash()) return 0n;
    const slot = this.state.slots.person(userId);
    const claim = this.#ledger.available(slot) - this.#risk.available(account);
    return claim < 0n ? 0n : claim;
  }

  /** What the ledger holds of the contract wallet: margin, of positions and of orders. */
  heldOn(userId: number, asset: number): bigint {
    const account = this.#tables.accounts.get(userId);
    return account === undefined || asset !== this.#cash() ? 0n : account.held;
  }

  /** Whether an account has positions or orders, or something is owed by it or to it. */
  hasOpen(userId: number): boolean {
    const { orders, positions } = this.state.person(userId);
    const { deficit = 0n, owed = 0n } = this.#tables.accounts.get(userId) ?? {};
    return orders.size + positions.size > 0 || deficit > 0n || owed > 0n;
  }

  /** The contract wallet has gained or given something by another module. */
  moved(userId: number): void {
    const account = this.#tables.accounts.get(userId);
    if (account !== undefined) this.#risk.refresh(account);
  }

  /** The account of a person by the last prices; null before the first order. */
  accountOf(userId: number): CfdAccountView | null {
    const account = this.#tables.accounts.get(userId);
    if (account === undefined) return null;
    return accountView(account, {
      equity: this.#risk.equity(account),
      unrealised: this.#risk.unrealised(userId),
      available: this.#risk.available(account),
    });
  }

  /** That of a person who has not traded contracts yet. */
  emptyAccount(userId: number): CfdAccountView {
    const total = this.#money.total(userId);
    const none = {
      ...{ netted: false, used: 0n, reserved: 0n, deficit: 0n, owed: 0n, level: 0 },
      closeOutPercent: CLOSE_OUT_PERCENT,
    };
    return accountView(none, { equity: total, unrealised: 0n, available: total });
  }

  /** Lots that are still taken in a direction: by the published exposure, and what is hedged. */
  availableLots(live: LiveContract, side: Direction): bigint {
    const { contractSize, maxNetLots } = live.row;
    const hedged = this.#hedge.room(live.row.symbol, side);
    const taken = BigInt(side) * live.net() - hedged;
    const left = maxNetLots - (taken * 100_000_000n) / contractSize;
    return left < 0n ? 0n : left;
  }

  /** What the house keeps for a contract in the worst case that it counts with. */
  worstOf(live: LiveContract): bigint {
    return this.#risk.worst(live);
  }

  /** What the house pays gains of, and its insurance. */
  capital(): { readonly house: bigint; readonly insurance: bigint } {
    const insurance = this.#ledger.available(this.state.slots.insurance());
    return { house: this.#money.houseHas(), insurance };
  }

  #list(listing: ContractListing, turn: Turn): ReturnType<typeof this.rules.listCfd> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const terms = this.#readListing(listing);
    if ('refusal' in terms) return terms;
    const { seq, at } = turn;
    const id = this.state.contracts.length + 1;
    const row = this.#tables.contracts.insert({ id, ...terms, version: 1, listedAt: at });
    this.#open(row);
    return this.#published(row, seq, at);
  }

  /** Why a contract would be refused; null if it would not. */
  refuseListing(listing: ContractListing): ListingRefusal | null {
    const terms = this.#readListing(listing);
    return 'refusal' in terms ? terms : null;
  }

  #readListing(listing: ContractListing): Terms | ListingRefusal {
    const terms = readTerms(listing);
    if (typeof terms === 'string') return badListing(terms);
    const { symbol, index, conversionIndex } = terms;
    const isFollowed = conversionIndex === null || this.state.byIndex.has(conversionIndex);
    if (!isFollowed && conversionIndex !== index) return badListing('conversionIndex');
    if (this.state.bySymbol.has(symbol)) return { refusal: 'alreadyListed' };
    const isFull = this.state.contracts.length >= MAX_CONTRACTS;
    return isFull || this.#assets.assetId(CASH) === undefined ? { refusal: 'tooMany' } : terms;
  }

  #setTerms(listing: ContractListing, turn: Turn): ReturnType<typeof this.rules.setCfdTerms> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    const terms = readTerms(listing);
    if (typeof terms === 'string') return badListing(terms);
    const live = this.state.bySymbol.get(terms.symbol);
    if (live === undefined) return { refusal: 'unknownContract' };
    const fixed = FIXED.find((field) => live.row[field] !== terms[field]);
    if (fixed !== undefined) return { refusal: 'fixedTerm', detail: { field: fixed } };
    const news = Object.entries(terms).filter(([field]) => !FIXED.some((one) => one === field));
    const changed = Object.fromEntries(news) as Omit<Terms, (typeof FIXED)[number]>;
    this.#tables.contracts.change(live.row, { ...changed, version: live.row.version + 1 });
    live.mayHaveLeft = true;
    return this.#published(live.row, turn.seq, turn.at);
  }

  #published(row: ContractRow, seq: number, at: number) {
    const { id: contract, symbol, version } = row;
    const listing = JSON.stringify(listingOf(row));
    this.#tables.terms.add({ seq, contract, version, at, listing });
    this.publish({ type: 'cfdListed', contract: symbol, version });
    return { contract: symbol, version };
  }

  #open(row: ContractRow): void {
    const { contracts, bySymbol, byIndex } = this.state;
    const follows = (index: string) => byIndex.get(index)?.[0];
    const live = new LiveContract(row, this.#tables.peaks, follows);
    contracts.push(live);
    bySymbol.set(row.symbol, live);
    byIndex.set(row.index, [...(byIndex.get(row.index) ?? []), live]);
  }

  /** What was set before the last tick waits for the next one already. */
  #restoreTriggers(): void {
    for (const live of this.state.contracts) {
      const rows = [...live.positions.values()];
      for (const row of rows.sort((a, b) => a.since - b.since || a.id - b.id)) {
        const { stop, take, trail } = live.triggers[row.side as Direction];
        const isLater = row.since >= (live.quote?.seq ?? 0);
        const isTaken = row.trail === 0 || isLater || trail.restore(row.id, row.trail, row.since);
        assert(isTaken, `the trailing stop of ${row.id} has a best price`);
        if (isLater) live.fresh.push({ what: 'position', id: row.id });
        else if (row.stopLoss > 0) stop.set(row.id, row.stopLoss);
        if (!isLater && row.takeProfit > 0) take.set(row.id, row.takeProfit);
      }
      const waiting = [...live.closing].map((id) => live.positions.get(id)!);
      live.closing.clear();
      waiting.sort((a, b) => a.closingSince - b.closingSince || a.id - b.id);
      for (const { id } of waiting) live.closing.add(id);
    }
  }

  #cash(): number {
    const asset = this.#assets.assetId(CASH);
    assert(asset !== undefined, `${CASH} is listed`);
    return asset;
  }
}

/** The terms as they are published: decimal text and whole numbers. */
export function listingOf(terms: Terms): ContractListing {
  const lots = (units: bigint) => formatDecimal(units, SCALE);
  const price = (units: number) => formatSafe(units, SCALE);
  const { symbol, index, underlying, maxLeverage, thinMs, thinPercent, calmPpm } = terms;
  const { premiumPpm, guaranteedPpm, carry, carryDays, adminPpm } = terms;
  const { nights, holidays, stressPpm, status } = terms;
  const { conversionIndex, conversionWay } = terms;
  return {
    ...{ symbol, index, underlying },
    ...(conversionIndex === null ? {} : { conversionIndex, conversionWay: conversionWay! }),
    ...{ contractSize: lots(terms.contractSize) },
    ...{ tickSize: price(terms.tickSize), lotStep: lots(terms.lotStep) },
    ...{ minLots: lots(terms.minLots), maxLots: lots(terms.maxLots), maxLeverage },
    ...{ spread: price(terms.spread), thinMs, thinPercent, calmPpm, premiumPpm, guaranteedPpm },
    ...{ carry, carryDays, adminPpm, nights, holidays, maxNetLots: lots(terms.maxNetLots) },
    ...{ stressPpm, status },
  };
}

function badListing(field: string): RefusedWith<'badListing'> {
  return { refusal: 'badListing', detail: { field } };
}

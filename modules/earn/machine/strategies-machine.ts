import { FIRST_USER, isStaff, OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { PIECE } from '@assay/core/order/life/bounds';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import { DAY } from '@assay/core/time';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { RowReader, Turn } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { MAX_EARN_ORDERS, STRATEGIES } from '../rules.ts';
import type { HoldingView, SetEarnStrategy } from '../schema/strategy-commands.ts';
import {
  type EndedHoldingRow,
  earnStrategy,
  endedHolding,
  type HoldingRow,
  type StrategyRow,
  strategyCut,
  strategyCutAsset,
  strategyCutContract,
  strategyHolding,
} from '../store/strategy-tables.ts';
import { Cutter, type StrategyContracts, type StrategyPrices, type Valuation } from './cutter.ts';
import { Holdings } from './holdings.ts';
import { dayOf } from './keeper.ts';
import { areBounds, isProductName } from './products.ts';
import { ACCOUNTS, hasContracts, StrategyMoney } from './strategy-money.ts';

type StrategyRules = RulesFor<
  'listEarnStrategy' | 'setEarnStrategy' | 'subscribeStrategy' | 'redeemStrategy' | 'workStrategies'
>;
type ReadRefusal = 'invalidEarnProduct' | 'unknownAsset' | 'invalidTerms' | 'strategyTaken';

const CASH = 'USDT';

export interface StrategiesParts {
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  readonly prices: StrategyPrices;
  readonly contracts: StrategyContracts;
  /** Steps that one command takes at most. */
  readonly slice?: number | undefined;
}

/**
 * Earn products of the kind `strategy` (decision 0093): units of an account that trades by
 * published rules. What a unit is worth follows from the ledger and the index at each day's cut;
 * nothing is promised, and a redemption gets no more than the account has.
 */
export class StrategiesMachine extends TableMachine implements HoldOwner {
  readonly name = 'strategies';
  readonly rules: StrategyRules = {
    listEarnStrategy: ({ seed, ...body }, turn) => {
      if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
      const asset = this.#readTerms(body);
      if (typeof asset !== 'number') return asset;
      if (this.get(body.product) !== undefined) return { refusal: 'alreadyListed' };
      if (!Number.isSafeInteger(seed) || seed < 0) return { refusal: 'invalidTerms' };
      if (this.money.capital(asset) < BigInt(seed)) return { refusal: 'insufficientBalance' };
      // Past this line nothing may fail.
      this.#list(body, asset, seed, turn);
      return { product: body.product, version: turn.seq };
    },
    setEarnStrategy: (body, turn) => {
      if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
      const asset = this.#readTerms(body);
      if (typeof asset !== 'number') return asset;
      const row = this.get(body.product);
      if (row !== undefined && row.asset !== asset) return { refusal: 'otherAsset' };
      // Past this line nothing may fail.
      const { status, least, most, mostPerson, quota } = body;
      const terms = { status, least, most, mostPerson, quota, version: turn.seq };
      if (row === undefined) this.#list(body, asset, 0, turn);
      else this.#strategies.change(row, terms);
      return { product: body.product, version: turn.seq };
    },
    subscribeStrategy: (body, turn) => this.#subscribe(body, turn),
    redeemStrategy: ({ holdingId }, { actor, at, seq }) => {
      const holding = this.holdings.get(holdingId);
      if (holding === undefined || holding.userId !== actor) return { refusal: 'unknownHolding' };
      if (holding.state === 'pending') return { refusal: 'unitsPending' };
      if (holding.state === 'redeeming') return { refusal: 'unitsLeaving' };
      // Past this line nothing may fail.
      this.holdings.ask(holding, { askedAt: at, askedSeq: seq, askedDay: dayOf(at) });
      return this.#tell(holding);
    },
    workStrategies: (_body, turn) => {
      if (turn.actor !== OWNER.engine) return { refusal: 'notAllowed' };
      if (!this.#cutter.hasWork(turn.at)) return { refusal: 'nothingDue' };
      return { work: this.#cutter.work(turn, this.#slice) };
    },
  };
  readonly #strategies = this.keep(earnStrategy);
  readonly holdings = new Holdings(this.keep(strategyHolding));
  readonly money: StrategyMoney;
  readonly #cutter: Cutter;
  readonly #assets: Assets;
  readonly #slice: number;

  constructor({ ledger, assets, prices, contracts, slice }: StrategiesParts) {
    super();
    this.#assets = assets;
    this.#slice = slice ?? PIECE;
    this.money = new StrategyMoney(ledger.ledger);
    this.#cutter = new Cutter({
      ...{ strategies: this.#strategies, holdings: this.holdings, money: this.money },
      ...{ prices, contracts, assets, ended: this.log(endedHolding) },
      ...{ cuts: this.log(strategyCut), cutAssets: this.log(strategyCutAsset) },
      cutContracts: this.log(strategyCutContract),
      tell: (row) => this.#tell(row),
    });
    ledger.addHoldOwner(this);
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.holdings.loaded();
  }

  get(product: string): StrategyRow | undefined {
    return this.#strategies.get(product);
  }

  products(): readonly StrategyRow[] {
    return this.#strategies.rows();
  }

  /** Whether `workStrategies` has something to do at this time. */
  hasWork(at: number): boolean {
    return this.#cutter.hasWork(at);
  }

  /** How much a product still takes. */
  room({ product, quota }: StrategyRow): number {
    return Math.max(quota - this.holdings.paidFor(product), 0);
  }

  /** What the account is worth by the last prices, however old; null while one is missing. */
  worthNow(row: StrategyRow): bigint | null {
    return this.valuedNow(row)?.value ?? null;
  }

  /** The same, with what it has. */
  valuedNow(row: StrategyRow): Valuation | null {
    return this.#cutter.valued(row, 0);
  }

  /** Nothing is held: what waits for its cut lies where nothing trades. */
  claim(): void {}

  /** The account of a visitor ends: what waits is theirs again, and the house has their units. */
  endAll(userId: number, turn: Turn): void {
    for (const holding of [...this.holdings.of(userId)]) {
      const row = this.get(holding.product)!;
      if (holding.state === 'pending') {
        this.money.refund(ACCOUNTS[row.strategy], holding, turn.seq);
      } else {
        this.#strategies.change(row, { houseUnits: row.houseUnits + holding.units });
      }
      this.#cutter.end(holding, 'closed', turn);
    }
  }

  /** Units are those of people and of the house; what waits for a cut is there. */
  override audit(): void {
    super.audit();
    this.holdings.audit();
    const units = new Map<string, bigint>();
    for (const { product, units: own } of this.holdings.rows()) {
      units.set(product, (units.get(product) ?? 0n) + own);
    }
    for (const row of this.products()) {
      const { product, strategy, asset, houseUnits } = row;
      const all = houseUnits + (units.get(product) ?? 0n);
      assert(houseUnits >= 0n && row.units === all, `the units of ${product} are somebody's`);
      const waiting = this.money.waiting(ACCOUNTS[strategy], asset);
      const pending = BigInt(this.holdings.pendingAmount(product));
      assert(waiting === pending, `what waits for a cut of ${product} is there`);
    }
  }

  view(row: HoldingRow | EndedHoldingRow): HoldingView {
    const { id, product, amount, acceptedAt, units, issuedDay, askedDay, askedAt, paid } = row;
    return {
      ...{ id, product, asset: this.#assets.assetSymbol(row.asset), acceptedAt },
      ...{ amount: formatSafe(amount, SCALE), units: formatDecimal(units, SCALE) },
      issuedAt: issuedDay === null ? 0 : (issuedDay + 1) * DAY,
      askedAt: askedAt ?? 0,
      paysAt: askedDay === null ? 0 : (askedDay + 1) * DAY,
      ...{ paid: formatDecimal(paid, SCALE), state: row.state },
      endedAt: 'endedAt' in row ? row.endedAt : 0,
    };
  }

  #tell(row: HoldingRow | EndedHoldingRow): HoldingView {
    const holding = this.view(row);
    this.publish({ type: 'holdingChanged', userId: row.userId, holding });
    return holding;
  }

  #list(body: SetEarnStrategy, asset: number, seed: number, { seq, at }: Turn): void {
    const { product, strategy, status, least, most, mostPerson, quota } = body;
    if (seed > 0) this.money.seed(ACCOUNTS[strategy], asset, seed, seq);
    const units = BigInt(seed);
    const sums = { cutValue: 0n, cutUnits: 0n, paidIn: 0n, issued: 0n, paidOut: 0n, redeemed: 0n };
    this.#strategies.insert({
      ...{ product, asset, strategy, status, least, most, mostPerson, quota, seed, units },
      ...{ version: seq, listedSeq: seq, listedAt: at, houseUnits: units, day: dayOf(at) - 1 },
      ...{ cutSeq: 0, cutAt: 0, ...sums },
    });
  }

  /** The number of its asset, or what is wrong with the terms. */
  #readTerms(body: SetEarnStrategy): number | RefusedWith<ReadRefusal> {
    const { product, strategy, status } = body;
    const isNamed = isProductName(product) && STRATEGIES.includes(strategy);
    if (!isNamed || (status !== 'open' && status !== 'closed')) {
      return { refusal: 'invalidEarnProduct' };
    }
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    // Contracts are settled in one asset.
    if (hasContracts(ACCOUNTS[strategy]) && body.asset !== CASH) {
      return { refusal: 'invalidEarnProduct' };
    }
    if (!areBounds(body)) return { refusal: 'invalidTerms' };
    // What an account is worth is shared by the units of one product.
    const other = this.products().find((row) => row.strategy === strategy);
    const isTaken = other !== undefined && other.product !== product;
    const isMoved = this.get(product)?.strategy !== strategy && this.get(product) !== undefined;
    return isTaken || isMoved ? { refusal: 'strategyTaken' } : asset;
  }

  #subscribe(
    body: Parameters<StrategyRules['subscribeStrategy']>[0],
    turn: Turn,
  ): ReturnType<StrategyRules['subscribeStrategy']> {
    const { seq: id, at: acceptedAt, actor: userId } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const row = this.get(`${body.product}`);
    if (row === undefined) return { refusal: 'unknownStrategy' };
    const { product, asset, strategy } = row;
    if (row.status !== 'open') return { refusal: 'strategyClosed' };
    if (body.version !== row.version) return { refusal: 'strategyTermsChanged' };
    const amount = parseSafe(body.amount, SCALE);
    if (amount <= 0) return { refusal: 'invalidEarnAmount' };
    const symbol = this.#assets.assetSymbol(asset);
    const bound = (units: number) => ({ amount: formatSafe(units, SCALE), asset: symbol });
    if (amount < row.least) return { refusal: 'earnBelowLeast', detail: bound(row.least) };
    if (amount > row.most) return { refusal: 'earnAboveMost', detail: bound(row.most) };
    if (this.holdings.paidFor(product, userId) + amount > row.mostPerson) {
      return { refusal: 'earnPersonLimit', detail: bound(row.mostPerson) };
    }
    if (this.holdings.of(userId).length >= MAX_EARN_ORDERS) {
      return { refusal: 'tooManyEarnOrders', detail: { max: `${MAX_EARN_ORDERS}` } };
    }
    if (!this.money.covers(userId, asset, amount)) {
      return { refusal: 'insufficientBalance', detail: { asset: symbol } };
    }
    if (amount > this.room(row)) {
      return { refusal: 'strategyFull', detail: bound(this.room(row)) };
    }
    // Past this line nothing may fail.
    const holding = this.holdings.add({
      ...{ id, userId, product, asset, amount, acceptedAt, state: 'pending', units: 0n },
      ...{ issuedDay: null, askedDay: null, askedSeq: null, askedAt: null, paid: 0n },
    });
    this.money.take(ACCOUNTS[strategy], holding, id);
    return this.#tell(holding);
  }
}

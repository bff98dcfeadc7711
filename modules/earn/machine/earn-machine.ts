import { FIRST_USER, isStaff, OWNER } from '@assay/core/ledger/owners';
import { formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { PIECE } from '@assay/core/order/life/bounds';
import type { RefusedWith, RulesFor } from '@assay/core/schema/registry';
import { oneBusinessDayAfter } from '@assay/core/session/business';
import type { Assets, HoldOwner, LedgerMachine } from '@assay/modules/ledger';
import type { RowReader, Turn } from '@assay/platform/engine/machine';
import { TableMachine } from '@assay/platform/engine/tables/table-machine';
import { earlyCost, earnedAfter, LEGAL_CODES, MAX_EARN_ORDERS, wholeYield } from '../rules.ts';
import type { EarnOrderView, SetEarnProduct } from '../schema/commands.ts';
import {
  earnAccrual,
  earnDay,
  earnOrder,
  earnProduct,
  endedEarn,
  type OrderRow,
  type ProductRow,
} from '../store/tables.ts';
import { dayOf, Keeper } from './keeper.ts';
import { OpenOrders } from './open-orders.ts';
import { EarnPool, owedTo } from './pool.ts';
import { areTerms, isProduct, Products } from './products.ts';
import { endOf, viewOf } from './view.ts';

type EarnRules = RulesFor<
  | 'listEarnProduct'
  | 'setEarnProduct'
  | 'subscribeEarn'
  | 'renewEarn'
  | 'redeemEarn'
  | 'rejectRedemption'
  | 'workEarn'
>;

export interface EarnParts {
  readonly ledger: LedgerMachine;
  readonly assets: Assets;
  /** Steps that one command takes at most. */
  readonly slice?: number | undefined;
}

const PPB = 1_000_000_000n;

/** What an order would cost and bring if its owner took it back now. */
export interface Redemption {
  readonly earned: number;
  readonly cost: number;
  readonly dueAt: number;
  /** The term ends before it would be paid: waiting is better. */
  readonly endsSooner: boolean;
}

/**
 * Earn products of fixed terms (decision 0073). The yield of a whole term is in escrow from the
 * acceptance on, and what is paid follows from the terms and the calendar alone.
 */
export class EarnMachine extends TableMachine implements HoldOwner {
  readonly name = 'earn';
  readonly rules: EarnRules = {
    listEarnProduct: (body, turn) => {
      if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
      const asset = this.#readProduct(body);
      if (typeof asset !== 'number') return asset;
      if (this.products.get(body.product) !== undefined) return { refusal: 'alreadyListed' };
      return this.#set(body, asset, turn);
    },
    setEarnProduct: (body, turn) => {
      if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
      const asset = this.#readProduct(body);
      if (typeof asset !== 'number') return asset;
      const known = this.products.get(body.product);
      if (known !== undefined && known.asset !== asset) return { refusal: 'otherAsset' };
      return this.#set(body, asset, turn);
    },
    subscribeEarn: (body, turn) => this.#subscribe(body, turn),
    renewEarn: ({ orderId, renews }, { actor }) => {
      // The engine ends what the law of a country no longer allows; it never turns renewal on.
      const isEnd = actor === OWNER.engine && renews === false;
      const order = isEnd ? this.open.get(orderId) : this.#own(orderId, actor);
      if (order === undefined) return { refusal: 'unknownEarnOrder' };
      if (order.state === 'redeeming') return { refusal: 'notInCustody' };
      if (typeof renews !== 'boolean') return { refusal: 'invalidChoice' };
      // Past this line nothing may fail.
      this.open.change(order, { renews });
      return this.#keeper.tell(order);
    },
    redeemEarn: ({ orderId, cost: text }, turn) => {
      const order = this.#own(orderId, turn.actor);
      if (order === undefined) return { refusal: 'unknownEarnOrder' };
      if (order.state === 'redeeming') return { refusal: 'notInCustody' };
      const most = parseSafe(text, SCALE);
      if (most < 0) return { refusal: 'invalidEarnCost' };
      const { cost, dueAt, endsSooner } = this.redemption(order, turn.at);
      if (endsSooner) return { refusal: 'endsSooner' };
      if (cost > most) return { refusal: 'earnCostChanged' };
      // Past this line nothing may fail.
      this.#keeper.bring(order, turn);
      this.open.redeem(order, { askedAt: turn.at, dueAt, cost });
      return this.#keeper.tell(order);
    },
    rejectRedemption: ({ orderId, code }, turn) => {
      if (!isStaff(turn.actor)) return { refusal: 'notAllowed' };
      const order = this.open.get(orderId);
      if (order === undefined) return { refusal: 'unknownEarnOrder' };
      if (order.state !== 'redeeming') return { refusal: 'notRedeeming' };
      if (!LEGAL_CODES.includes(code)) return { refusal: 'unknownCode' };
      // Past this line nothing may fail.
      this.open.reject(order, code);
      // The days since it was asked for are booked like all others.
      this.#keeper.bring(order, turn);
      return this.open.has(order) ? this.#keeper.tell(order) : this.view(order);
    },
    workEarn: (_body, turn) => {
      if (turn.actor !== OWNER.engine) return { refusal: 'notAllowed' };
      if (!this.#keeper.hasWork(turn.at)) return { refusal: 'nothingDue' };
      return { work: this.#keeper.work(turn, this.#slice) };
    },
  };
  readonly products = new Products(this.keep(earnProduct));
  readonly open = new OpenOrders(this.keep(earnOrder));
  readonly pool: EarnPool;
  readonly #keeper: Keeper;
  readonly #assets: Assets;
  readonly #slice: number;

  constructor({ ledger, assets, slice }: EarnParts) {
    super();
    this.#assets = assets;
    this.#slice = slice ?? PIECE;
    this.pool = new EarnPool(ledger.ledger);
    this.#keeper = new Keeper({
      ...{ products: this.products, open: this.open, pool: this.pool },
      ...{ ended: this.log(endedEarn), accruals: this.log(earnAccrual) },
      days: this.keep(earnDay),
      symbol: (asset) => assets.assetSymbol(asset),
      publish: (fact) => this.publish(fact),
    });
    ledger.addHoldOwner(this);
  }

  override async load(reader: RowReader): Promise<void> {
    await super.load(reader);
    this.open.loaded();
  }

  /** Whether `workEarn` has something to do at this time. */
  hasWork(at: number): boolean {
    return this.#keeper.hasWork(at);
  }

  /** What is in custody is in escrow, not held. */
  claim(): void {}

  endAll(userId: number, turn: Turn): void {
    for (const order of [...this.open.of(userId)]) this.#keeper.close(order, turn);
  }

  /** Escrow is what orders have in it. */
  override audit(): void {
    super.audit();
    this.open.audit();
    const due = new Map<number, bigint>();
    for (const order of this.open.rows()) {
      due.set(order.asset, (due.get(order.asset) ?? 0n) + BigInt(owedTo(order)));
    }
    for (const { id } of this.#assets.assets()) {
      assert(this.pool.balance(id) === (due.get(id) ?? 0n), `the pool of ${id} is what it owes`);
    }
  }

  view(row: OrderRow): EarnOrderView {
    return viewOf(row, this.#assets.assetSymbol(row.asset));
  }

  /** With the days that have ended by then, whether they are booked or not. */
  redemption(order: OrderRow, at: number): Redemption {
    const { firstDay, cycleDays, costPpm } = order;
    const days = Math.min(Math.max(dayOf(at) - firstDay, order.days), cycleDays);
    const earned = earnedAfter(order, days);
    const dueAt = oneBusinessDayAfter(at);
    return {
      ...{ earned, cost: earlyCost(earned, costPpm), dueAt },
      endsSooner: dueAt >= endOf(order),
    };
  }

  /** How much principal a product still takes: by its quota, and by the capital for its yield. */
  room({ product, asset, quota, dailyPpb, cycleDays }: ProductRow): number {
    const left = quota - this.open.inCustody(product);
    const funded = (this.pool.capital(asset) * PPB) / BigInt(dailyPpb * cycleDays);
    return Math.max(Math.min(left, funded > BigInt(left) ? left : Number(funded)), 0);
  }

  #own(orderId: number, actor: number): OrderRow | undefined {
    const order = this.open.get(orderId);
    return order?.userId === actor ? order : undefined;
  }

  #set(body: SetEarnProduct, asset: number, { seq: version }: Turn) {
    this.products.set(body, asset, version);
    return { product: body.product, version };
  }

  /** The number of its asset, or what is wrong with the terms. */
  #readProduct(
    body: SetEarnProduct,
  ): number | RefusedWith<'invalidEarnProduct' | 'unknownAsset' | 'invalidTerms'> {
    if (!isProduct(body)) return { refusal: 'invalidEarnProduct' };
    const asset = this.#assets.assetId(body.asset);
    if (asset === undefined) return { refusal: 'unknownAsset' };
    return areTerms(body) ? asset : { refusal: 'invalidTerms' };
  }

  #subscribe(
    body: Parameters<EarnRules['subscribeEarn']>[0],
    turn: Turn,
  ): ReturnType<EarnRules['subscribeEarn']> {
    const { seq: id, at: acceptedAt, actor: userId } = turn;
    if (userId < FIRST_USER) return { refusal: 'notAllowed' };
    const row = this.products.get(`${body.product}`);
    if (row === undefined) return { refusal: 'unknownEarnProduct' };
    const { product, asset, version, payout, cycleDays, dailyPpb, costPpm } = row;
    if (row.status !== 'open') return { refusal: 'earnClosed' };
    const isAgreed = body.version === version && typeof body.renews === 'boolean';
    if (!isAgreed) return { refusal: 'earnTermsChanged' };
    const principal = parseSafe(body.amount, SCALE);
    if (principal <= 0) return { refusal: 'invalidEarnAmount' };
    const symbol = this.#assets.assetSymbol(asset);
    const bound = (amount: number) => ({ amount: formatSafe(amount, SCALE), asset: symbol });
    if (principal < row.least) return { refusal: 'earnBelowLeast', detail: bound(row.least) };
    if (principal > row.most) return { refusal: 'earnAboveMost', detail: bound(row.most) };
    if (this.open.inCustody(product, userId) + principal > row.mostPerson) {
      return { refusal: 'earnPersonLimit', detail: bound(row.mostPerson) };
    }
    if (this.open.of(userId).length >= MAX_EARN_ORDERS) {
      return { refusal: 'tooManyEarnOrders', detail: { max: `${MAX_EARN_ORDERS}` } };
    }
    if (!this.pool.covers(userId, asset, principal)) {
      return { refusal: 'insufficientBalance', detail: { asset: symbol } };
    }
    const needed = BigInt(wholeYield({ principal, dailyPpb, cycleDays }));
    const isThere = this.pool.capital(asset) >= needed;
    if (!isThere || this.open.inCustody(product) + principal > row.quota) {
      return { refusal: 'earnSoldOut' };
    }
    // Past this line nothing may fail.
    const order = this.open.add({
      ...{ id, userId, product, asset, principal, acceptedAt, payout, cycleDays, term: 1 },
      ...{ firstDay: dayOf(acceptedAt) + 1, dailyPpb, costPpm, version, days: 0 },
      ...{ renews: body.renews, state: 'custody', code: '', askedAt: null, dueAt: null, cost: 0 },
    });
    this.pool.take(order, id);
    return this.#keeper.tell(order);
  }
}

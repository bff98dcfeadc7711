import { PURPOSE } from '@assay/core/ledger/purpose';
import { assert, lesser } from '@assay/core/num/integer';
import { financingOf } from '@assay/core/position/financing';
import type { Rollover } from '@assay/core/position/rollover';
import { type Direction, gainOf, marginOf, quantityOf, shareOf } from '@assay/core/position/value';
import type { RowOf } from '@assay/core/schema/record';
import { isFarEnough } from '../rules/order.ts';
import { spreadAt } from '../rules/quote.ts';
import type { Why } from '../schema/commands.ts';
import type { receipt } from '../store/tables.ts';
import type { AccountRow, LiveContract, OrderRow, PositionRow, TickRow } from './contract.ts';
import type { CfdMoney } from './money.ts';
import type { CfdRisk } from './risk.ts';
import type { CfdState } from './state.ts';
import { orderView, positionView, receiptView } from './views.ts';

/** The tick at which something happens, and the command that works on it. */
export interface Moment {
  readonly seq: number;
  readonly tick: Pick<TickRow, 'seq' | 'at'>;
}

type ReceiptRow = RowOf<typeof receipt>;

/** What a customer went by, and when they asked for it; else the account that is closed out. */
type Asked = Pick<ReceiptRow, 'reference' | 'askedAt'> & Partial<Pick<ReceiptRow, 'account'>>;
/** Nobody did: what closes an account out, or ends it. */
export const NOBODY: Asked = { reference: 0, askedAt: 0 };

/** Positions of one person, so that what ends or closes them all is bounded. */
export const MAX_POSITIONS = 200;

/** Opens and closes positions at the prices of a tick. */
export class CfdFills {
  readonly #state: CfdState;
  readonly #money: CfdMoney;
  readonly #risk: CfdRisk;

  constructor(state: CfdState, money: CfdMoney, risk: CfdRisk) {
    this.#state = state;
    this.#money = money;
    this.#risk = risk;
  }

  /** Fills an order at the last quote, or ends it for the first reason that there is. */
  fill(order: OrderRow, moment: Moment): void {
    const live = this.#state.of(order.contract);
    const side = order.side as Direction;
    const price = live.entry(side);
    const account = this.#state.account(order.userId);
    const isWorse = order.worst > 0 && (price - order.worst) * side > 0;
    this.#release(order, account);
    if (isWorse) {
      this.#ended(order, 'worsePrice', moment);
      return;
    }
    const left = account.netted ? this.#net(order, price, moment) : order.lots;
    const why = left === 0n ? null : this.#refusal(order, live, account, left, price);
    if (why !== null) this.#ended({ ...order, lots: left }, why, moment);
    else if (left > 0n) this.#open(order, account, left, price, moment);
    if (why === null) this.#publishOrder(order, 'filled');
    this.#risk.refresh(account);
  }

  /** Ends an order that is not filled, and lets go what it holds. */
  end(order: OrderRow, why: Why, moment: Moment): void {
    const account = this.#state.account(order.userId);
    this.#release(order, account);
    this.#ended(order, why, moment);
    this.#risk.refresh(account);
  }

  /** Closes lots of a position at a price. */
  close(
    position: PositionRow,
    lots: bigint,
    price: number,
    why: Why,
    moment: Moment,
    asked = NOBODY,
  ): void {
    const { tables } = this.#state;
    const side = position.side as Direction;
    const isWhole = lots === position.lots;
    const left = position.lots - lots;
    const account = this.#state.account(position.userId);
    const quantity = this.#state.quantity(position, lots);
    const live = this.#state.of(position.contract);
    const gain = gainOf(side, position.entry, price, quantity, live.rate());
    const margin = isWhole ? 0n : this.#state.marginOf(position, left);
    const premium = isWhole ? position.premium : (position.premium * lots) / position.lots;
    const closed = { ...position };
    this.#state.resize(position, -lots);
    if (isWhole) this.#state.dropPosition(position);
    else {
      const closing = why === 'request' ? 0n : lesser(position.closing, left);
      tables.positions.change(position, {
        ...{ lots: left, margin, premium: position.premium - premium, closing },
      });
      if (closing === 0n) live.closing.delete(position.id);
    }
    this.#money.hold(account, { used: account.used - closed.margin + margin });
    if (gain < 0n) this.#money.debit(account, -gain, PURPOSE.cfdLoss);
    if (gain > 0n) this.#money.credit(account, gain, PURPOSE.cfdGain, moment.tick.at);
    if (premium > 0n && why === 'guaranteedStop') this.#money.earnPremium(premium);
    else if (premium > 0n) this.#money.returnPremium(account, premium);
    const amounts = { amount: gain, margin: closed.margin - margin, premium };
    this.note('closed', why, closed, { ...amounts, price, lots, ...asked }, moment);
    this.publishPosition(isWhole ? { ...closed, lots: 0n } : position);
    this.#risk.refresh(account);
  }

  /** Charges a night to a position, at the price before it. */
  charge(position: PositionRow, night: Rollover, moment: Moment): void {
    const live = this.#state.of(position.contract);
    const { carry, carryDays: days, adminPpm } = live.row;
    const { price } = live.quote!;
    const quantity = this.#state.quantity(position, position.lots);
    const terms = { carry, days, adminPpm };
    const side = position.side as Direction;
    const amount = financingOf(side, quantity, price, terms, night, live.rate());
    const account = this.#state.account(position.userId);
    if (amount < 0n) this.#money.debit(account, -amount, PURPOSE.cfdNight);
    if (amount > 0n) this.#money.credit(account, amount, PURPOSE.cfdNightCredit, night.at);
    this.#state.tables.positions.change(position, {
      financing: position.financing + amount,
      financedTo: night.at,
    });
    const nights = { carryNights: night.carry, adminNights: night.admin };
    const at = { tick: { seq: moment.tick.seq, at: night.at }, seq: moment.seq };
    this.note('financed', 'night', position, { price, amount, ...nights }, at);
    this.publishPosition(position);
    this.#risk.refresh(account);
  }

  /** Writes a receipt of a position or an order at the last quote. */
  note(
    kind: ReceiptRow['kind'],
    why: Why,
    of: OrderRow | PositionRow,
    change: Partial<ReceiptRow>,
    { seq, tick }: Moment,
  ): void {
    const state = this.#state;
    const live = state.of(of.contract);
    state.receiptN = state.receiptSeq === seq ? state.receiptN + 1 : 1;
    state.receiptSeq = seq;
    const isPosition = 'entry' in of;
    const { quote, conversion } = live;
    // What comes between two ticks goes by terms that may be newer than the last one's spread.
    const isBetween = kind === 'financed' || why === 'accountEnded';
    const spread = isBetween ? this.#spreadNow(live) : (quote?.spread ?? 0);
    const version = isBetween ? live.row.version : live.quotedBy;
    const row: ReceiptRow = {
      ...{ seq, n: state.receiptN, kind, why, userId: of.userId, contract: of.contract },
      ...{ version, id: of.id, side: of.side, lots: of.lots },
      ...{ leverage: of.leverage, entry: isPosition ? of.entry : 0, price: 0 },
      ...{ tick: quote?.n ?? 0, tickAt: quote?.at ?? 0, indexPrice: quote?.price ?? 0 },
      ...{ spread, recent: quote?.recent ?? '' },
      ...{ amount: 0n, margin: 0n, premium: 0n, carryNights: 0, adminNights: 0 },
      ...{ worst: isPosition ? of.closingWorst : of.worst, at: tick.at },
      startedAt: isPosition ? of.openedAt : of.acceptedAt,
      ...(isPosition ? NOBODY : askedBy(of)),
      conversionTick: conversion?.quote?.n ?? null,
      conversionTickAt: conversion?.quote?.at ?? null,
      conversionPrice: live.conversionPrice,
      account: null,
      ...change,
    };
    state.tables.receipts.add(row);
    state.publish({ type: 'cfdReceipt', userId: of.userId, receipt: receiptView(live, row) });
  }

  publishPosition(row: PositionRow): void {
    const position = positionView(this.#state.of(row.contract), row);
    this.#state.publish({ type: 'cfdPositionChanged', userId: row.userId, position });
  }

  /** The spread of the last tick by the terms of now, whose version a receipt names. */
  #spreadNow({ row, quote }: LiveContract): number {
    if (quote === null) return 0;
    const session = this.#state.sessions.sessionAt(row.index, quote.at);
    assert(session !== null, 'a quote was made in a session');
    return spreadAt(row, session, quote.at, quote.recent.split(',').map(Number));
  }

  /** Closes positions of the other direction, the oldest first; returns the lots that are left. */
  #net(order: OrderRow, price: number, moment: Moment): bigint {
    let left = order.lots;
    for (const position of this.#state.positionsOf(order.userId)) {
      if (left === 0n) break;
      if (position.contract !== order.contract || position.side === order.side) continue;
      const lots = lesser(left, position.lots);
      this.close(position, lots, price, 'netting', moment, askedBy(order));
      left -= lots;
    }
    return left;
  }

  /** Why lots cannot be opened at the price of the tick, in this order. */
  #refusal(
    order: OrderRow,
    live: LiveContract,
    account: AccountRow,
    lots: bigint,
    price: number,
  ): Why | null {
    const side = order.side as Direction;
    if (this.#state.isCloseOnly(live.row)) return 'closeOnly';
    if (order.leverage > live.row.maxLeverage) return 'leverageTooHigh';
    if (this.#state.person(order.userId).positions.size >= MAX_POSITIONS) return 'tooManyPositions';
    const isTooClose =
      order.guaranteed && !isFarEnough(live.row, side, live.exit(side), order.stopLoss);
    if (isTooClose) return 'worsePrice';
    if (!this.#risk.isAvailable(live, side, lots)) return 'notAvailable';
    const { margin, premium } = costOf(live, order, lots, price);
    return this.#risk.available(account) < margin + premium ? 'insufficientBalance' : null;
  }

  #open(order: OrderRow, account: AccountRow, lots: bigint, price: number, moment: Moment): void {
    const { id, userId, contract, side, leverage, takeProfit, stopLoss, trail } = order;
    const { guaranteed } = order;
    const live = this.#state.of(contract);
    const { margin, premium } = costOf(live, order, lots, price);
    this.#money.hold(account, { used: account.used + margin });
    if (premium > 0n) this.#money.payPremium(account, premium);
    const { at } = moment.tick;
    const row = this.#state.tables.positions.insert({
      ...{ id, userId, contract, side, lots, entry: price, leverage, margin, openedAt: at },
      conversionEntry: live.conversionPrice,
      ...{ takeProfit, stopLoss, trail, guaranteed, premium, since: moment.tick.seq },
      ...{ closing: 0n, closingSince: 0, closingWorst: 0, closingAt: 0, closingReference: 0 },
      ...{ financing: 0n, financedTo: at },
    });
    this.#state.addPosition(row);
    live.fresh.push({ what: 'position', id });
    const { worst, acceptedAt: startedAt } = order;
    const filled = { price, margin, premium, worst, startedAt, ...askedBy(order) };
    this.note('opened', order.kind, row, filled, moment);
    this.publishPosition(row);
  }

  #release(order: OrderRow, account: AccountRow): void {
    this.#state.dropOrder(order);
    this.#money.hold(account, { reserved: account.reserved - order.held });
  }

  #ended(order: OrderRow, why: Why, moment: Moment): void {
    this.note('ended', why, order, {}, moment);
    this.#publishOrder(order, why);
  }

  #publishOrder(order: OrderRow, ended: Why | 'filled'): void {
    const view = orderView(this.#state.of(order.contract), order, ended);
    this.#state.publish({ type: 'cfdOrderChanged', userId: order.userId, order: view });
  }
}

function askedBy({ reference, acceptedAt }: OrderRow): Asked {
  return { reference, askedAt: acceptedAt };
}

/** What lots need at a price: margin, and the premium of a guaranteed stop. */
export function costOf(
  live: LiveContract,
  { leverage, guaranteed }: Pick<OrderRow, 'leverage' | 'guaranteed'>,
  lots: bigint,
  price: number,
): { readonly margin: bigint; readonly premium: bigint } {
  const quantity = quantityOf(lots, live.row.contractSize);
  const rate = live.rate();
  const premium = guaranteed ? shareOf(price, quantity, live.row.premiumPpm, rate) : 0n;
  return { margin: marginOf(price, quantity, leverage, rate), premium };
}

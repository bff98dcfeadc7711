import { opensContracts } from '@assay/core/ledger/owners';
import { type Direction, LONG, SHORT } from '@assay/core/position/value';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import { fitsValue, type Guarded, readGuarded, readLots, readPrice } from '../rules/order.ts';
import { CLOSE_OUT_PERCENT, isCloseOut } from '../rules/risk.ts';
import { KINDS, type PlaceCfdOrder } from '../schema/commands.ts';
import type { LiveContract, OrderRow, PositionRow } from './contract.ts';
import { type CfdFills, costOf, MAX_POSITIONS } from './fill.ts';
import type { CfdMoney } from './money.ts';
import type { CfdRisk } from './risk.ts';
import type { CfdState } from './state.ts';
import { orderView, positionView } from './views.ts';

/** Waiting orders of one person. */
export const MAX_ORDERS = 200;
/** What is not enough. */
const CASH = { asset: 'USDT' };
/** No guarantee is sold against an older price: ticks come every second. */
const GUARANTEE_WITHIN_MS = 3_000;
/** The longest that an order waits. */
const MAX_WAIT_MS = 366 * 86_400_000;

type Rules = RulesFor<
  'placeCfdOrder' | 'cancelCfdOrder' | 'closeCfdPositions' | 'protectCfdPosition' | 'setCfdMode'
>;
type Decision<T extends keyof Rules> = ReturnType<Rules[T]>;
type PlaceRefusal = Extract<Decision<'placeCfdOrder'>, { refusal: string }>;

/** What an order says, in units. */
interface Draft extends Guarded {
  readonly live: LiveContract;
  readonly side: Direction;
  readonly lots: bigint;
  readonly price: number;
  readonly worst: number;
  readonly expiresAt: number;
  /** The price at which its margin is counted now. */
  readonly reference: number;
  readonly closeOutPercent: number;
}

/** What people ask for: each refuses before it changes anything. */
export class CfdOrders {
  readonly #state: CfdState;
  readonly #money: CfdMoney;
  readonly #risk: CfdRisk;
  readonly #fills: CfdFills;

  constructor(state: CfdState, money: CfdMoney, risk: CfdRisk, fills: CfdFills) {
    this.#state = state;
    this.#money = money;
    this.#risk = risk;
    this.#fills = fills;
  }

  place(body: PlaceCfdOrder, turn: Turn): Decision<'placeCfdOrder'> {
    const draft = this.#read(body, turn);
    if ('refusal' in draft) return draft;
    const { live, side, lots, reference } = draft;
    const userId = turn.actor;
    const { accounts } = this.#state.tables;
    const { orders, positions } = this.#state.person(userId);
    if (orders.size >= MAX_ORDERS) return refuse('tooManyWaiting', MAX_ORDERS);
    if (positions.size >= MAX_POSITIONS) return refuse('tooManyPositions', MAX_POSITIONS);
    const known = accounts.get(userId);
    const opens = lots - (known?.netted ? this.#opposite(userId, live, side, lots) : 0n);
    if (opens > 0n && !this.#risk.isAvailable(live, side, opens)) return refuse('notAvailable');
    const priced = { leverage: body.leverage, guaranteed: draft.guaranteed };
    const cost = opens > 0n ? costOf(live, priced, opens, reference) : { margin: 0n, premium: 0n };
    const held = cost.margin + cost.premium;
    const available = known === undefined ? this.#money.total(userId) : this.#risk.available(known);
    if (available < held) return { refusal: 'insufficientBalance', detail: CASH };
    // Past this line nothing may fail.
    this.#state.ledger.begin(turn.seq);
    const account = this.#state.account(userId);
    if (orders.size + positions.size === 0) {
      accounts.change(account, { closeOutPercent: draft.closeOutPercent });
    }
    this.#money.hold(account, { reserved: account.reserved + held });
    const row = this.#state.tables.orders.insert({
      ...{ id: turn.seq, userId, contract: live.row.id, kind: body.kind, side, lots, held },
      ...{ leverage: body.leverage, policyLeverage: body.policyLeverage, acceptedAt: turn.at },
      ...{ price: draft.price, worst: draft.worst, expiresAt: draft.expiresAt },
      ...{ takeProfit: draft.takeProfit, stopLoss: draft.stopLoss, trail: draft.trail },
      ...{ guaranteed: draft.guaranteed, reference },
    });
    this.#state.addOrder(row);
    if (row.kind !== 'market') live.fresh.push({ what: 'order', id: row.id });
    return this.#published(row);
  }

  cancel({ orderId }: { readonly orderId: number }, turn: Turn): Decision<'cancelCfdOrder'> {
    if (!opensContracts(turn.actor)) return { refusal: 'notAllowed' };
    const row = this.#state.tables.orders.get(orderId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownOrder' };
    const live = this.#state.of(row.contract);
    if (this.#state.isDue(live, row.id)) return { refusal: 'due' };
    // Past this line nothing may fail.
    this.#state.ledger.begin(turn.seq);
    this.#fills.end(row, 'cancelled', { seq: turn.seq, tick: turn });
    return orderView(live, row, 'cancelled');
  }

  closeAll(
    body: Parameters<Rules['closeCfdPositions']>[0],
    turn: Turn,
  ): Decision<'closeCfdPositions'> {
    const { contract, side, positionId, lots: part, slippage } = body;
    if (!opensContracts(turn.actor)) return { refusal: 'notAllowed' };
    const live = contract === undefined ? null : this.#state.bySymbol.get(contract);
    if (live === undefined) return { refusal: 'unknownContract' };
    if (side !== undefined && side !== 'buy' && side !== 'sell') return { refusal: 'badSide' };
    const mine = this.#state.positionsOf(turn.actor).filter((row) => {
      const isNamed = positionId === undefined || row.id === positionId;
      const isOn = live === null || row.contract === live.row.id;
      return isNamed && isOn && (side === undefined || row.side === sideOf(side));
    });
    if (positionId !== undefined && mine.length === 0) return { refusal: 'unknownPosition' };
    const lots = part === undefined ? 0n : this.#readPart(part, positionId, mine);
    if (lots === null) return { refusal: 'badLots' };
    const bounds = mine.map((row) => this.#closingBound(row, slippage));
    if (bounds.some((bound) => bound === null)) return { refusal: 'badSlippage' };
    const free = mine.filter(({ closing }) => closing === 0n);
    if (free.length === 0) return { refusal: 'nothingToClose' };
    // Past this line nothing may fail.
    for (const row of free) {
      this.#state.tables.positions.change(row, {
        closing: lots === 0n ? row.lots : lots,
        closingSince: turn.seq,
        closingWorst: bounds[mine.indexOf(row)]!,
        closingAt: turn.at,
        closingReference: this.#state.of(row.contract).exit(row.side as Direction),
      });
      this.#state.of(row.contract).closing.add(row.id);
      this.#fills.publishPosition(row);
    }
    return { closing: free.map(({ id }) => id) };
  }

  protect(
    body: Parameters<Rules['protectCfdPosition']>[0],
    turn: Turn,
  ): Decision<'protectCfdPosition'> {
    if (!opensContracts(turn.actor)) return { refusal: 'notAllowed' };
    const row = this.#state.tables.positions.get(body.positionId);
    if (row?.userId !== turn.actor) return { refusal: 'unknownPosition' };
    const live = this.#state.of(row.contract);
    if (this.#state.isDue(live, row.since)) return { refusal: 'due' };
    const side = row.side as Direction;
    const guarded = readGuarded(body, live.row, side, live.exit(side));
    if (guarded === null) return { refusal: 'badProtection' };
    const isOpen = this.#state.sessions.sessionAt(live.row.index, turn.at) !== null;
    const touchesGuarantee = guarded.guaranteed || row.guaranteed;
    if (touchesGuarantee && !isOpen) return { refusal: 'marketClosed' };
    if (isMoreGuaranteed(row, guarded) && !this.#isFresh(live, turn)) {
      return { refusal: 'stalePrice' };
    }
    const account = this.#state.account(turn.actor);
    const isNew = guarded.guaranteed && !row.guaranteed;
    const { premium } = isNew
      ? costOf(live, { ...row, guaranteed: true }, row.lots, live.exit(side))
      : { premium: 0n };
    const isPaid = premium === 0n || premium <= this.#risk.available(account);
    if (!isPaid) return { refusal: 'insufficientBalance', detail: CASH };
    // Past this line nothing may fail.
    this.#state.ledger.begin(turn.seq);
    const returned = guarded.guaranteed ? 0n : row.premium;
    if (premium > 0n) this.#money.payPremium(account, premium);
    if (returned > 0n) this.#money.returnPremium(account, returned);
    live.forget(side, row.id);
    const kept = row.premium + premium - returned;
    this.#state.tables.positions.change(row, { ...guarded, premium: kept, since: turn.seq });
    live.fresh.push({ what: 'position', id: row.id });
    this.#fills.publishPosition(row);
    this.#risk.refresh(account);
    return positionView(live, row);
  }

  setMode({ mode }: Parameters<Rules['setCfdMode']>[0], turn: Turn): Decision<'setCfdMode'> {
    if (!opensContracts(turn.actor)) return { refusal: 'notAllowed' };
    if (mode !== 'hedged' && mode !== 'netted') return { refusal: 'badMode' };
    const { orders, positions } = this.#state.person(turn.actor);
    if (orders.size + positions.size > 0) return { refusal: 'positionsOpen' };
    const account = this.#state.account(turn.actor);
    this.#state.tables.accounts.change(account, { netted: mode === 'netted' });
    return { mode };
  }

  /** Whether the last price is one that a guarantee can be sold against. */
  #isFresh(live: LiveContract, { at }: Turn): boolean {
    const { seq, at: quotedAt } = live.quote!;
    return at - quotedAt <= GUARANTEE_WITHIN_MS && !this.#state.isDue(live, seq);
  }

  /** What the order says, or the first reason against it that needs no account. */
  #read(body: PlaceCfdOrder, turn: Turn): Draft | PlaceRefusal {
    if (!opensContracts(turn.actor)) return refuse('notAllowed');
    const live = this.#state.bySymbol.get(body.contract);
    if (live === undefined) return refuse('unknownContract');
    const { row } = live;
    const { policyCloseOut = CLOSE_OUT_PERCENT } = body;
    if (!isCount(body.policyLeverage) || !isCloseOut(policyCloseOut)) {
      return refuse('notOfferedHere');
    }
    const isSide = body.side === 'buy' || body.side === 'sell';
    if (!isSide || !KINDS.includes(body.kind)) return refuse('badOrder');
    const lots = readLots(body.lots, row, row.minLots, row.maxLots);
    if (lots === null) return refuse('badLots');
    if (!isCount(body.leverage)) return refuse('badLeverage');
    const most = Math.min(row.maxLeverage, body.policyLeverage);
    if (body.leverage > most) return refuse('leverageTooHigh', most);
    const price = readPrice(body.price, row);
    if (price === null || price > 0 === (body.kind === 'market')) return refuse('badPrice');
    const slippage = readPrice(body.slippage, row);
    if (slippage === null || (slippage > 0 && body.kind === 'limit')) return refuse('badSlippage');
    const { expiresAt = 0 } = body;
    const isExpiry =
      expiresAt === 0 ||
      (Number.isSafeInteger(expiresAt) &&
        expiresAt > turn.at &&
        expiresAt <= turn.at + MAX_WAIT_MS);
    if (!isExpiry) return refuse('badExpiry');
    if (!live.isPriced) return refuse('noPriceYet');
    if (this.#state.isCloseOnly(row)) return refuse('closeOnly');
    const isOpen = this.#state.sessions.sessionAt(row.index, turn.at) !== null;
    if (body.kind === 'market' && !isOpen) return this.#closed(live, turn);
    const side = sideOf(body.side);
    const reference = price === 0 ? live.entry(side) : price;
    if (!fitsValue(lots, row, reference, live.rate())) return refuse('badLots');
    if (slippage >= reference) return refuse('badSlippage');
    const against = price === 0 ? live.exit(side) : price;
    const guarded = readGuarded(body, row, side, against);
    if (guarded === null) return refuse('badProtection');
    const worst = body.kind === 'limit' ? price : slippage === 0 ? 0 : reference + side * slippage;
    const closeOutPercent = policyCloseOut;
    return { live, side, lots, price, worst, expiresAt, reference, closeOutPercent, ...guarded };
  }

  #closed({ row }: LiveContract, { at }: Turn): PlaceRefusal {
    const next = this.#state.sessions.nextOpening(row.index, at);
    return { refusal: 'marketClosed', detail: next === null ? {} : { opensAt: String(next) } };
  }

  /** How many of the lots close positions of the other direction, in a netted account. */
  #opposite(userId: number, live: LiveContract, side: Direction, lots: bigint): bigint {
    const other = this.#state
      .positionsOf(userId)
      .filter((row) => row.contract === live.row.id && row.side !== side)
      .reduce((sum, row) => sum + row.lots, 0n);
    return other < lots ? other : lots;
  }

  /** Lots of the one position; null when they are not a part of it. */
  #readPart(part: unknown, id: number | undefined, mine: readonly PositionRow[]): bigint | null {
    const [row] = mine;
    if (id === undefined || row === undefined) return null;
    const { lotStep } = this.#state.of(row.contract).row;
    return readLots(part, { lotStep }, lotStep, row.lots);
  }

  #closingBound(row: PositionRow, slippage: unknown): number | null {
    const live = this.#state.of(row.contract);
    const distance = readPrice(slippage, live.row);
    if (distance === null) return null;
    const price = live.exit(row.side as Direction);
    if (distance >= price) return null;
    return distance === 0 ? 0 : price - row.side * distance;
  }

  #published(row: OrderRow) {
    const order = orderView(this.#state.of(row.contract), row);
    this.#state.publish({ type: 'cfdOrderChanged', userId: row.userId, order });
    return order;
  }
}

/** A guarantee where there was none, or one that is nearer to the price. */
function isMoreGuaranteed(row: PositionRow, { guaranteed, stopLoss }: Guarded): boolean {
  return guaranteed && (!row.guaranteed || (stopLoss - row.stopLoss) * row.side > 0);
}

function sideOf(side: 'buy' | 'sell'): Direction {
  return side === 'buy' ? LONG : SHORT;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function refuse(refusal: PlaceRefusal['refusal'], most?: number): PlaceRefusal {
  return most === undefined ? { refusal } : { refusal, detail: { max: String(most) } };
}

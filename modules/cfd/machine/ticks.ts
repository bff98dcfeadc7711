import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { PriceQueue } from '@assay/core/position/price-queue';
import { readHolidays, rolloversIn } from '@assay/core/position/rollover';
import { type Direction, LONG, SHORT } from '@assay/core/position/value';
import type { Turn } from '@assay/core/schema/turn';
import { quoteAt, spreadAt, withTick } from '../rules/quote.ts';
import { MAX_PRICE } from '../rules/terms.ts';
import type { Why } from '../schema/commands.ts';
import type { AccountRow, LiveContract, OrderRow, PositionRow, TickRow } from './contract.ts';
import { type CfdFills, type Moment, NOBODY } from './fill.ts';
import { keptOf } from './kept.ts';
import type { CfdMoney } from './money.ts';
import type { CfdRisk } from './risk.ts';
import type { CfdState } from './state.ts';

/**
 * What a tick does, always in this order, whether one command does it or several: nights up to it
 * are charged at the price before it; the new prices hold; what the house owed is paid; orders
 * expire; closings and then orders that were accepted before it are filled, by their numbers; what
 * waits for a price is met, nearest first; then accounts are looked at, and those that were in
 * danger at the tick before, too, are closed out. Ticks of one command are worked on together, and
 * completely before those of a later one.
 */
export class CfdTicks {
  readonly #state: CfdState;
  readonly #money: CfdMoney;
  readonly #risk: CfdRisk;
  readonly #fills: CfdFills;
  readonly #slice: number;
  #left = 0;

  constructor(state: CfdState, money: CfdMoney, risk: CfdRisk, fills: CfdFills, slice: number) {
    this.#state = state;
    this.#money = money;
    this.#risk = risk;
    this.#fills = fills;
    this.#slice = slice;
  }

  get due(): number {
    return this.#state.tables.ticks.size;
  }

  /** Takes in the ticks of a command, of contracts that are in session, and works on them. */
  record(
    news: ReadonlyMap<string, { readonly units: number; readonly n: number; readonly at: number }>,
    turn: Turn,
  ): void {
    const { byIndex, sessions, tables } = this.#state;
    for (const [index, { units, n, at }] of news) {
      if (units > MAX_PRICE || sessions.sessionAt(index, at) === null) continue;
      for (const { row } of byIndex.get(index) ?? []) {
        tables.ticks.insert({ seq: turn.seq, contract: row.id, n, at, price: units, paid: null });
      }
    }
    this.work(turn);
  }

  /** Works on what is due, and on what waits for nothing, up to what one command may do. */
  work(turn: Turn): void {
    this.#left = this.#slice;
    if (this.#workOnTicks(turn)) this.#endLeft(turn);
  }

  /** False: the rest is for another command. */
  #workOnTicks(turn: Turn): boolean {
    const { seq } = turn;
    while (this.#left > 0) {
      const [first] = this.#state.tables.ticks.rows();
      if (first === undefined) return true;
      const group = this.#state.tables.ticks.rows().filter((tick) => tick.seq === first.seq);
      this.#state.ledger.begin(seq);
      if (!this.#workOn(group, { seq, tick: first })) return false;
      for (const tick of group) this.#state.tables.ticks.delete(tick);
      // What a tick has closed may have been all that an order waited to close.
      this.#endLeft(turn);
    }
    return false;
  }

  /** Orders that wait for nothing end. */
  #endLeft({ seq, at }: Turn): void {
    for (const { order, why } of this.#state.left()) {
      if (!this.#unit()) return;
      this.#state.ledger.begin(seq);
      this.#fills.end(order, why, { seq, tick: { seq, at } });
    }
  }

  /** False: the rest is for another command. */
  #workOn(group: readonly TickRow[], moment: Moment): boolean {
    for (const tick of group) if (!this.#convertedNights(tick, moment)) return false;
    for (const tick of group) if (!this.#quote(tick, moment)) return false;
    const [first] = group as readonly [TickRow];
    const isPaid = first.paid === true;
    if (!isPaid && !this.#payOwed()) return false;
    const isWorked = this.#meetAll(group, moment);
    // What the house takes in from here on pays debts at the next tick, however many slices follow.
    if (!isWorked && !isPaid) this.#state.tables.ticks.change(first, { paid: true });
    return isWorked;
  }

  /** What expires, is filled, triggered and closed out at the prices of a tick. */
  #meetAll(group: readonly TickRow[], moment: Moment): boolean {
    if (!this.#expire(moment)) return false;
    const lives = group.map(({ contract }) => this.#state.of(contract));
    for (const live of lives) {
      if (!this.#fillWaiting(live, moment) || !this.#trigger(live, moment)) return false;
    }
    for (const live of lives) if (!this.#guards(live, moment)) return false;
    for (const live of lives) if (!this.#conversionGuards(live, moment)) return false;
    return this.#closeOuts(new Set(lives), moment);
  }

  /** One piece of work; false when the command has done its part. */
  #unit(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }

  /** Charges the nights before a tick, then lets its prices hold. */
  #quote(tick: TickRow, moment: Moment): boolean {
    const live = this.#state.of(tick.contract);
    const before = live.quote;
    if (before !== null && before.seq >= tick.seq) return true;
    if (!this.#nights(live, tick, moment)) return false;
    const { row } = live;
    const session = this.#state.sessions.sessionAt(row.index, tick.at)!;
    const former = before === null ? [] : before.recent.split(',').map(Number);
    const recent = withTick(former, tick.price);
    const { bid, ask, spread } = quoteAt(tick.price, spreadAt(row, session, tick.at, recent));
    this.#takeIn(live, tick.seq);
    const { seq, n, at, price } = tick;
    const prices = { price, bid, ask, spread, recent: recent.join() };
    const news = { seq, n, at, ...prices, rolledAt: at, version: row.version };
    const { quotes } = this.#state.tables;
    if (before === null) live.quote = quotes.insert({ contract: row.id, ...news });
    else quotes.change(before, news);
    for (const side of [LONG, SHORT] as const) {
      live.triggers[side].trail.follow(seq, live.trailed(side));
    }
    const texts = { bid: formatSafe(bid, SCALE), ask: formatSafe(ask, SCALE) };
    this.#state.publish({ type: 'cfdQuoted', contract: row.symbol, ...texts, tick: n, at });
    return true;
  }

  /**
   * A night that is converted is charged before any price of the tick holds, and at a tick of what
   * converts it, too: by the last prices of both before that night.
   */
  #convertedNights(tick: TickRow, moment: Moment): boolean {
    const live = this.#state.of(tick.contract);
    const own = live.conversion === null ? [] : [live];
    return [...new Set([...own, ...live.converts])].every((one) => {
      const isQuoted = (one.quote?.seq ?? 0) >= tick.seq;
      return isQuoted || this.#nights(one, tick, moment);
    });
  }

  #nights(live: LiveContract, tick: TickRow, moment: Moment): boolean {
    const { quote, row } = live;
    if (quote === null) return true;
    const holidays = readHolidays(row.holidays)!;
    for (const night of rolloversIn(quote.rolledAt, tick.at, row.nights, holidays)) {
      for (const position of this.#state.tables.positions.rows()) {
        if (position.contract !== row.id || position.financedTo >= night.at) continue;
        if (!this.#unit()) return false;
        this.#fills.charge(position, night, moment);
      }
    }
    return true;
  }

  /**
   * What was set before a tick waits for it; the best price of a trailing stop is the last
   * one.
   */
  #takeIn(live: LiveContract, seq: number): void {
    const { positions, orders } = this.#state.tables;
    const later: typeof live.fresh = [];
    const now: { readonly since: number; readonly take: () => void }[] = [];
    for (const one of live.fresh) {
      if (one.what === 'order') {
        const row = orders.get(one.id);
        if (row !== undefined && row.id < seq) this.waitOrder(live, row);
        else if (row !== undefined) later.push(one);
        continue;
      }
      const row = positions.get(one.id);
      if (row === undefined) continue;
      if (row.since < seq) now.push({ since: row.since, take: () => this.waitPosition(live, row) });
      else later.push(one);
    }
    for (const { take } of now.sort((a, b) => a.since - b.since)) take();
    live.fresh = later;
  }

  waitOrder(live: LiveContract, row: OrderRow): void {
    const { limit, stopOrder } = live.triggers[row.side as Direction];
    if (row.kind === 'limit') limit.set(row.id, row.price);
    else if (row.kind === 'stop') stopOrder.set(row.id, row.price);
  }

  waitPosition(live: LiveContract, row: PositionRow): void {
    const side = row.side as Direction;
    const { stop, take, trail } = live.triggers[side];
    live.forget(side, row.id);
    if (row.stopLoss > 0) stop.set(row.id, row.stopLoss);
    if (row.takeProfit > 0) take.set(row.id, row.takeProfit);
    if (row.trail > 0) trail.add(row.id, row.trail, row.since, live.trailed(side));
  }

  #payOwed(): boolean {
    const { owed, tables } = this.#state;
    const rows = [...owed].map((id) => tables.accounts.get(id)!);
    for (const row of rows.sort((a, b) => a.owedSince - b.owedSince || a.userId - b.userId)) {
      if (this.#money.houseHas() === 0n) break;
      if (!this.#unit()) return false;
      this.#money.payOwed(row);
      this.#risk.refresh(row);
    }
    return true;
  }

  #expire(moment: Moment): boolean {
    const { expiries, tables } = this.#state;
    for (;;) {
      const id = expiries.reached(moment.tick.at);
      if (id === undefined) return true;
      if (!this.#unit()) return false;
      this.#fills.end(tables.orders.get(id)!, 'expired', moment);
    }
  }

  #fillWaiting(live: LiveContract, moment: Moment): boolean {
    const { positions, orders } = this.#state.tables;
    for (const id of live.closing) {
      const row = positions.get(id)!;
      if (row.closingSince >= moment.tick.seq) break;
      if (!this.#unit()) return false;
      this.#closeAsAsked(live, row, moment);
    }
    for (const id of live.orders) {
      if (id >= moment.tick.seq) break;
      if (!this.#unit()) return false;
      this.#fills.fill(orders.get(id)!, moment);
    }
    return true;
  }

  #closeAsAsked(live: LiveContract, row: PositionRow, moment: Moment): void {
    const side = row.side as Direction;
    const price = live.exit(side);
    const isWorse = row.closingWorst > 0 && (row.closingWorst - price) * side > 0;
    const asked = { reference: row.closingReference, askedAt: row.closingAt };
    if (!isWorse) {
      this.#fills.close(row, row.closing, price, 'request', moment, asked);
      return;
    }
    this.#fills.note('ended', 'worsePrice', row, { lots: row.closing, ...asked }, moment);
    live.closing.delete(row.id);
    this.#state.tables.positions.change(row, { closing: 0n });
    this.#fills.publishPosition(row);
  }

  /** Meets what the prices of the tick reach: positions first, in this order. */
  #trigger(live: LiveContract, moment: Moment): boolean {
    const { positions, orders } = this.#state.tables;
    for (const side of [LONG, SHORT] as const) {
      const { stop, take, trail } = live.triggers[side];
      const exit = live.exit(side);
      const close = (id: number, why: Why, reference: number, price = exit) => {
        const row = positions.get(id)!;
        this.#fills.close(row, row.lots, price, why, moment, { reference, askedAt: 0 });
      };
      const stopped = (id: number) => {
        const { guaranteed, stopLoss } = positions.get(id)!;
        if (guaranteed) close(id, 'guaranteedStop', stopLoss, stopLoss);
        else close(id, 'stopLoss', stopLoss);
      };
      if (!this.#meet(() => stop.reached(exit), stopped)) return false;
      const trailed = live.trailed(side);
      if (
        !this.#meet(
          () => trail.reached(trailed),
          (id) => {
            const level = trail.peakOf(id)! - positions.get(id)!.trail;
            close(id, 'trailingStop', side * level);
          },
        )
      )
        return false;
      if (
        !this.#meet(
          () => take.reached(exit),
          (id) => close(id, 'takeProfit', positions.get(id)!.takeProfit),
        )
      )
        return false;
    }
    const fill = (id: number) => this.#fills.fill(orders.get(id)!, moment);
    for (const side of [LONG, SHORT] as const) {
      const { limit, stopOrder } = live.triggers[side];
      const entry = live.entry(side);
      const reached = (queue: PriceQueue) => () => queue.reached(entry);
      if (!this.#meet(reached(limit), fill) || !this.#meet(reached(stopOrder), fill)) return false;
    }
    return true;
  }

  #meet(next: () => number | undefined, act: (id: number) => void): boolean {
    for (;;) {
      const id = next();
      if (id === undefined) return true;
      if (!this.#unit()) return false;
      act(id);
    }
  }

  /** Looks at accounts whose guard was reached. */
  #guards(live: LiveContract, moment: Moment): boolean {
    return [LONG, SHORT].every((side) => {
      const { guard } = live.triggers[side as Direction];
      return this.#look(guard, live.exit(side as Direction), moment);
    });
  }

  /** The same for what the index of a contract converts. */
  #conversionGuards({ converts, quote }: LiveContract, moment: Moment): boolean {
    return converts.every(({ triggers }) =>
      [LONG, SHORT].every((side) => {
        const { conversionFloor, conversionCeiling } = triggers[side as Direction];
        const both = [conversionFloor, conversionCeiling];
        return both.every((queue) => this.#look(queue, quote!.price, moment));
      }),
    );
  }

  #look(queue: PriceQueue, price: number, { tick }: Moment): boolean {
    const look = (id: number) => this.#risk.refresh(this.#state.account(id), tick.seq);
    return this.#meet(() => queue.reached(price), look);
  }

  /**
   * Closes out accounts that were in danger at a tick before this one, and still are. Who has none
   * of its contracts in the tick may be out of danger by what converts, but is not closed out.
   */
  #closeOuts(lives: ReadonlySet<LiveContract>, moment: Moment): boolean {
    const { endangered } = this.#state;
    for (const userId of [...endangered].sort((a, b) => a - b)) {
      const account = this.#state.account(userId);
      if (account.endangered >= moment.tick.seq) continue;
      const { legs } = this.#state.person(userId);
      const isTicked = legs.some(({ live }) => lives.has(live));
      const isConverted = legs.some(({ live: { conversion } }) => {
        return conversion !== null && lives.has(conversion);
      });
      if (!isTicked && (!isConverted || this.#risk.isDue(account))) continue;
      if (!this.#unit()) return false;
      if (isTicked) this.#closeOut(account, moment);
      else this.#risk.refresh(account, moment.tick.seq);
    }
    return true;
  }

  #closeOut(account: AccountRow, moment: Moment): void {
    while (this.#risk.isDue(account)) {
      const worst = this.#risk.largestLoss(account.userId, moment.tick.at);
      if (worst === undefined) break;
      this.#left -= 1;
      const price = this.#state.of(worst.contract).exit(worst.side as Direction);
      const kept = keptOf(this.#state, account, worst, this.#money.total(account.userId));
      const asked = { ...NOBODY, account: kept };
      this.#fills.close(worst, worst.lots, price, 'closeOut', moment, asked);
    }
    this.#risk.refresh(account, moment.tick.seq);
    if (account.endangered === 0) return;
    this.#state.tables.accounts.change(account, { endangered: moment.tick.seq });
  }
}

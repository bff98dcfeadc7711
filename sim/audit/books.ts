import { accountId, FIRST_USER, OWNER, WALLET } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { isOpen } from '@assay/core/order/order';
import { allLevels } from '@assay/modules/orders';
import type {
  BookChanged,
  OrderChanged,
  OrderFilled,
  OrderView,
  TradeMade,
} from '@assay/modules/orders/schema';
import type { Fact } from '@assay/platform/engine/machine';
import type { RealmMachines } from '../../apps/server/realm.ts';
import type { Row, Tables } from '../database/tables.ts';
import { expectThat } from '../history.ts';
import type { Add, BookedMarket, BookedTrade, PartBooks, SimPart } from '../parts/part.ts';
import type { Entry, LogBatch } from './entry.ts';

/** Commands that take everything from a user first; some of them grant again. */
const VIRTUAL = new Set(['openVirtualAccount', 'resetVirtualAccount', 'endVirtualAccount']);

/**
 * Books kept from what is published alone: outcomes of commands, and facts. Who has how much, what
 * their open orders hold, what the house was paid in fees, which levels the books have. After a
 * load some facts may never have been published; the rows of those batches replace them.
 */
export class Books {
  /** By owner and asset, what belongs to them, held or not. */
  readonly #totals = new Map<string, bigint>();
  readonly #orders = new Map<number, OrderView & { readonly userId: number }>();
  /** By asset, the fees that everybody paid. */
  readonly #fees = new Map<string, bigint>();
  readonly #levels = new Map<string, string>();
  readonly #tables: Tables;
  readonly #parts = new Map<string, PartBooks>();
  readonly #assets: string[] = [];
  /** What moves by more than is published. */
  readonly #leaves: ReadonlySet<number | string>;
  #trades = 0;

  constructor(tables: Tables, parts: readonly SimPart[]) {
    this.#tables = tables;
    for (const part of parts) this.#parts.set(part.name, part.books(tables));
    this.#leaves = new Set([...this.#parts.values()].flatMap(({ leaves }) => leaves ?? []));
  }

  /** Takes in a batch by its published facts, and compares with the balances that they state. */
  takeIn({ entries, firstSeq, lastSeq }: LogBatch, facts: readonly Fact[]): void {
    const changed = new Set<string>();
    const bySeq = new Map<number, (TradeMade | OrderFilled)[]>();
    for (const fact of facts) {
      if (fact.type !== 'tradeMade' && fact.type !== 'orderFilled') continue;
      const { seq } = fact;
      expectThat(seq >= firstSeq && seq <= lastSeq, 'a fact belongs to its batch');
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), fact]);
    }
    for (const entry of entries) {
      for (const fact of bySeq.get(entry.seq) ?? []) this.#settle(fact, changed);
      this.#command(entry, changed);
    }
    for (const fact of facts) if (fact.type === 'orderChanged') this.#changeOrder(fact, changed);
    this.#checkBalances(facts, changed);
    for (const fact of facts) if (fact.type === 'bookChanged') this.#changeLevels(fact);
  }

  /** Takes in a batch whose facts were not published, by the trades that it left in the tables. */
  read({ entries, firstSeq, lastSeq }: LogBatch): void {
    const changed = new Set<string>();
    const trades = this.#tables.rows('trade').filter((row) => {
      return Number(row.seq) >= firstSeq && Number(row.seq) <= lastSeq;
    });
    for (const entry of entries) {
      for (const row of trades) if (Number(row.seq) === entry.seq) this.#settleRow(row, changed);
      this.#command(entry, changed);
    }
  }

  /** Starts again from what an engine has just loaded, as a client of the streams does. */
  restart(machines: RealmMachines): void {
    this.#levels.clear();
    for (const [key, level] of levelsOf(machines)) this.#levels.set(key, level);
    this.#orders.clear();
    const { state } = machines.orders;
    for (const order of state.open()) {
      if (order.userId < FIRST_USER) continue;
      const { side } = order;
      const market = state.marketOf(order.ref).rules.symbol;
      const view = { id: order.id, market, side: side === 0 ? 'buy' : 'sell', status: 'new' };
      const held = decimal(BigInt(order.held));
      this.#orders.set(order.id, { ...view, held, userId: order.userId } as never);
    }
  }

  /** What was published is what the machines have. */
  compare(machines: RealmMachines): void {
    const { ledger, markets } = machines;
    for (const { id, symbol } of markets.assets()) {
      let paid = 0n;
      for (const owner of [OWNER.fees, OWNER.rounding]) {
        const slot = ledger.ledger.find(accountId(owner, WALLET.currency, id));
        paid += ledger.ledger.available(slot);
      }
      let booked = this.#fees.get(symbol) ?? 0n;
      for (const part of this.#parts.values()) booked += part.fees?.(symbol) ?? 0n;
      expectThat(paid === booked, `the house has ${paid} of fees in ${symbol}, booked ${booked}`);
      const slot = ledger.ledger.find(accountId(OWNER.rounding, WALLET.currency, id));
      const rest = ledger.ledger.available(slot);
      expectThat(rest >= 0n && rest <= 2n * BigInt(this.#trades), `${rest} units of rounding`);
    }
    for (const [key, total] of this.#totals) {
      const [owner, asset, wallet = 'currency'] = key.split(' ') as [string, string, 'contract'?];
      if (this.#leaves.has(wallet) || this.#leaves.has(Number(owner))) continue;
      const id = markets.assetId(asset) as number;
      const slot = ledger.ledger.find(accountId(Number(owner), WALLET[wallet], id));
      const is = ledger.ledger.available(slot) + ledger.ledger.held(slot);
      expectThat(is === total, `${key} has ${is}, booked ${total}`);
    }
    const open = [...machines.orders.state.open()].filter((o) => o.userId >= FIRST_USER);
    expectThat(open.length === this.#orders.size, 'as many orders are open as were published');
    for (const { id, held } of open) {
      const booked = this.#orders.get(id)?.held;
      expectThat(booked === decimal(BigInt(held)), `order ${id} holds ${held}, booked ${booked}`);
    }
    this.#compareLevels(levelsOf(machines));
  }

  #compareLevels(levels: ReadonlyMap<string, string>): void {
    for (const [key, level] of levels) {
      const published = this.#levels.get(key);
      expectThat(published === level, `the book has ${level} at ${key}, published ${published}`);
    }
    expectThat(
      levels.size === this.#levels.size,
      'the book has all the levels that were published',
    );
  }

  #settle(fact: TradeMade | OrderFilled, changed: Set<string>): void {
    if (fact.type === 'orderFilled') {
      const { fee, feeAsset } = fact.fill;
      this.#charge(fact.userId, feeAsset, units(fee), changed);
      return;
    }
    const { market, quantity } = fact.trade;
    const { buyer, seller } = fact;
    const booked = { market: this.#marketOf(market), buyer, seller };
    this.#trade({ ...booked, quantity: units(quantity), value: units(fact.quote) }, changed);
  }

  #settleRow(row: Row, changed: Set<string>): void {
    const listed = this.#marketRow((one) => one.id === row.market);
    const market = this.#marketOf(listed.symbol as string);
    const quantity = BigInt(row.lots as string) * units(listed.step_size as string);
    const price = BigInt(row.ticks as string) * market.tick;
    const [taker, maker] = [Number(row.taker_user), Number(row.maker_user)];
    const takes = row.taker_side === '0';
    const sides = takes ? { buyer: taker, seller: maker } : { buyer: maker, seller: taker };
    const value = (price * quantity) / 100_000_000n;
    this.#trade({ market, ...sides, quantity, value }, changed);
    const bought = row.buyer_fee_in_base === '1' ? market.base : market.quote;
    const [takerPays, makerPays] = takes ? [bought, market.quote] : [market.quote, bought];
    this.#charge(taker, takerPays, BigInt(row.taker_fee as string), changed);
    this.#charge(maker, makerPays, BigInt(row.maker_fee as string), changed);
  }

  #trade(trade: BookedTrade, changed: Set<string>): void {
    this.#trades += 1;
    this.#partOf(trade.market).trade?.(trade, this.#adder(changed));
  }

  #partOf({ product }: BookedMarket): PartBooks {
    const part = this.#parts.get(product);
    expectThat(part !== undefined, `no part keeps books of ${product}`);
    return part;
  }

  #adder(changed: Set<string>): Add {
    return (owner, asset, amount) => this.#add(owner, asset, amount, changed);
  }

  #charge(owner: number, asset: string, fee: bigint, changed: Set<string>): void {
    this.#add(owner, asset, -fee, changed);
    this.#fees.set(asset, (this.#fees.get(asset) ?? 0n) + fee);
  }

  /** Commands that move value without a trade. */
  #command(entry: Entry, changed: Set<string>): void {
    const { type, body, outcome } = entry;
    if (outcome.refusal !== undefined) return;
    for (const part of this.#parts.values()) {
      part.command?.(
        entry,
        (symbol) => this.#marketOf(symbol),
        this.#adder(changed),
        (owner, asset, fee) => this.#charge(owner, asset, fee, changed),
      );
    }
    if (type === 'listAsset') this.#assets.push(body.symbol as string);
    if (type === 'fundHouse') {
      this.#add(body.owner as number, body.asset as string, units(body.amount as string), changed);
    }
    if (!VIRTUAL.has(type)) return;
    const user = body.userId as number;
    for (const key of this.#totals.keys()) {
      if (key.startsWith(`${user} `)) this.#totals.set(key, 0n);
    }
    // An account that is ended gets nothing.
    const grants = (body.grants ?? []) as { asset: string; amount: string }[];
    for (const { asset, amount } of grants) {
      this.#add(user, asset, units(amount), changed);
    }
  }

  #add(owner: number, asset: string, amount: bigint, changed: Set<string>): void {
    const key = `${owner} ${asset}`;
    this.#totals.set(key, (this.#totals.get(key) ?? 0n) + amount);
    if (owner >= FIRST_USER && amount !== 0n) changed.add(key);
  }

  #changeOrder({ order, userId }: OrderChanged, changed: Set<string>): void {
    const before = this.#orders.get(order.id)?.held ?? '0';
    const open = isOpen(order);
    if (open) this.#orders.set(order.id, { ...order, userId });
    else this.#orders.delete(order.id);
    if ((open ? order.held : '0') === before) return;
    changed.add(`${userId} ${this.#heldAsset(order)}`);
  }

  #heldAsset(order: OrderView): string {
    const market = this.#marketOf(order.market);
    return this.#partOf(market).heldAsset?.(order, market) ?? market.quote;
  }

  /**
   * Every balance that a batch states is the one in the books, and none that changed is missing.
   */
  #checkBalances(facts: readonly Fact[], changed: ReadonlySet<string>): void {
    const stated = new Set<string>();
    const held = new Map<string, bigint>();
    for (const order of this.#orders.values()) {
      const key = `${order.userId} ${this.#heldAsset(order)}`;
      held.set(key, (held.get(key) ?? 0n) + units(order.held));
    }
    for (const part of this.#parts.values()) {
      for (const [owner, asset, amount] of part.holds?.() ?? []) {
        held.set(`${owner} ${asset}`, (held.get(`${owner} ${asset}`) ?? 0n) + amount);
      }
    }
    for (const fact of facts) {
      if (fact.type !== 'balanceChanged' || this.#leaves.has(fact.wallet)) continue;
      const wallet = fact.wallet === 'currency' ? '' : ` ${fact.wallet}`;
      const key = `${fact.userId} ${fact.asset}${wallet}`;
      stated.add(key);
      const [available, isHeld] = [units(fact.available), units(fact.held)];
      const intents = held.get(key) ?? 0n;
      expectThat(isHeld === intents, `${key} holds ${isHeld}, its intents ${intents}`);
      const total = this.#totals.get(key) ?? 0n;
      expectThat(available + isHeld === total, `${key} has ${available} + ${isHeld}, not ${total}`);
    }
    for (const key of changed) {
      const isLeft = key.endsWith(' contract') && this.#leaves.has('contract');
      expectThat(isLeft || stated.has(key), `${key} changed and was not published`);
    }
  }

  #changeLevels({ market, levels }: BookChanged): void {
    for (const [side, price, quantity, house] of levels) {
      const key = `${market} ${side} ${price}`;
      if (quantity === '0') this.#levels.delete(key);
      else this.#levels.set(key, `${quantity} ${house}`);
    }
  }

  #marketOf(symbol: string): BookedMarket {
    const row = this.#marketRow((one) => one.symbol === symbol);
    const name = (id: string | null | undefined) => this.#assets[Number(id) - 1] as string;
    return {
      symbol,
      product: row.product as string,
      base: row.base as string,
      quote: name(row.quote_asset),
      tick: units(row.tick_size as string),
      maxPrice: units(row.max_price as string),
    };
  }

  #marketRow(is: (row: Row) => boolean): Row {
    const row = this.#tables.rows('market').find(is);
    expectThat(row !== undefined, 'a trade has a listed market');
    return row;
  }
}

function levelsOf({ markets, orders }: RealmMachines): Map<string, string> {
  const levels = new Map<string, string>();
  for (const { rules } of markets.markets()) {
    const live = orders.market(rules.symbol);
    if (live === undefined) continue;
    for (const [side, price, quantity, house] of allLevels(live)) {
      levels.set(`${rules.symbol} ${side} ${price}`, `${quantity} ${house}`);
    }
  }
  return levels;
}

function units(text: string): bigint {
  const read = parseDecimal(text, SCALE);
  expectThat(read !== null, `${text} is no amount`);
  return read;
}

function decimal(value: bigint): string {
  const digits = value.toString().padStart(SCALE + 1, '0');
  const whole = digits.slice(0, -SCALE);
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

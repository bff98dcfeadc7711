import { PlainMoney } from './plain-money.ts';
import { readOrder } from './plain-order.ts';
import {
  ALWAYS,
  type Body,
  byId,
  type Contract,
  convertedWith,
  costOf,
  dangerOf,
  exitOf,
  FIRST_USER,
  gainOf,
  hasConversion,
  isAbove,
  isConvertedBy,
  isFar,
  keptBefore,
  MOST,
  marginOf,
  max,
  min,
  movedBy,
  neededWith,
  nightOf,
  nightsOnce,
  opened,
  type PlainAccount,
  type PlainHours,
  type PlainOrder,
  type PlainPosition,
  type Purse,
  partOf,
  premiumOf,
  readGuard,
  readPrice,
  spreadOf,
  sumOf,
  type Terms,
} from './plain-values.ts';

/**
 * Contracts against the house in plain objects and bigints, from specs/CFDS.md and decisions
 * 0066, 0067 and 0161 alone: every tick walks over everything. Shares no code with the machine.
 */
export class PlainCfd {
  readonly contracts: Contract[] = [];
  orders: PlainOrder[] = [];
  positions: PlainPosition[] = [];
  /** What happened, in a word each: kind, why, id, price, amount. */
  log: string[] = [];
  /** Accounts that were closed out, before each position of theirs that was. */
  kept: string[] = [];
  readonly accounts: Map<number, PlainAccount>;
  readonly #purse: Purse;
  readonly #money: PlainMoney;
  readonly #hours: PlainHours;

  constructor(purse: Purse, hours: PlainHours = ALWAYS) {
    this.#purse = purse;
    this.#hours = hours;
    this.#money = new PlainMoney(purse);
    this.accounts = this.#money.accounts;
  }

  list(terms: Terms): void {
    const id = this.contracts.length + 1;
    const fresh = { recent: [], bid: 0n, ask: 0n, at: 0, seq: 0, charged: 0, converting: 0n };
    this.contracts.push({ id, terms, version: 1, ...fresh });
  }

  /** Decides a person's command; answers the refusal, or null. */
  decide(type: string, user: number, body: Body, seq: number, at: number): string | null {
    if (user < FIRST_USER) return 'notAllowed';
    if (type === 'placeCfdOrder') return this.#place(user, body, seq, at);
    if (type === 'closeCfdPositions') return this.#closeAll(user, body, seq);
    if (type === 'protectCfdPosition') return this.#protect(user, body, seq, at);
    if (type === 'cancelCfdOrder') {
      const order = this.orders.find(({ id }) => id === body.orderId);
      if (order?.user !== user) return 'unknownOrder';
      this.#end(order, 'cancelled');
      return null;
    }
    if (body.mode !== 'hedged' && body.mode !== 'netted') return 'badMode';
    if ([...this.orders, ...this.positions].some((one) => one.user === user))
      return 'positionsOpen';
    this.#money.account(user).netted = body.mode === 'netted';
    return null;
  }

  /** What can be moved out of the contract wallet. */
  free(user: number): bigint {
    if (!this.accounts.has(user)) return this.#purse.get(user);
    const gain = sumOf(this.#of(user));
    const own = this.#purse.get(user) - this.#used(user) - this.#reserved(user);
    return own - this.#money.account(user).deficit + (gain < 0n ? gain : 0n);
  }

  moved(user: number): void {
    if (this.accounts.has(user)) this.#refresh(user);
  }

  /** The prices of a command; those of indices that are not in session count for nothing. */
  tick(prices: ReadonlyMap<string, bigint>, seq: number, at: number): void {
    const lives = this.contracts.filter(({ terms: { index } }) => {
      return prices.has(index) && this.#hours(index, at) !== null;
    });
    if (lives.length === 0) return;
    // What is converted is charged its nights before any price of the tick holds, of either index.
    for (const live of lives)
      for (const one of convertedWith(live, this.contracts)) this.#nights(one, at);
    for (const contract of lives) this.#quote(contract, prices.get(contract.terms.index)!, seq, at);
    this.#payOwed();
    const late = this.orders.filter(({ expiresAt }) => expiresAt > 0 && expiresAt <= at);
    for (const order of late.sort((a, b) => a.expiresAt - b.expiresAt || a.id - b.id)) {
      this.#end(order, 'expired');
    }
    for (const contract of lives) {
      this.#closings(contract, seq, at);
      for (const order of this.#ordersOn(contract, 'market')) {
        if (order.id < seq) this.#fill(order, seq, at);
      }
      for (const side of [1n, -1n]) this.#stops(contract, side, seq, at);
      for (const side of [1n, -1n]) {
        for (const kind of ['limit', 'stop']) this.#reachedOrders(contract, side, kind, seq, at);
      }
    }
    this.#watch(lives, seq, at);
    this.endIdle();
  }

  #quote(contract: Contract, price: bigint, seq: number, at: number): void {
    const { terms, recent } = contract;
    if (!hasConversion(contract)) this.#nights(contract, at);
    contract.recent = [...recent, price].slice(-16);
    const spread = spreadOf(terms, contract.recent, this.#hours(terms.index, at)!, at);
    for (const one of this.positions) {
      // The best price of a stop that was set before this tick starts at the price before it.
      const isNew = one.contract === contract && one.trail > 0n && one.best === 0n;
      if (isNew && one.since < seq) one.best = one.side * exitOf(one);
    }
    contract.bid = max([1n, price - spread / 2n]);
    contract.ask = contract.bid + spread;
    contract.at = at;
    contract.seq = seq;
    for (const one of this.contracts) {
      if (one.terms.conversionIndex === terms.index) one.converting = price;
    }
    for (const one of this.positions) {
      if (one.contract !== contract || one.trail === 0n || one.since >= seq) continue;
      one.best = max([one.best, one.side * exitOf(one)]);
    }
  }

  /** The nights since the last tick of a contract, at the price of it. */
  #nights(contract: Contract, until: number): void {
    if (contract.seq === 0) return;
    const price = contract.recent.at(-1)!;
    for (const { at, count } of nightsOnce(contract, until)) {
      for (const one of byId(this.positions.filter((row) => row.contract === contract))) {
        const amount = nightOf(one, price, count);
        if (amount < 0n) this.#money.lose(one.user, -amount);
        if (amount > 0n) this.#money.gain(one.user, amount, at);
        one.financing += amount;
        this.log.push(`financed ${one.id} ${amount}`);
        this.#refresh(one.user);
      }
    }
  }

  #place(user: number, body: Body, seq: number, at: number): string | null {
    const contract = this.contracts.find(({ terms }) => terms.symbol === body.contract);
    if (contract === undefined) return 'unknownContract';
    const wanted = readOrder(body, contract, at, this.#hours);
    if (typeof wanted === 'string') return wanted;
    const { side, lots, price, reference, guard, leverage, expiresAt, slippage } = wanted;
    if (this.orders.filter((one) => one.user === user).length >= MOST) return 'tooManyWaiting';
    if (this.#of(user).length >= MOST) return 'tooManyPositions';
    const opens = lots - this.#nets(user, contract, side, lots);
    if (opens > 0n && !this.#available(contract, side, opens)) return 'notAvailable';
    const cost = costOf(contract, leverage, guard.guaranteed, opens, reference);
    if (this.free(user) < cost) return 'insufficientBalance';
    const worst =
      body.kind === 'limit' ? price : slippage === 0n ? 0n : reference + side * slippage;
    const account = this.#money.account(user);
    if (![...this.orders, ...this.positions].some((one) => one.user === user))
      account.closeOut = wanted.share;
    const kind = body.kind as string;
    const order = { ...{ id: seq, user, contract, kind, side, lots }, leverage, price };
    this.orders.push({ ...order, worst, reference, ...guard, held: cost, expiresAt });
    this.#rehold(user);
    return null;
  }

  #closeAll(user: number, body: Body, seq: number): string | null {
    const { contract: symbol, side, positionId, lots: part, slippage } = body;
    const contract = this.contracts.find(({ terms }) => terms.symbol === symbol);
    if (symbol !== undefined && contract === undefined) return 'unknownContract';
    if (side !== undefined && side !== 'buy' && side !== 'sell') return 'badSide';
    const mine = this.#of(user).filter(
      (one) =>
        (positionId === undefined || one.id === positionId) &&
        (symbol === undefined || one.contract === contract) &&
        (side === undefined || one.side === (side === 'buy' ? 1n : -1n)),
    );
    if (positionId !== undefined && mine.length === 0) return 'unknownPosition';
    const named = mine.find(({ id }) => id === positionId);
    const lots = part === undefined ? 0n : partOf(part, named);
    if (lots === null) return 'badLots';
    const far = mine.map((one) => readPrice(slippage, one.contract.terms));
    if (far.some((one, n) => one === null || one >= exitOf(mine[n]!))) return 'badSlippage';
    const free = mine.filter(({ closing }) => closing === 0n);
    if (free.length === 0) return 'nothingToClose';
    for (const one of free) {
      const distance = far[mine.indexOf(one)]!;
      one.closing = lots === 0n ? one.lots : lots;
      one.closingSince = seq;
      one.closingReference = exitOf(one);
      one.closingWorst = distance === 0n ? 0n : exitOf(one) - one.side * distance;
    }
    return null;
  }

  #protect(user: number, body: Body, seq: number, at: number): string | null {
    const one = this.positions.find(({ id }) => id === body.positionId);
    if (one?.user !== user) return 'unknownPosition';
    const { terms } = one.contract;
    const guard = readGuard(body, terms, one.side, exitOf(one));
    if (guard === null) return 'badProtection';
    const isOpen = this.#hours(terms.index, at) !== null;
    if (!isOpen && (guard.guaranteed || one.guaranteed)) return 'marketClosed';
    const isTighter = (guard.stopLoss - one.stopLoss) * one.side > 0n;
    const isMore = guard.guaranteed && (!one.guaranteed || isTighter);
    if (isMore && at - one.contract.at > 3_000) return 'stalePrice';
    const isNew = guard.guaranteed && !one.guaranteed;
    const premium = isNew ? premiumOf(one.contract, one.lots, exitOf(one)) : 0n;
    if (premium > 0n && premium > this.free(user)) return 'insufficientBalance';
    const returned = guard.guaranteed ? 0n : one.premium;
    this.#purse.add(user, returned - premium);
    this.#purse.add('escrow', premium - returned);
    if (returned > 0n) this.#money.setOff(user, returned);
    Object.assign(one, guard, { premium: one.premium + premium - returned, since: seq, best: 0n });
    this.#refresh(user);
    return null;
  }

  /** A virtual account ends: all is as if it had never been opened. */
  endAll(user: number, at: number): void {
    const account = this.accounts.get(user);
    if (account === undefined) return;
    for (const order of byId(this.orders.filter((one) => one.user === user))) {
      this.#end(order, 'accountEnded');
    }
    for (const one of this.#of(user)) this.#close(one, one.lots, one.entry, 'accountEnded', at);
    Object.assign(account, { owed: 0n, owedSince: 0 });
  }

  #closings(contract: Contract, seq: number, at: number): void {
    const due = this.positions.filter((one) => one.contract === contract && one.closing > 0n);
    for (const one of due.sort((a, b) => a.closingSince - b.closingSince || a.id - b.id)) {
      if (one.closingSince >= seq || !this.positions.includes(one)) continue;
      const price = exitOf(one);
      const isWorse = one.closingWorst > 0n && (one.closingWorst - price) * one.side > 0n;
      if (!isWorse) this.#close(one, one.closing, price, 'request', at, one.closingReference);
      else {
        one.closing = 0n;
        this.log.push(`ended ${one.id} worsePrice`);
      }
    }
  }

  #stops(contract: Contract, side: bigint, seq: number, at: number): void {
    const own = () =>
      byId(
        this.positions.filter(
          (one) => one.contract === contract && one.side === side && one.since < seq,
        ),
      );
    const exit = side > 0n ? contract.bid : contract.ask;
    const isReached = (level: bigint) => (level - exit) * side >= 0n;
    const stops = own().filter(({ stopLoss }) => stopLoss > 0n && isReached(stopLoss));
    for (const one of stops.sort((a, b) => Number((b.stopLoss - a.stopLoss) * side))) {
      const why = one.guaranteed ? 'guaranteedStop' : 'stopLoss';
      const price = one.guaranteed ? one.stopLoss : exit;
      this.#close(one, one.lots, price, why, at, one.stopLoss);
    }
    const level = (one: PlainPosition) => one.best - one.trail;
    const trails = own().filter((one) => one.trail > 0n && side * exit <= level(one));
    trails.sort((a, b) => Number(level(b) - level(a)) || Number(b.best - a.best));
    for (const one of trails) {
      this.#close(one, one.lots, exit, 'trailingStop', at, side * level(one));
    }
    const takes = own().filter(
      (one) => one.takeProfit > 0n && !isAbove(one.takeProfit, exit, side),
    );
    for (const one of takes.sort((a, b) => Number((a.takeProfit - b.takeProfit) * side))) {
      this.#close(one, one.lots, exit, 'takeProfit', at, one.takeProfit);
    }
  }

  #reachedOrders(contract: Contract, side: bigint, kind: string, seq: number, at: number): void {
    const entry = side > 0n ? contract.ask : contract.bid;
    const way = kind === 'limit' ? -side : side;
    const due = this.#ordersOn(contract, kind).filter(
      (one) => one.side === side && one.id < seq && (entry - one.price) * way >= 0n,
    );
    for (const one of due.sort((a, b) => Number((a.price - b.price) * way) || a.id - b.id)) {
      this.#fill(one, seq, at);
    }
  }

  #fill(order: PlainOrder, seq: number, at: number): void {
    const { user, contract, side, worst, guaranteed } = order;
    const price = side > 0n ? contract.ask : contract.bid;
    this.orders = this.orders.filter((one) => one !== order);
    this.#rehold(user);
    if (worst > 0n && (price - worst) * side > 0n) {
      this.log.push(`ended ${order.id} worsePrice`);
      return;
    }
    let left = order.lots;
    if (this.#money.account(user).netted) {
      for (const one of this.#of(user)) {
        if (left === 0n || one.contract !== contract || one.side === side) continue;
        const lots = min([left, one.lots]);
        this.#close(one, lots, price, 'netting', at, order.reference);
        left -= lots;
      }
    }
    const why = left === 0n ? null : this.#against(order, left, price);
    if (why !== null) this.log.push(`ended ${order.id} ${why}`);
    else if (left > 0n) {
      const margin = costOf(contract, order.leverage, false, left, price);
      const premium = costOf(contract, order.leverage, guaranteed, left, price) - margin;
      this.positions.push(opened(order, { lots: left, entry: price, premium, since: seq }));
      this.#purse.add(user, -premium);
      this.#purse.add('escrow', premium);
      this.log.push(`opened ${order.id} ${price} ${margin} ${order.reference}`);
    }
    this.#refresh(user);
  }

  #against(order: PlainOrder, lots: bigint, price: bigint): string | null {
    const { contract, side, user, leverage, guaranteed, stopLoss } = order;
    const { terms } = contract;
    if (terms.status === 'closeOnly') return 'closeOnly';
    if (leverage > BigInt(terms.maxLeverage as number)) return 'leverageTooHigh';
    if (this.#of(user).length >= MOST) return 'tooManyPositions';
    const exit = side > 0n ? contract.bid : contract.ask;
    if (guaranteed && !isFar(terms, exit, stopLoss, side)) return 'worsePrice';
    if (!this.#available(contract, side, lots)) return 'notAvailable';
    const cost = costOf(contract, leverage, guaranteed, lots, price);
    return this.free(user) < cost ? 'insufficientBalance' : null;
  }

  #close(
    one: PlainPosition,
    lots: bigint,
    price: bigint,
    why: string,
    at: number,
    reference = 0n,
  ): void {
    const { user } = one;
    const isWhole = lots === one.lots;
    const gain = movedBy(one, lots, price);
    const premium = isWhole ? one.premium : (one.premium * lots) / one.lots;
    one.lots -= lots;
    one.premium -= premium;
    one.closing = why === 'request' ? 0n : min([one.closing, one.lots]);
    if (isWhole) this.positions = this.positions.filter((row) => row !== one);
    if (gain < 0n) this.#money.lose(user, -gain);
    if (gain > 0n) this.#money.gain(user, gain, at);
    this.#purse.add('escrow', -premium);
    if (why === 'guaranteedStop') this.#purse.add('house', premium);
    else {
      this.#purse.add(user, premium);
      this.#money.setOff(user, premium);
    }
    this.log.push(`closed ${one.id} ${why} ${lots} ${price} ${gain} ${reference}`);
    this.#refresh(user);
  }

  /** Orders that could only open something end where nothing is opened by the terms. */
  endIdle(): void {
    for (const contract of this.contracts.filter(({ terms }) => terms.status === 'closeOnly')) {
      for (const order of byId(this.orders.filter((one) => one.contract === contract))) {
        const closes = this.#nets(order.user, contract, order.side, order.lots);
        if (closes === 0n) this.#end(order, 'closeOnly');
      }
    }
  }

  #end(order: PlainOrder, why: string): void {
    this.orders = this.orders.filter((one) => one !== order);
    this.log.push(`ended ${order.id} ${why}`);
    this.#refresh(order.user);
  }

  /** Who has something in a contract of the tick, or one that it converts; out by the former. */
  #watch(lives: readonly Contract[], seq: number, at: number): void {
    const users = [...this.accounts.keys()].sort((a, b) => a - b);
    for (const user of users) {
      const own = this.#of(user).map(({ contract }) => contract);
      const isTicked = own.some((one) => lives.includes(one));
      if (!isTicked && !own.some((one) => isConvertedBy(lives, one))) continue;
      const account = this.#money.account(user);
      const level = this.#level(user);
      account.level = Math.max(account.level, Math.min(level, 2));
      if (level < 3) account.endangered = 0;
      else if (account.endangered === 0) account.endangered = seq;
      else if (account.endangered < seq && isTicked) this.#closeOut(user, seq, at);
    }
  }

  #closeOut(user: number, seq: number, at: number): void {
    const account = this.#money.account(user);
    for (;;) {
      if (this.#level(user) < 3) break;
      const fresh = this.#of(user).filter(({ contract }) => {
        return at - contract.at <= 10_000 && this.#hours(contract.terms.index, at) !== null;
      });
      const gains = fresh.map((one) => gainOf(one, exitOf(one)));
      if (fresh.length === 0) break;
      const one = fresh[gains.indexOf(min(gains))]!;
      const wallet = this.#purse.get(user);
      this.kept.push(keptBefore(this.contracts, one, this.#of(user), account, wallet));
      this.#close(one, one.lots, exitOf(one), 'closeOut', at);
    }
    const level = this.#level(user);
    if (this.#of(user).length === 0) return;
    account.level = Math.max(account.level, Math.min(level, 2));
    account.endangered = level < 3 ? 0 : seq;
  }

  #refresh(user: number): void {
    const account = this.#money.account(user);
    if (this.#of(user).length === 0) {
      Object.assign(account, { deficit: 0n, level: 0, endangered: 0 });
    } else {
      const level = this.#level(user);
      account.level = Math.min(level, 2);
      if (level < 3) account.endangered = 0;
    }
    this.#rehold(user);
  }

  #rehold(user: number): void {
    const held = [this.#used(user) + this.#reserved(user), this.#purse.get(user)];
    this.#money.account(user).held = min(held);
  }

  #level(user: number): number {
    const { deficit, closeOut } = this.#money.account(user);
    const equity = this.#purse.get(user) - deficit + sumOf(this.#of(user));
    return dangerOf(equity, this.#used(user), closeOut);
  }

  #payOwed(): void {
    const owed = [...this.accounts].filter(([, { owed: left }]) => left > 0n);
    owed.sort(([a, x], [b, y]) => x.owedSince - y.owedSince || a - b);
    for (const [user, account] of owed) {
      const paid = min([account.owed, this.#purse.get('house')]);
      if (paid === 0n) return;
      account.owed -= paid;
      this.#purse.add('house', -paid);
      this.#purse.add(user, paid);
      this.#money.setOff(user, paid);
      this.#refresh(user);
    }
  }

  #available(contract: Contract, side: bigint, lots: bigint): boolean {
    if ([...this.accounts.values()].some(({ owed }) => owed > 0n)) return false;
    const needed = neededWith(this.contracts, this.positions, { contract, change: side * lots });
    return needed !== null && this.#purse.get('house') >= needed;
  }

  #used(user: number): bigint {
    return this.#of(user).reduce((sum, one) => sum + marginOf(one), 0n);
  }

  #reserved(user: number): bigint {
    return this.orders.reduce((sum, one) => (one.user === user ? sum + one.held : sum), 0n);
  }

  #nets(user: number, contract: Contract, side: bigint, lots: bigint): bigint {
    if (!this.accounts.get(user)?.netted) return 0n;
    const others = this.#of(user).filter((one) => one.contract === contract && one.side !== side);
    return min([lots, others.reduce((sum, one) => sum + one.lots, 0n)]);
  }

  #of(user: number): PlainPosition[] {
    return byId(this.positions.filter((one) => one.user === user));
  }

  #ordersOn(contract: Contract, kind: string): PlainOrder[] {
    return byId(this.orders.filter((one) => one.contract === contract && one.kind === kind));
  }
}

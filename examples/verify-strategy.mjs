#!/usr/bin/env node
// Computes what a unit of a strategy product is worth again, at each of its cuts, from what is
// public alone: the trades and contracts of its account, what came and went at the cuts, and the
// ticks of the index. It knows nothing of the server but the published rules, and needs Node.js
// 20.19, and no other file.
//
//   node verify-strategy.mjs https://example.com USDT-BOOK-INDEX      asks the server
//   node verify-strategy.mjs file.json                               reads what was kept
//
// A file has the answers of getStrategyInfo with all cuts, of getStrategyTrades and
// getStrategyContracts with all pages, the terms of contracts, and the price of each tick:
// { product, cuts, fills, receipts, terms: { "BTCUSDT-CFD 1": … }, ticks: { "BTC-USDT 4711": … } }.
//
// The rules: the account begins with the seed. A trade that was made before the command of a cut is
// in it; the fee of a buy is in the coin, that of a sale in the money. At a cut every coin is worth
// its amount times the price of the tick, rounded down to 1e-8. For what was put in, units are
// issued at value / units, rounded down; redemptions get units times value / units, rounded down.
// Both happen after the value was taken, and are in the next one. Contracts are opened, closed and
// valued at the bid or ask of a tick, which follow from it by the published terms; what a closing
// or a night brings is rounded down, and so is what those open at a cut would bring. Where a
// contract is priced in another currency, the price of the tick that is named makes USDT of it,
// before that one division. That the house bears what a wallet of contracts could not pay, after a
// fall within one tick, this does not know.

const SCALE = 8;
const PPM = 1_000_000n;
const YEAR = 365n;
/** The ticks by which the spread of a contract goes are among so many, some without a price. */
const WINDOW = 64;
const ONE = 10n ** 8n;
const PAGE = 500;
const CUTS = 400;
const VERSIONS = 100;

class Wrong extends Error {}
const must = (holds, what) => {
  if (!holds) throw new Wrong(what);
};

/** Decimal text as a whole number of 1e-8; nothing finer is published. */
function units(text) {
  must(typeof text === 'string' && /^\d{1,19}(\.\d{1,8})?$/.test(text), `${text} is no amount`);
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(SCALE, '0'));
}

/** The same of what may be a loss. */
const signed = (text) => (text.startsWith('-') ? -units(text.slice(1)) : units(text));
const ceil = (a, d) => (a + d - 1n) / d;
/** a / d in USDT, of a currency of which one is worth `of / per`. */
const floor = (a, d, { of, per } = PAR) =>
  a < 0n ? -ceil(-a * of, d * per) : (a * of) / (d * per);
const PAR = { of: 1n, per: 1n };
const whole = (value) => BigInt(value);

/** What the trades of an account have made of its balances. */
class Account {
  constructor(asset, seed) {
    this.balances = new Map([[asset, seed]]);
  }

  add(asset, amount) {
    const after = (this.balances.get(asset) ?? 0n) + amount;
    must(after >= 0n, `the account would have had less than nothing of ${asset}`);
    this.balances.set(asset, after);
  }

  trade({ id, side, base, quoteAsset, price, quantity, quote, fee, feeAsset }) {
    const [coins, money, charged] = [units(quantity), units(quote), units(fee)];
    must((coins * units(price)) / ONE === money, `trade ${id} is not price times quantity`);
    must(feeAsset === (side === 'buy' ? base : quoteAsset), `the fee of ${id} is in ${feeAsset}`);
    if (side === 'buy') {
      this.add(quoteAsset, -money);
      this.add(base, coins - charged);
    } else {
      this.add(base, -coins);
      this.add(quoteAsset, money - charged);
    }
  }
}

/** The bid and the ask of a contract at a tick, by the terms and the log. */
function quoteAt({ contract, version, n, indexPrice, spread, recent }, { terms, ticks }) {
  const of = terms[`${contract} ${version}`];
  must(of !== undefined, `the terms ${version} of ${contract} are not there`);
  const log = [];
  for (let i = n - WINDOW + 1; i <= n; i += 1) log.push(ticks[`${of.index} ${i}`]);
  const named = `the tick ${n} of ${of.index}`;
  must(log.at(-1), `${named} is not there`);
  must(units(log.at(-1)) === units(indexPrice), `${named} is not ${indexPrice}`);
  const prices = recent.map(units);
  let at = log.length;
  for (const price of prices.toReversed()) {
    at -= 1;
    while (at >= 0 && (!log[at] || units(log[at]) !== price)) at -= 1;
    must(at >= 0, `${named} has other prices before it`);
  }
  must(prices.at(-1) === units(indexPrice), `${named} is not the last of its prices`);
  const [low, high] = [prices.reduce(least), prices.reduce(most)];
  const [range, calm] = [((high - low) * PPM) / low, whole(of.calmPpm)];
  const wide = units(of.spread) * (range >= 4n * calm ? 4n : range >= calm ? 2n : 1n);
  must(units(spread) === wide, `the spread at ${named} is not ${spread}`);
  const below = units(indexPrice) - wide / 2n;
  const bid = below < 1n ? 1n : below;
  return { bid, ask: bid + wide, of };
}

/** What one of the currency of a contract's price is worth in USDT, by the tick that is named. */
function rateAt({ contract, version, conversionTick: n, conversionPrice }, { terms, ticks }) {
  const { conversionIndex: index, conversionWay: way } = terms[`${contract} ${version}`];
  const named = `what converts ${contract}`;
  must((n === undefined) === (index === undefined), `${named} is ${index ?? 'nothing'}`);
  if (index === undefined) return PAR;
  must(ticks[`${index} ${n}`] !== undefined, `the tick ${n} of ${index} is not there`);
  const price = units(ticks[`${index} ${n}`]);
  must(units(conversionPrice) === price, `${named} is not the tick ${n} of ${index}`);
  must(way === 'times' || way === 'over', `${named} has no way`);
  return way === 'times' ? { of: price, per: ONE } : { of: ONE, per: price };
}

// Math knows no bigint.
const most = (a, b) => (a > b ? a : b);
const least = (a, b) => (a < b ? a : b);

/** What an account has opened, by its receipts: the house is the other side, as for everybody. */
class Contracts {
  constructor(file) {
    this.file = file;
    this.open = new Map();
  }

  /** What a receipt brought, after everything of it was computed again. */
  take(receipt) {
    const { kind, id, seq } = receipt;
    if (kind === 'ended') return 0n;
    const { bid, ask, of } = quoteAt({ ...receipt, n: receipt.tick }, this.file);
    const quantity = (units(receipt.lots) * units(of.contractSize)) / ONE;
    const side = receipt.side === 'buy' ? 1n : -1n;
    const named = `the contract ${id} of command ${seq}`;
    const [price, rate] = [units(receipt.price), rateAt(receipt, this.file)];
    if (kind === 'opened') {
      must(price === (side > 0n ? ask : bid), `${named} was not opened at the price of its tick`);
      const { contract } = receipt;
      this.open.set(id, { contract, side, quantity, entry: price });
      return 0n;
    }
    const position = this.open.get(id);
    must(position !== undefined && position.side === side, `${named} was never opened`);
    if (kind === 'financed') {
      const days = whole(of.carryDays);
      const carried = whole(of.carry) * whole(receipt.carryNights) * YEAR * PPM;
      const nights = whole(of.adminPpm) * whole(receipt.adminNights) * days;
      const each = -side * carried - units(receipt.indexPrice) * nights;
      const charged = floor(each * position.quantity, days * YEAR * PPM * ONE, rate);
      must(signed(receipt.amount) === charged, `${named} was not charged ${receipt.amount}`);
      return charged;
    }
    must(price === (side > 0n ? bid : ask), `${named} was not closed at the price of its tick`);
    must(quantity <= position.quantity, `${named} was closed twice`);
    const gain = floor(side * (price - position.entry) * quantity, ONE, rate);
    must(signed(receipt.amount) === gain, `${named} did not bring ${receipt.amount}`);
    position.quantity -= quantity;
    if (position.quantity === 0n) this.open.delete(id);
    return gain;
  }

  /** What closing all of them would have brought at a cut. */
  gainAt(cut) {
    const sums = new Map();
    for (const { contract, side, quantity, entry } of this.open.values()) {
      const key = `${contract} ${side > 0n ? 'buy' : 'sell'}`;
      const sum = sums.get(key) ?? { side, quantity: 0n, cost: 0n };
      sums.set(key, sum);
      sum.quantity += quantity;
      sum.cost += entry * quantity;
    }
    const lines = cut.contracts ?? [];
    must(sums.size === lines.length, `day ${cut.day} names other contracts`);
    let gain = 0n;
    for (const line of lines) {
      const sum = sums.get(`${line.contract} ${line.side}`);
      const named = `${line.contract} of day ${cut.day}`;
      must(sum !== undefined && sum.quantity === units(line.quantity), `${named} is not as much`);
      const { bid, ask } = quoteAt(line, this.file);
      const price = sum.side > 0n ? bid : ask;
      must(price === units(line.price), `${named} would not have been closed at ${line.price}`);
      const rate = rateAt(line, this.file);
      const brings = floor(sum.side * (price * sum.quantity - sum.cost), ONE, rate);
      must(signed(line.gain) === brings, `${named} would have brought ${brings}`);
      gain += brings;
    }
    return gain;
  }
}

/** Checks that a cut found what the account had, and returns what that was worth. */
function assetsAt(cut, account, asset, ticks) {
  const had = [...account.balances].filter(([, amount]) => amount > 0n);
  must(had.length === cut.assets.length, `day ${cut.day} names ${cut.assets.length} assets`);
  let value = 0n;
  for (const [name, amount] of had) {
    const line = cut.assets.find((one) => one.asset === name);
    must(line !== undefined, `day ${cut.day} does not name ${name}`);
    must(units(line.amount) === amount, `on day ${cut.day} the account had other ${name}`);
    const price = name === asset ? '1' : ticks[`${name}-${asset} ${line.n}`];
    must(price !== undefined, `the tick ${line.n} of ${name}-${asset} is not there`);
    must(units(price) === units(line.price), `tick ${line.n} of ${name} is not ${line.price}`);
    const worth = (amount * units(price)) / ONE;
    must(units(line.worth) === worth, `${name} of day ${cut.day} is worth ${worth}`);
    value += worth;
  }
  return value;
}

/** The worth of a unit by value and number, and what rounding it down leaves to all. */
function navOf(value, all) {
  if (all === 0n) return { nav: ONE, remainder: value };
  const nav = (value * ONE) / all;
  return { nav, remainder: value - (nav * all) / ONE };
}

/**
 * Checks all cuts of a product from its first day on. Throws what is wrong, else says how many
 * cuts and trades there were, and what a unit was worth at the last one.
 */
export function verifyStrategy(file) {
  const { product, cuts, ticks } = file;
  const { asset, seed, listedSeq } = product;
  const inOrder = cuts.toSorted((a, b) => a.day - b.day);
  const trades = inTime(file);
  const account = new Account(asset, units(seed));
  const contracts = new Contracts(file);
  let all = units(seed);
  let next = 0;
  let before = { day: null, seq: listedSeq };
  for (const cut of inOrder) {
    must(before.day === null || cut.day === before.day + 1, `day ${cut.day} has no day before it`);
    must(cut.seq >= before.seq, `the cut of day ${cut.day} comes before another`);
    for (; next < trades.length && trades[next].seq < cut.seq; next += 1) {
      if (trades[next].kind === undefined) account.trade(trades[next]);
      else account.add(asset, contracts.take(trades[next]));
    }
    const assets = assetsAt(cut, account, asset, ticks);
    const value = most(assets + contracts.gainAt(cut), 0n);
    must(units(cut.value) === value, `on day ${cut.day} the account was worth ${value} units`);
    must(units(cut.units) === all, `on day ${cut.day} there were ${all} units`);
    const { nav, remainder } = navOf(value, all);
    must(units(cut.nav) === nav, `a unit of day ${cut.day} was worth ${nav}`);
    must(units(cut.remainder) === remainder, `the remainder of day ${cut.day} is ${remainder}`);
    flows(cut, value, all);
    account.add(asset, units(cut.paidIn) - units(cut.paidOut));
    all += units(cut.issued) - units(cut.redeemed);
    before = cut;
  }
  must(units(product.units) === all, `there are ${all} units`);
  return {
    cuts: inOrder.length,
    trades: next,
    nav: before.nav ?? '1',
    value: before.value ?? seed,
  };
}

/** Trades on books and what was done with contracts, as they came. */
function inTime({ fills, receipts = [] }) {
  return [...fills, ...receipts].toSorted(
    (a, b) =>
      a.seq - b.seq ||
      (a.market ?? '').localeCompare(b.market ?? '') ||
      (a.n ?? a.id) - (b.n ?? b.id),
  );
}

/** What came and went was never worth more than what it was exchanged for. */
function flows(cut, value, all) {
  const [paidIn, issued] = [units(cut.paidIn), units(cut.issued)];
  const [paidOut, redeemed] = [units(cut.paidOut), units(cut.redeemed)];
  if (all === 0n) {
    must(issued === paidIn && redeemed === 0n, `the first units of day ${cut.day} cost 1`);
    return;
  }
  must(issued * value <= paidIn * all, `day ${cut.day} has issued too many units`);
  must(paidOut * all <= redeemed * value, `day ${cut.day} has paid out too much`);
}

async function ask(server, call, input) {
  const query = new URLSearchParams(input);
  const answer = await fetch(new URL(`/web/${call}?${query}`, server));
  const { code, message, data } = await answer.json();
  must(code === 0, message);
  return data;
}

/** Reads everything that is public of a product; `call(name, input)` gives an answer. */
export async function readStrategy(call, product) {
  const [cuts, fills, receipts, ticks, terms] = [[], [], [], {}, {}];
  const info = await call('getStrategyInfo', { product, limit: CUTS });
  for (let page = info.cuts; page.length > 0; ) {
    cuts.push(...page);
    const before = page.at(-1).day;
    if (before === 0) break;
    ({ cuts: page } = await call('getStrategyInfo', { product, before, limit: CUTS }));
  }
  for (let next; next !== null; ) {
    const from = next === undefined ? {} : { before: next };
    const page = await call('getStrategyTrades', { product, ...from, limit: PAGE });
    fills.push(...page.fills);
    next = page.next;
  }
  for (let next; next !== null; ) {
    const from = next === undefined ? {} : { before: next };
    const page = await call('getStrategyContracts', { product, ...from, limit: PAGE });
    receipts.push(...page.receipts);
    next = page.next;
  }
  const quotes = [
    ...receipts.filter(({ kind }) => kind !== 'ended').map((one) => ({ ...one, n: one.tick })),
    ...cuts.flatMap(({ contracts }) => contracts),
  ];
  await readQuotes(call, quotes, { terms, ticks });
  const { asset } = info.product;
  for (const { asset: coin, n } of cuts.flatMap(({ assets }) => assets))
    if (coin !== asset) await readTick(call, `${coin}-${asset}`, n, ticks);
  return { product: info.product, cuts, fills, receipts, terms, ticks };
}

async function readTick(call, index, n, ticks) {
  if (ticks[`${index} ${n}`] !== undefined) return;
  const log = await call('getTickLog', { index, from: n, limit: 1 });
  must(log.ticks[0]?.n === n, `the log has no tick ${n} of ${index}`);
  ticks[`${index} ${n}`] = log.ticks[0].price;
}

/** The terms of contracts, and the ticks that their prices at some ticks follow from. */
async function readQuotes(call, quotes, { terms, ticks }) {
  for (const contract of new Set(quotes.map((one) => one.contract))) {
    const all = await call('getCfdTerms', { contract, limit: VERSIONS });
    for (const { version, listing } of all.terms) terms[`${contract} ${version}`] = listing;
  }
  for (const { contract, version, n, conversionTick } of quotes) {
    const { index, conversionIndex } = terms[`${contract} ${version}`] ?? {};
    if (conversionTick !== undefined) await readTick(call, conversionIndex, conversionTick, ticks);
    const from = Math.max(n - WINDOW + 1, 1);
    if (`${index} ${n}` in ticks && `${index} ${from}` in ticks) continue;
    const log = await call('getTickLog', { index, from, limit: WINDOW });
    for (const tick of log.ticks) ticks[`${index} ${tick.n}`] = tick.price;
  }
}

async function main([place, name]) {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const isServer = /^https?:/.test(place ?? '');
  const file = isServer
    ? await readStrategy((call, input) => ask(place, call, input), name)
    : JSON.parse(readFileSync(place, 'utf8'));
  const { cuts, trades, nav, value } = verifyStrategy(file);
  const { product, asset } = file.product;
  console.log(`${product}: ${cuts} cuts, and ${trades} trades and steps of contracts, rightly`);
  console.log(`at the last cut the account had ${value} ${asset}, and a unit was worth ${nav}`);
}

if (globalThis.process?.argv[1]?.endsWith('verify-strategy.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Wrong ? `NOT RIGHT: ${error.message}` : error);
    process.exitCode = 1;
  });
}

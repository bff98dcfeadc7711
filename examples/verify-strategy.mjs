#!/usr/bin/env node
// Computes what a unit of a strategy product is worth again, at each of its cuts, from what is
// public alone: the trades of its account, what came and went at the cuts, and the ticks of the
// index. It knows nothing of the server but the published rules, and needs Node.js 20.19, and no
// other file.
//
//   node verify-strategy.mjs https://example.com USDT-BOOK-INDEX      asks the server
//   node verify-strategy.mjs file.json                               reads what was kept
//
// A file has the answers of getStrategyInfo with all cuts, of getStrategyTrades with all pages, and
// the price of each tick: { product, cuts, fills, ticks: { "BTC-USDT 4711": "90000" } }.
//
// The rules: the account begins with the seed. A trade that was made before the command of a cut is
// in it; the fee of a buy is in the coin, that of a sale in the money. At a cut every coin is worth
// its amount times the price of the tick, rounded down to 1e-8. For what was put in, units are
// issued at value / units, rounded down; redemptions get units times value / units, rounded down.
// Both happen after the value was taken, and are in the next one.

const SCALE = 8;
const ONE = 10n ** 8n;
const PAGE = 500;
const CUTS = 400;

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

/** Checks that a cut found what the account had, and returns what that was worth. */
function valueAt(cut, account, asset, ticks) {
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
export function verifyStrategy({ product, cuts, fills, ticks }) {
  const { asset, seed, listedSeq } = product;
  const inOrder = cuts.toSorted((a, b) => a.day - b.day);
  const trades = fills.toSorted(
    (a, b) => a.seq - b.seq || a.market.localeCompare(b.market) || a.id - b.id,
  );
  const account = new Account(asset, units(seed));
  let all = units(seed);
  let next = 0;
  let before = { day: null, seq: listedSeq };
  for (const cut of inOrder) {
    must(before.day === null || cut.day === before.day + 1, `day ${cut.day} has no day before it`);
    must(cut.seq >= before.seq, `the cut of day ${cut.day} comes before another`);
    for (; next < trades.length && trades[next].seq < cut.seq; next += 1) {
      account.trade(trades[next]);
    }
    const value = valueAt(cut, account, asset, ticks);
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
  const [cuts, fills, ticks] = [[], [], {}];
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
  const { asset } = info.product;
  for (const { asset: coin, n } of cuts.flatMap(({ assets }) => assets)) {
    const name = `${coin}-${asset} ${n}`;
    if (coin === asset || ticks[name] !== undefined) continue;
    const log = await call('getTickLog', { index: `${coin}-${asset}`, from: n, limit: 1 });
    must(log.ticks[0]?.n === n, `the log has no tick ${n} of ${coin}-${asset}`);
    ticks[name] = log.ticks[0].price;
  }
  return { product: info.product, cuts, fills, ticks };
}

async function main([place, name]) {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const isServer = /^https?:/.test(place ?? '');
  const file = isServer
    ? await readStrategy((call, input) => ask(place, call, input), name)
    : JSON.parse(readFileSync(place, 'utf8'));
  const { cuts, trades, nav, value } = verifyStrategy(file);
  const { product, asset } = file.product;
  console.log(`${product}: ${cuts} cuts and ${trades} trades, rightly`);
  console.log(`at the last cut the account had ${value} ${asset}, and a unit was worth ${nav}`);
}

if (globalThis.process?.argv[1]?.endsWith('verify-strategy.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Wrong ? `NOT RIGHT: ${error.message}` : error);
    process.exitCode = 1;
  });
}

#!/usr/bin/env node
// Computes a receipt of a contract (CFD) again: an opening, a closing, a stop, a close-out and why
// there was one, a night. It knows nothing of the server but the published rules (decisions 0066,
// 0067, 0142 and 0161), and needs a browser or Node.js 20.19, and no other file.
//
//   node verify-contract.mjs receipt.json [public key in hex]
//
// A receipt is the answer of getCfdReceipt. The key is that of the installation, which getLogHead
// says too; without it the receipt is only consistent with the key that it names.

const [ONE, PPM, YEAR] = [100_000_000n, 1_000_000n, 365n];
/** Ticks of a spread, the age of a price at a close-out, and how far a clock may be set back. */
const [RANGE, FRESH_MS, HOUR_MS, SKEW_MS] = [16, 10_000, 3_600_000, 3_600_000];
/** Nights carried and charged from Sunday on: three at once stand for a weekend. */
const NIGHTS = {
  spot: ['0/0', '1/1', '1/1', '3/1', '1/1', '1/3', '0/0'],
  future: ['0/0', '1/1', '1/1', '1/1', '1/1', '3/3', '0/0'],
  daily: Array(7).fill('1/1'),
};
const CLOCK = new Intl.DateTimeFormat('en', {
  ...{ timeZone: 'America/New_York', calendar: 'gregory', numberingSystem: 'latn' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
});
const bytes = (text) => new TextEncoder().encode(text);
const hex = (of) => Array.from(new Uint8Array(of), (b) => b.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
const sha256 = async (text) => hex(await crypto.subtle.digest('SHA-256', bytes(text)));

const must = (holds, what) => {
  if (!holds) throw new Error(what);
};

async function isSigned(publicKey, text, signature) {
  must(/^[0-9a-f]{64}$/.test(publicKey) && /^[0-9a-f]{128}$/.test(signature), 'no signature');
  const key = await crypto.subtle.importKey('raw', unhex(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, unhex(signature), bytes(text));
}

/** Units of 1e-8 of a decimal text. */
function units(text) {
  const [, sign, digits, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  must(digits !== undefined, `${text} is no amount`);
  return BigInt(sign + digits + fraction.padEnd(8, '0'));
}

/** a / d in USDT, of a currency of which one is worth `of / per`: rounded once. */
const PAR = { of: 1n, per: 1n };
const up = (a, d, { of, per } = PAR) => (a * of + d * per - 1n) / (d * per);
const down = (a, d, rate = PAR) => (a < 0n ? -up(-a, d, rate) : (a * rate.of) / (d * rate.per));

/** Receipt, terms, opening and session are signed: as JSON, fields by name. */
async function checkSignature({ format, receipt, terms, opened, session, signature, publicKey }) {
  must(format === 'assay-cfd-receipt-1', 'another kind of receipt');
  const inOrder = (part) =>
    part && Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  const parts = [receipt, terms, opened, session].map((part) => JSON.stringify(inOrder(part)));
  const text = [format, ...parts].join('\n');
  must(await isSigned(publicKey, text, signature), 'the receipt is not signed by this key');
}

/** The weighted median of the sources that were used; null without any. */
function medianOf(parts) {
  const used = parts
    .split(';')
    .map((part) => part.split(','))
    .filter(([, price, , , verdict]) => verdict === 'used' && price !== '')
    .map(([, price, weight]) => ({ price: units(price), weight: Number(weight) }))
    .sort((a, b) => (a.price < b.price ? -1 : 1));
  const half = used.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let reached = 0;
  for (const [i, { price, weight }] of used.entries()) {
    reached += weight;
    if (reached > half) return price;
    if (reached === half) return (price + used[i + 1].price) / 2n;
  }
  return null;
}

/** Ticks: each has its hash and follows the one before; the last is signed, and the one named. */
async function checkTicks({ ticks, head }, { index, tick, tickAt, indexPrice }, publicKey) {
  must(Array.isArray(ticks) && ticks.length > 0 && head !== null, `there are no ticks of ${index}`);
  for (const [i, { index: of, n, at, price, parts, prev, hash }] of ticks.entries()) {
    must(of === index, `a tick is not of ${index}`);
    const text = ['assay-tick-1', of, n, at, price, parts, prev].join('\n');
    must((await sha256(text)) === hash, `tick ${n} does not have its hash`);
    must((price === '' ? null : units(price)) === medianOf(parts), `tick ${n} is not its sources'`);
    const follows = i === 0 || (n === ticks[i - 1].n + 1 && prev === ticks[i - 1].hash);
    must(follows, `tick ${n} does not follow the one before`);
  }
  const last = ticks.at(-1);
  must(head.n === last.n && head.hash === last.hash && head.at === last.at, 'another head');
  const text = ['assay-tick-head-1', index, head.n, head.hash, head.at].join('\n');
  must(await isSigned(publicKey, text, head.signature), 'the head of the ticks is not signed');
  must(tick === head.n, `the receipt names another tick of ${index}`);
  must(tickAt + SKEW_MS >= head.at, `the tick of ${index} was taken before it was there`);
  must(units(indexPrice) === units(last.price), `the tick of ${index} has another price`);
}

/** The last prices, which are those of ticks in their order; the engine may have left some out. */
function recentOf({ receipt, ticks }) {
  const recent = receipt.recent.map(units);
  must(recent.length > 0 && recent.length <= RANGE, 'the number of ticks of the spread');
  must(recent.at(-1) === units(receipt.indexPrice), 'the last of them is not this tick');
  const prices = ticks.filter(({ price }) => price !== '').map(({ price }) => units(price));
  let at = prices.length;
  for (const price of [...recent].reverse()) {
    at = at > 0 ? prices.lastIndexOf(price, at - 1) : -1;
    must(at >= 0, 'a price of the spread is of no tick');
  }
  return recent;
}

/** The published spread at the tick: wider near the ends of a session, and while prices move. */
function spreadOf({ receipt, terms, session, ticks }) {
  const sorted = recentOf({ receipt, ticks }).sort((a, b) => (a < b ? -1 : 1));
  const range = ((sorted.at(-1) - sorted[0]) * PPM) / sorted[0];
  const calm = BigInt(terms.calmPpm);
  const times = range >= 4n * calm ? 4n : range >= calm ? 2n : 1n;
  must(session !== null, 'the market was closed');
  const [{ tickAt }, { opensAt, closesAt }] = [receipt, session];
  must(opensAt <= tickAt && (closesAt === null || tickAt < closesAt), 'it is another session');
  const thin = tickAt - opensAt < terms.thinMs || (closesAt ?? Infinity) - tickAt <= terms.thinMs;
  const percent = times * (thin ? BigInt(terms.thinPercent) : 100n);
  return up(units(terms.spread) * percent, 100n);
}

/** The prices of a contract, the size of a lot, and while it can be closed at them. */
async function quoteOf(proof) {
  const { receipt, terms, session } = proof;
  must(receipt.contract === terms.symbol, 'the terms of a market are of another contract');
  await checkTicks(proof, { ...receipt, index: terms.index }, proof.publicKey);
  const spread = spreadOf(proof);
  must(units(receipt.spread) === spread, 'the spread is not the published one');
  const low = units(receipt.indexPrice) - spread / 2n;
  const bid = low < 1n ? 1n : low;
  const until = Math.min(receipt.tickAt + FRESH_MS, (session.closesAt ?? Infinity) - 1);
  const [size, { opensAt: from }] = [units(terms.contractSize), session];
  return { terms, indexPrice: receipt.indexPrice, bid, ask: bid + spread, size, from, until };
}

/** What one of the currency of a price is worth in USDT, by the price of what converts it. */
function rateBy(price, { index: of, conversionIndex: index, conversionWay: way }) {
  must((price === undefined) === (index === undefined), `${index ?? 'nothing'} converts it`);
  if (index === undefined) return PAR;
  const [, quote] = of.split('-');
  must(index === { over: `USD-${quote}`, times: `${quote}-USD` }[way], 'another index converts it');
  return way === 'times' ? { of: units(price), per: ONE } : { of: ONE, per: units(price) };
}

/** The same by the tick that the receipt names, which was there by then. */
async function rateOf({ receipt, terms, head, conversion = {}, publicKey }) {
  const { kind, why, conversionTick: tick, conversionTickAt: tickAt, conversionPrice } = receipt;
  const [{ conversionIndex: index }, rate] = [terms, rateBy(conversionPrice ?? tick, terms)];
  if (index === undefined) return rate;
  await checkTicks(conversion, { index, tick, tickAt, indexPrice: conversionPrice }, publicKey);
  // A night is charged, and an account closed out or ended, by the last tick of each before it.
  const isBetween = kind === 'financed' || why === 'accountEnded';
  const isFill = !isBetween && why !== 'closeOut';
  must(tickAt <= (isFill ? receipt.tickAt : receipt.at), `the tick of ${index} is from later`);
  must(!isFill || conversion.head.at <= head.at, `the tick of ${index} was there later`);
  must(isBetween || index !== terms.index || tick === receipt.tick, `two ticks of ${index}`);
  return rate;
}

/** Whether a price is at a level or beyond it; receipts without one may be older than it. */
const isAt = (price, level, side) => !level || (price - units(level)) * side >= 0n;

/** Opened at the ask or the bid of the tick, with the margin that the leverage needs. */
function checkOpened({ receipt }, { entry, quantity, side, rate }) {
  must(units(receipt.price) === entry, 'it was not opened at the price of the tick');
  must(isAt(entry, receipt.worst, -side), 'it was opened beyond the bound of the customer');
  must(receipt.why !== 'stop' || isAt(entry, receipt.reference, side), 'no trigger was reached');
  const margin = up(entry * quantity, ONE * BigInt(receipt.leverage), rate);
  must(units(receipt.margin) === margin, 'the margin');
  must(units(receipt.amount) === 0n, 'an opening brings nothing');
}

/** Where the price of a closing stands to its level: 1 in favour of the customer, or -1. */
const REACHED = { takeProfit: 1n, stopLoss: -1n, guaranteedStop: -1n, trailingStop: -1n };

/** Closed at the bid or the ask, a guaranteed stop at its own price; the gain rounded down. */
function checkClosed({ receipt, opened, terms }, { exit, quantity, side, rate }) {
  must(opened !== null && opened.kind === 'opened' && opened.id === receipt.id, 'no opening');
  must(opened.contract === receipt.contract && opened.side === receipt.side, 'another position');
  must(units(receipt.entry) === units(opened.price), 'the position was opened at another price');
  must(opened.tickAt <= receipt.tickAt, 'it was closed before it was opened');
  must(!opened.conversionPrice === !terms.conversionIndex, 'it was opened by other terms');
  const [{ why, reference }, price] = [receipt, units(receipt.price)];
  const due = why === 'guaranteedStop' ? units(reference || receipt.price) : exit;
  must(why === 'accountEnded' || price === due, 'it was not closed at the price that was due');
  must(isAt(exit, reference, side * (REACHED[why] ?? 0n)), 'its level was not reached');
  must(why !== 'request' || isAt(exit, receipt.worst, side), 'it was closed beyond the bound');
  const gain = down(side * (price - units(receipt.entry)) * quantity, ONE, rate);
  must(units(receipt.amount) === gain, 'the profit or loss');
}

/** It is closed out at a share of its margin, the largest loss first. Old receipts have none. */
async function checkAccount({ receipt, opened, others = [], publicKey }, own) {
  const { account } = receipt;
  must(account || receipt.why !== 'closeOut' || !own.terms.conversionIndex, 'no account');
  if (account === undefined) return null;
  const { since, closeOutPercent } = account;
  must(receipt.why === 'closeOut' && since > 0 && since < receipt.seq, 'no danger before');
  const [markets, legs] = [new Map(), {}];
  for (const [i, one] of account.markets.entries()) {
    must(one.tickAt <= receipt.at, 'a market has a tick from later');
    markets.set(one.contract, await quoteOf({ ...one, receipt: one, ...others[i], publicKey }));
  }
  markets.set(receipt.contract, own);
  const prices = new Map([...markets.values()].map((one) => [one.terms.index, one.indexPrice]));
  let [used, last, worst] = [0n, 0, null];
  for (const one of account.positions) {
    must(one.id > last && markets.has(one.contract), 'positions by their numbers, with markets');
    const { terms, bid, ask, size, from, until } = markets.get(one.contract);
    const rate = rateBy(prices.get(terms.conversionIndex), terms);
    const [side, exit] = one.side === 'buy' ? [1n, bid] : [-1n, ask];
    const quantity = (units(one.lots) * size) / ONE;
    const [entry, leverage] = [units(one.entry), BigInt(one.leverage)];
    const margin = up(entry * quantity, ONE * leverage, rateBy(one.conversionEntry, terms));
    const exact = side * (exit - entry) * quantity;
    const gain = down(exact, ONE, rate);
    must(units(one.exit) === exit && units(one.gain) === gain, 'what a position would bring');
    must(units(one.margin) === margin, 'the margin of a position');
    const leg = one.contract + side;
    legs[leg] = { rate, exact: exact + (legs[leg]?.exact ?? 0n) };
    const isOpen = from <= receipt.at && receipt.at <= until;
    if (isOpen && (worst === null || gain < worst.gain)) worst = { ...one, gain };
    [used, last] = [used + margin, one.id];
  }
  const converted = prices.get(own.terms.conversionIndex);
  must(converted === receipt.conversionPrice, 'its account is converted by another price');
  const gains = Object.values(legs).reduce((sum, leg) => sum + down(leg.exact, ONE, leg.rate), 0n);
  const equity = units(account.wallet) - units(account.deficit) + gains;
  must(units(account.equity) === equity && units(account.used) === used, 'the sums of the account');
  const share = used * BigInt(closeOutPercent);
  const isShare = closeOutPercent >= 50 && closeOutPercent <= 100;
  must(isShare && equity * 100n <= share, 'the account was not due to be closed out');
  const rate = equity > 0n ? up(share * 10_000n, equity) : '';
  must(account.riskRatePpm === `${rate}`, 'the risk rate');
  for (const name of ['id', 'contract', 'side', 'lots', 'leverage', 'entry'])
    must(worst?.[name] === receipt[name], `it is not the largest loss: another ${name}`);
  must(worst.conversionEntry === opened.conversionPrice, 'its margin was converted otherwise');
  return account;
}

/** The nights of a date, carried and charged: its own on a holiday, else those of its weekday. */
function nightsOf(at, { nights, holidays }) {
  const part = (type) => CLOCK.formatToParts(at).find((one) => one.type === type).value;
  must(part('hour') === '17' && at % HOUR_MS === 0, 'nights are charged at 17:00 in New York');
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const own = holidays.split(',').find((one) => one.startsWith(`${date}=`));
  return own?.slice(date.length + 1) ?? NIGHTS[nights]?.[new Date(date).getUTCDay()];
}

/** A night: what carrying costs, and the charge of the house, over the nights of that date. */
function checkNight({ receipt, terms }, { quantity, side, rate }) {
  const counted = `${receipt.carryNights}/${receipt.adminNights}`;
  must(counted === nightsOf(receipt.at, terms), 'that date has other nights');
  must(receipt.startedAt < receipt.at, 'the position was opened after that night');
  must(receipt.tickAt <= receipt.at, 'the price is from after that night');
  const days = BigInt(terms.carryDays);
  const carry = BigInt(terms.carry) * BigInt(receipt.carryNights) * YEAR * PPM;
  const nights = BigInt(receipt.adminNights) * days;
  const admin = units(receipt.indexPrice) * BigInt(terms.adminPpm) * nights;
  const amount = down((-side * carry - admin) * quantity, days * YEAR * PPM * ONE, rate);
  must(units(receipt.amount) === amount, 'the charge of the night');
}

/** Throws what is wrong with a receipt; else says what it was and brought, in units of 1e-8. */
export async function verifyContract(proof, publicKey = proof.publicKey) {
  must(publicKey === proof.publicKey, 'it is signed by another key');
  await checkSignature(proof);
  const [{ receipt }, { kind, why }] = [proof, proof.receipt];
  must(receipt.contract === proof.terms.symbol, 'the terms are of another contract');
  if (kind === 'ended') return { kind, why, amount: 0n, account: null };
  const own = await quoteOf(proof);
  const { bid, ask, size } = own;
  const side = receipt.side === 'buy' ? 1n : -1n;
  const quantity = (units(receipt.lots) * size) / ONE;
  const [entry, exit] = side > 0n ? [ask, bid] : [bid, ask];
  const at = { quantity, side, entry, exit, rate: await rateOf(proof) };
  if (kind === 'opened') checkOpened(proof, at);
  else if (kind === 'closed') checkClosed(proof, at);
  else if (kind === 'financed') checkNight(proof, at);
  else must(false, 'another kind of receipt');
  return { kind, why, amount: units(receipt.amount), account: await checkAccount(proof, own) };
}

if (globalThis.process?.argv[1]?.endsWith('verify-contract.mjs')) {
  const [file, key] = process.argv.slice(2);
  try {
    const read = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8'));
    const { kind, why, amount, account } = await verifyContract(read.data ?? read, key);
    console.log(`valid: ${kind} (${why}), ${Number(amount) / 1e8}`);
    if (why === 'closeOut') console.log(account ?? 'without an account: why is not computed');
  } catch (error) {
    console.error(`NOT VALID: ${error.message}`);
    process.exitCode = 1;
  }
}

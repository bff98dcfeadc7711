#!/usr/bin/env node
// Computes a receipt of a contract (CFD) again: an opening, a closing, a stop, a close-out and why
// there was one, a night. It knows nothing of the server but the published rules (decisions 0066,
// 0067 and 0142), and needs a browser or Node.js 20.19, and no other file.
//
//   node verify-contract.mjs receipt.json [public key in hex]
//
// A receipt is the answer of getCfdReceipt. The key is that of the installation, which getLogHead
// says too; without it the receipt is only consistent with the key that it names.

const ONE = 100_000_000n;
const PPM = 1_000_000n;
const YEAR = 365n;
/** Ticks by whose range the spread goes. */
const RANGE = 16;
const HOUR_MS = 3_600_000;
/** A server's clock may have been set back by as much between a tick and what followed from it. */
const SKEW_MS = HOUR_MS;
/** No close-out uses an older price. */
const FRESH_MS = 10_000;
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
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, '0')).join('');
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
  const value = BigInt(digits + fraction.padEnd(8, '0'));
  return sign === '-' ? -value : value;
}

/** The same; 0n where there is none, or a receipt is older than its name. */
const unitsOrNone = (text) => (text ? units(text) : 0n);

const up = (a, d) => (a + d - 1n) / d;
const down = (a, d) => (a < 0n ? -up(-a, d) : a / d);

function whole(value, what) {
  must(Number.isSafeInteger(value), `${what} is no whole number`);
  return BigInt(value);
}

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

/** Ticks: each has the hash of its text and follows the one before; the last is signed. */
async function checkTicks({ ticks, head, terms, receipt, publicKey }) {
  must(Array.isArray(ticks) && ticks.length > 0 && head !== null, 'there are no ticks');
  let before = null;
  for (const { index, n, at, price, parts, prev, hash } of ticks) {
    must(index === terms.index, 'a tick of another index');
    const text = ['assay-tick-1', index, n, at, price, parts, prev].join('\n');
    must((await sha256(text)) === hash, `tick ${n} does not have its hash`);
    must((price === '' ? null : units(price)) === medianOf(parts), `tick ${n} is not its sources'`);
    const follows = before === null || (n === before.n + 1 && prev === before.hash);
    must(follows, `tick ${n} does not follow the one before`);
    before = { n, hash, at };
  }
  must(head.n === before.n && head.hash === before.hash && head.at === before.at, 'another head');
  const text = ['assay-tick-head-1', terms.index, head.n, head.hash, head.at].join('\n');
  must(await isSigned(publicKey, text, head.signature), 'the head of the ticks is not signed');
  must(receipt.tick === head.n, 'the receipt names another tick');
  must(receipt.tickAt + SKEW_MS >= head.at, 'the tick was taken before it was there');
  must(units(receipt.indexPrice) === units(ticks.at(-1).price), 'the tick has another price');
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
  const recent = recentOf({ receipt, ticks });
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : 1));
  const [least, most] = [sorted[0], sorted.at(-1)];
  const range = ((most - least) * PPM) / least;
  const calm = whole(terms.calmPpm, 'calmPpm');
  const times = range >= 4n * calm ? 4n : range >= calm ? 2n : 1n;
  must(session !== null, 'the market was closed');
  const [{ tickAt }, { opensAt, closesAt }] = [receipt, session];
  must(opensAt <= tickAt && (closesAt === null || tickAt < closesAt), 'it is another session');
  const thin = tickAt - opensAt < terms.thinMs || (closesAt ?? Infinity) - tickAt <= terms.thinMs;
  const percent = times * (thin ? whole(terms.thinPercent, 'thinPercent') : 100n);
  return up(units(terms.spread) * percent, 100n);
}

/** The prices of a contract, the size of a lot, and while it can be closed at them. */
async function quoteOf(proof) {
  const { receipt, terms, session } = proof;
  must(receipt.contract === terms.symbol, 'the terms of a market are of another contract');
  await checkTicks(proof);
  const spread = spreadOf(proof);
  must(units(receipt.spread) === spread, 'the spread is not the published one');
  const low = units(receipt.indexPrice) - spread / 2n;
  const bid = low < 1n ? 1n : low;
  const until = Math.min(receipt.tickAt + FRESH_MS, (session.closesAt ?? Infinity) - 1);
  return { bid, ask: bid + spread, size: units(terms.contractSize), from: session.opensAt, until };
}

/** Whether a price is worse than the customer's bound; `gains`: 1 if higher is better. */
function isWorse(price, { worst }, gains) {
  const bound = unitsOrNone(worst);
  return bound > 0n && (bound - price) * gains > 0n;
}

/** Opened at the ask or the bid of the tick, with the margin that the leverage needs. */
function checkOpened({ receipt }, { entry, quantity, side }) {
  must(units(receipt.price) === entry, 'it was not opened at the price of the tick');
  must(!isWorse(entry, receipt, -side), 'it was opened beyond the bound of the customer');
  const trigger = receipt.why === 'stop' ? unitsOrNone(receipt.reference) : 0n;
  must(trigger === 0n || (entry - trigger) * side >= 0n, 'its trigger was not reached');
  const margin = up(entry * quantity, ONE * whole(receipt.leverage, 'leverage'));
  must(units(receipt.margin) === margin, 'the margin');
  must(units(receipt.amount) === 0n, 'an opening brings nothing');
}

/** Where the price of a closing stands to its level: 1 in favour of the customer, or -1. */
const REACHED = { takeProfit: 1n, stopLoss: -1n, guaranteedStop: -1n, trailingStop: -1n };

/** Closed at the bid or the ask, a guaranteed stop at its own price; the gain rounded down. */
function checkClosed({ receipt, opened }, { exit, quantity, side }) {
  must(opened !== null && opened.kind === 'opened' && opened.id === receipt.id, 'no opening');
  must(opened.contract === receipt.contract && opened.side === receipt.side, 'another position');
  must(units(receipt.entry) === units(opened.price), 'the position was opened at another price');
  must(opened.tickAt <= receipt.tickAt, 'it was closed before it was opened');
  const price = units(receipt.price);
  const { why } = receipt;
  const isOwn = why === 'guaranteedStop' || why === 'accountEnded';
  must(isOwn || price === exit, 'it was not closed at the price of the tick');
  const level = unitsOrNone(receipt.reference);
  // Receipts of orders from before the level was kept have none.
  if (why in REACHED && level > 0n) {
    must((exit - level) * side * REACHED[why] >= 0n, 'its level was not reached');
    must(why !== 'guaranteedStop' || price === level, 'a guarantee that was not kept');
  }
  if (why === 'request') must(!isWorse(exit, receipt, side), 'it was closed beyond the bound');
  const gain = down(side * (price - units(receipt.entry)) * quantity, ONE);
  must(units(receipt.amount) === gain, 'the profit or loss');
}

/** It is closed out at a share of its margin, the largest loss first. Old receipts have none. */
async function checkAccount({ receipt, others = [], publicKey }, own) {
  const { account } = receipt;
  if (account === undefined) return null;
  const { since, closeOutPercent } = account;
  must(receipt.why === 'closeOut' && since > 0 && since < receipt.seq, 'no danger before');
  const markets = new Map();
  for (const [i, one] of account.markets.entries()) {
    markets.set(one.contract, await quoteOf({ ...one, receipt: one, ...others[i], publicKey }));
  }
  markets.set(receipt.contract, own);
  let [used, last, worst] = [0n, 0, null];
  const legs = {};
  for (const one of account.positions) {
    must(one.id > last && markets.has(one.contract), 'positions by their numbers, with markets');
    const { bid, ask, size, from, until } = markets.get(one.contract);
    const [side, exit] = one.side === 'buy' ? [1n, bid] : [-1n, ask];
    const quantity = (units(one.lots) * size) / ONE;
    const margin = up(units(one.entry) * quantity, ONE * whole(one.leverage, 'leverage'));
    const exact = side * (exit - units(one.entry)) * quantity;
    const gain = down(exact, ONE);
    must(units(one.exit) === exit && units(one.gain) === gain, 'what a position would bring');
    must(units(one.margin) === margin, 'the margin of a position');
    legs[one.contract + side] = (legs[one.contract + side] ?? 0n) + exact;
    const isOpen = from <= receipt.at && receipt.at <= until;
    if (isOpen && (worst === null || gain < worst.gain)) worst = { ...one, gain };
    [used, last] = [used + margin, one.id];
  }
  const gains = Object.values(legs).reduce((sum, exact) => sum + down(exact, ONE), 0n);
  const equity = units(account.wallet) - units(account.deficit) + gains;
  must(units(account.equity) === equity && units(account.used) === used, 'the sums of the account');
  const share = used * whole(closeOutPercent, 'closeOutPercent');
  const isShare = closeOutPercent >= 50 && closeOutPercent <= 100;
  must(isShare && equity * 100n <= share, 'the account was not due to be closed out');
  const rate = equity > 0n ? up(share * 10_000n, equity) : '';
  must(account.riskRatePpm === `${rate}`, 'the risk rate');
  for (const name of ['id', 'contract', 'side', 'lots', 'leverage', 'entry']) {
    must(worst?.[name] === receipt[name], `it is not the largest loss: another ${name}`);
  }
  return account;
}

/** The nights of a date, carried and charged: its own on a holiday, else those of its weekday. */
function nightsOf(at, { nights, holidays }) {
  const { hour, year, month, day } = Object.fromEntries(
    CLOCK.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  must(hour === '17' && at % HOUR_MS === 0, 'nights are charged at 17:00 in New York');
  const date = `${year}-${month}-${day}`;
  const own = holidays.split(',').find((one) => one.startsWith(`${date}=`));
  return own?.slice(date.length + 1) ?? NIGHTS[nights]?.[new Date(date).getUTCDay()];
}

/** A night: what carrying costs, and the charge of the house, over the nights of that date. */
function checkNight({ receipt, terms }, { quantity, side }) {
  const counted = `${receipt.carryNights}/${receipt.adminNights}`;
  must(counted === nightsOf(receipt.at, terms), 'that date has other nights');
  must(receipt.startedAt < receipt.at, 'the position was opened after that night');
  must(receipt.tickAt <= receipt.at, 'the price is from after that night');
  const days = whole(terms.carryDays, 'carryDays');
  const carry = whole(terms.carry, 'carry') * whole(receipt.carryNights, 'nights') * YEAR * PPM;
  const nights = whole(receipt.adminNights, 'nights') * days;
  const admin = units(receipt.indexPrice) * whole(terms.adminPpm, 'adminPpm') * nights;
  const amount = down((-side * carry - admin) * quantity, days * YEAR * PPM * ONE);
  must(units(receipt.amount) === amount, 'the charge of the night');
}

/**
 * Checks a receipt. Throws what is wrong; else says what it was and what it brought, in units of
 * 1e-8.
 */
export async function verifyContract(proof, publicKey = proof.publicKey) {
  must(publicKey === proof.publicKey, 'it is signed by another key');
  await checkSignature(proof);
  const { receipt } = proof;
  const { kind, why } = receipt;
  must(receipt.contract === proof.terms.symbol, 'the terms are of another contract');
  if (kind === 'ended') return { kind, why, amount: 0n, account: null };
  const own = await quoteOf(proof);
  const { bid, ask, size } = own;
  const side = receipt.side === 'buy' ? 1n : -1n;
  const quantity = (units(receipt.lots) * size) / ONE;
  const at = { quantity, side, entry: side > 0n ? ask : bid, exit: side > 0n ? bid : ask };
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

#!/usr/bin/env node
// Computes a receipt of a contract (CFD) again: an opening, a closing, a stop, a close-out, a
// night. It knows nothing of the server but the published rules (decisions 0066 and 0067), and
// needs a browser or Node.js 20.19, and no other file.
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
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
const sha256 = async (text) => hex(await crypto.subtle.digest('SHA-256', bytes(text)));

class Wrong extends Error {}
const must = (holds, what) => {
  if (!holds) throw new Wrong(what);
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
    part === null
      ? 'null'
      : JSON.stringify(
          Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
        );
  const text = [format, ...[receipt, terms, opened, session].map(inOrder)].join('\n');
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
  must(units(receipt.indexPrice) === units(ticks.at(-1).price), 'the tick has another price');
}

/** The last prices, which are those of ticks in their order; the engine may have left some out. */
function recentOf({ receipt, ticks }) {
  const recent = receipt.recent.map(units);
  must(recent.length > 0 && recent.length <= RANGE, 'the number of ticks of the spread');
  must(recent.at(-1) === units(receipt.indexPrice), 'the last of them is not this tick');
  const prices = ticks.filter(({ price }) => price !== '').map(({ price }) => units(price));
  let at = prices.length - 1;
  for (const price of [...recent].reverse()) {
    while (at >= 0 && prices[at] !== price) at -= 1;
    must(at >= 0, 'a price of the spread is of no tick');
    at -= 1;
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
  const { tickAt } = receipt;
  const { opensAt, closesAt } = session;
  must(opensAt <= tickAt && (closesAt === null || tickAt < closesAt), 'it is another session');
  const thin = tickAt - opensAt < terms.thinMs || (closesAt ?? Infinity) - tickAt <= terms.thinMs;
  const percent = times * (thin ? whole(terms.thinPercent, 'thinPercent') : 100n);
  return up(units(terms.spread) * percent, 100n);
}

/** Opened at the ask or the bid of the tick, with the margin that the leverage needs. */
function checkOpened({ receipt }, { entry, quantity }) {
  must(units(receipt.price) === entry, 'it was not opened at the price of the tick');
  const margin = up(entry * quantity, ONE * whole(receipt.leverage, 'leverage'));
  must(units(receipt.margin) === margin, 'the margin');
  must(units(receipt.amount) === 0n, 'an opening brings nothing');
}

/** Closed at the bid or the ask, a guaranteed stop at its own price; the gain rounded down. */
function checkClosed({ receipt, opened }, { exit, quantity, side }) {
  must(opened !== null && opened.kind === 'opened' && opened.id === receipt.id, 'no opening');
  must(opened.contract === receipt.contract && opened.side === receipt.side, 'another position');
  must(units(receipt.entry) === units(opened.price), 'the position was opened at another price');
  must(opened.tickAt <= receipt.tickAt, 'it was closed before it was opened');
  const price = units(receipt.price);
  const isOwn = receipt.why === 'guaranteedStop' || receipt.why === 'accountEnded';
  must(isOwn || price === exit, 'it was not closed at the price of the tick');
  if (receipt.why === 'guaranteedStop') must((price - exit) * side >= 0n, 'a stop that is worse');
  const gain = down(side * (price - units(receipt.entry)) * quantity, ONE);
  must(units(receipt.amount) === gain, 'the profit or loss');
}

/** A night: what carrying costs, and the charge of the house, over the nights of that date. */
function checkNight({ receipt, terms }, { quantity, side }) {
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
  const { receipt, terms } = proof;
  must(receipt.contract === terms.symbol, 'the terms are of another contract');
  if (receipt.kind === 'ended') return { kind: 'ended', why: receipt.why, amount: 0n };
  await checkTicks(proof);
  const side = receipt.side === 'buy' ? 1n : -1n;
  const quantity = (units(receipt.lots) * units(terms.contractSize)) / ONE;
  const spread = spreadOf(proof);
  must(units(receipt.spread) === spread, 'the spread is not the published one');
  const half = units(receipt.indexPrice) - spread / 2n;
  const bid = half < 1n ? 1n : half;
  const ask = bid + spread;
  const at = { quantity, side, entry: side > 0n ? ask : bid, exit: side > 0n ? bid : ask };
  if (receipt.kind === 'opened') checkOpened(proof, at);
  else if (receipt.kind === 'closed') checkClosed(proof, at);
  else if (receipt.kind === 'financed') checkNight(proof, at);
  else must(false, 'another kind of receipt');
  return { kind: receipt.kind, why: receipt.why, amount: units(receipt.amount) };
}

if (globalThis.process?.argv[1]?.endsWith('verify-contract.mjs')) {
  const [file, key] = process.argv.slice(2);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    const { kind, why, amount } = await verifyContract(read.data ?? read, key);
    console.log(`valid: ${kind} (${why}), ${Number(amount) / 1e8}`);
  } catch (error) {
    console.error(`NOT VALID: ${error.message}`);
    process.exitCode = 1;
  }
}

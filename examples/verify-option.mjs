#!/usr/bin/env node
// Computes a settlement of an option again from its receipt. It knows nothing of the server but
// the published rules (assay-options-1), and needs a browser or Node.js 20.19, and no other file.
//
//   node verify-option.mjs receipt.json [public key in hex]
//
// A receipt is the answer of getOptionReceipt. The key is that of the installation, which
// getLogHead says too; without it the receipt is only consistent with the key that it names.

const PPM = 1_000_000n;
const TERMS = [30, 60, 120, 300, 900, 1_800, 3_600, 14_400, 86_400].map((s) => s * 1_000);
const QUOTE = (
  'realm market index asset direction termMs stake payoutPpm payout feePpm fee breakEvenPpm ' +
  'expected windowMs needed tickMs tie rules version spotN spot issuedAt expiresAt'
).split(' ');
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
const sha256 = async (text) => hex(await crypto.subtle.digest('SHA-256', bytes(text)));

class Wrong extends Error {}
const must = (holds, what) => {
  if (!holds) throw new Wrong(what);
};
const whole = (value, what, least = 0) =>
  must(Number.isSafeInteger(value) && value >= least, `${what} is no whole number`);

async function isSigned(publicKey, text, signature) {
  must(/^[0-9a-f]{64}$/.test(publicKey) && /^[0-9a-f]{128}$/.test(signature), 'no signature');
  const key = await crypto.subtle.importKey('raw', unhex(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, unhex(signature), bytes(text));
}

function units(text) {
  const [, digits, fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  must(digits !== undefined, `${text} is no price`);
  return BigInt(digits + fraction.padEnd(8, '0'));
}

/** The quote: signed, and every amount and rate in it is what the rules make of its rates. */
async function checkQuote({ quote, quoteSignature, publicKey }) {
  const fields = 'tickDelayMs' in quote ? [...QUOTE, 'tickDelayMs'] : QUOTE;
  must(Object.keys(quote).length === fields.length, 'the quote has other fields');
  for (const field of fields) {
    if (typeof quote[field] === 'number')
      whole(quote[field], field, field === 'expected' ? -(2 ** 53) : 0);
    else must(/^[\w-]+$/.test(quote[field] ?? ''), `${field} cannot be read`);
  }
  const text = ['assay-option-quote-1', ...fields.map((field) => quote[field])].join('\n');
  must(await isSigned(publicKey, text, quoteSignature), 'the quote is not signed by this key');
  must(quote.rules === 'assay-options-1' && quote.tie === 'stakeBack', 'other rules');
  must(['up', 'down'].includes(quote.direction) && TERMS.includes(quote.termMs), 'no such option');
  const [stake, rate, feeRate] = [quote.stake, quote.payoutPpm, quote.feePpm].map(BigInt);
  must(BigInt(quote.payout) === stake + (stake * rate) / PPM, 'the payout is not stake and rate');
  must(BigInt(quote.fee) === (stake * feeRate + PPM - 1n) / PPM, 'the fee is not its rate');
  const [cost, payout] = [stake + BigInt(quote.fee), BigInt(quote.payout)];
  must(BigInt(quote.breakEvenPpm) === (cost * PPM + payout - 1n) / payout, 'the break-even rate');
  must(BigInt(quote.expected) === payout / 2n - cost, 'the expected result');
  const long = quote.termMs >= 3_600_000;
  must(quote.windowMs === (long ? 60_000 : Math.min(10_000, quote.termMs / 5)), 'the window');
  const promised = Math.floor(quote.windowMs / quote.tickMs);
  must(quote.needed === Math.max(5, Math.ceil((promised * 4) / 5)), 'the needed ticks');
  must(quote.expiresAt === quote.issuedAt + 10_000, 'the time of the quote');
}

/** The order: within the time of the quote, and it expires when the rules say. */
function checkOrder({ quote, order }) {
  const { id, acceptedAt, expiresAt, afterN, slippagePpm, voucherId = 1 } = order;
  const numbers = { id, acceptedAt, expiresAt, afterN, slippage: slippagePpm ?? 0, voucherId };
  for (const [name, value] of Object.entries(numbers)) whole(value, name, name === 'id' ? 1 : 0);
  must(acceptedAt <= quote.expiresAt && quote.issuedAt <= acceptedAt + 1_000, 'the quote was over');
  must(expiresAt === Math.ceil((acceptedAt + quote.termMs) / 1_000) * 1_000, 'the expiry moved');
}

/** The weighted median of the sources that were used; "" without any. */
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
  return '';
}

/** Ticks: each has the hash of its text and follows the one before; the last is signed. */
async function checkTicks({ ticks, head }, index, publicKey) {
  must(Array.isArray(ticks) && ticks.length > 0 && head !== null, 'there are no ticks');
  let before = null;
  for (const { index: name, n, at, price, parts, prev, hash } of ticks) {
    must(name === index, 'a tick of another index');
    whole(n, 'n', 1);
    whole(at, 'at');
    must(/^[0-9a-f]{64}$/.test(prev) && !/[\n]/.test(price + parts), 'a tick cannot be read');
    const text = ['assay-tick-1', name, n, at, price, parts, prev].join('\n');
    must((await sha256(text)) === hash, `tick ${n} does not have its hash`);
    must((price && units(price)) === medianOf(parts), `tick ${n} is not what its sources say`);
    const follows = n === before?.n + 1 && prev === before.hash && at >= before.at;
    must(before === null || follows, `tick ${n} does not follow the one before`);
    before = { n, hash, at };
  }
  must(head.n === before.n && head.hash === before.hash && head.at === before.at, 'another head');
  const text = ['assay-tick-head-1', index, head.n, head.hash, head.at].join('\n');
  must(await isSigned(publicKey, text, head.signature), 'the head of the ticks is not signed');
}

/** The first tick with a price after acceptance and delay; a reason: too late or too far away. */
function entryOf({ quote, order, entry }) {
  const from = order.acceptedAt + (quote.tickDelayMs ?? 0);
  must(entry.ticks[0].at <= from || entry.ticks[0].n === 1, 'earlier ticks are missing');
  const tick = entry.ticks.find(({ at, price }) => at > from && price !== '');
  must(tick !== undefined && tick === entry.ticks.at(-1), 'the entry is not the next tick');
  must(tick.n > order.afterN, 'the entry was known before');
  const within = Math.max(5_000, 5 * quote.tickMs);
  const last = Math.min(from + within, order.expiresAt - quote.windowMs);
  if (tick.at > last) return { tick, reason: 'noEntry' };
  const [price, spot] = [units(tick.price), BigInt(quote.spot)];
  const away = price > spot ? price - spot : spot - price;
  const far = order.slippagePpm !== null && away * PPM > BigInt(order.slippagePpm) * spot;
  return { tick, reason: far ? 'slippage' : '' };
}

/** The prices of the window, which must be there from before its beginning to after its end. */
function pricesOf({ quote, order, window }) {
  const from = order.expiresAt - quote.windowMs;
  const [first] = window.ticks;
  must(first.at <= from || first.n === 1, 'ticks before the window are missing');
  must(window.ticks.at(-1).at > order.expiresAt, 'no tick shows that the window is over');
  return window.ticks
    .filter(({ at, price }) => at > from && at <= order.expiresAt && price !== '')
    .map(({ price }) => units(price));
}

function trimmedMean(prices) {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const cut = Math.floor((prices.length * 3) / 10);
  const kept = sorted.slice(cut, prices.length - cut);
  return kept.reduce((sum, price) => sum + price) / BigInt(kept.length);
}

/** Order, settlement and postings are signed as well. */
async function checkSignature({ order, settlement, postings, signature, publicKey }) {
  const { id, acceptedAt, expiresAt, afterN, slippagePpm, voucherId } = order;
  const { entryN, entryPrice, ticks, exitPrice, result, reason, paid, seq, endedAt } = settlement;
  const lines = [
    ...['assay-option-settlement-1', id, acceptedAt, expiresAt, afterN, slippagePpm ?? ''],
    ...(voucherId === undefined ? [] : [`trial ${voucherId}`]),
    ...[entryN, entryPrice, ticks, exitPrice, result, reason, paid, seq, endedAt],
    ...postings.map(lineOf),
  ];
  must(await isSigned(publicKey, lines.join('\n'), signature), 'the settlement is not signed');
}

const lineOf = (one) => [one.seq, one.from, one.to, one.amount, one.purpose].join(' ');

/** Its window was declared wrong later: all that was missing to stake and fee was paid. */
async function checkMadeGood({ quote, order, settlement, signature, madeGood, publicKey }) {
  const { index, from, to, reason, declared, seq, at, amount, postings } = madeGood;
  const span = ['assay-option-made-good-1', signature, index, from, to, JSON.stringify(reason)];
  const text = [...span, declared, seq, at, amount, ...postings.map(lineOf)].join('\n');
  must(await isSigned(publicKey, text, madeGood.signature), 'what was made good is not signed');
  must(['won', 'lost', 'tied'].includes(settlement.result), 'no window has decided it');
  const begin = order.expiresAt - quote.windowMs;
  must(index === quote.index && from <= order.expiresAt && begin < to, 'another window was wrong');
  must(settlement.seq < declared && declared < seq && at >= settlement.endedAt, 'paid before');
  must(amount === quote.stake + quote.fee - settlement.paid && amount > 0, 'not what is missing');
  const own = [['person contract'], amount, 'optionMadeGood'];
  const back = order.voucherId === undefined ? own : [FUND, amount, 'trialReturn'];
  checkPosted(postings, [[seq, ESCROW, ...back]]);
}

function settle(receipt, entry) {
  const { quote, settlement } = receipt;
  const prices = pricesOf(receipt);
  must(settlement.ticks === prices.length, 'another number of ticks in the window');
  if (prices.length < quote.needed) return { result: 'void', reason: 'fewTicks', exit: 0n };
  const exit = trimmedMean(prices);
  if (exit === entry) return { result: 'tied', reason: '', exit };
  const isRight = exit > entry === (quote.direction === 'up');
  return { result: isRight ? 'won' : 'lost', reason: '', exit };
}

/** Money as posted: what the person paid and got, or trial funds did, and what they got back. */
function checkPostings({ quote, order, settlement: { seq: ended, result }, postings }, paid) {
  const isBack = result === 'tied' || result === 'void';
  const isOwn = order.voucherId === undefined;
  const own = isOwn ? paid : isBack ? 0 : Math.max(0, paid - quote.stake);
  const purpose = isBack ? 'optionRefund' : result === 'sold' ? 'optionSale' : 'optionPayout';
  const [payer, bought] = isOwn ? ['person contract', 'optionStake'] : [FUND[1], 'trialStake'];
  checkPosted(postings, [
    [order.id, payer, [ESCROW], quote.stake + quote.fee, bought],
    [ended, ESCROW, ['person contract'], own, purpose],
    [ended, ESCROW, isBack ? FUND : FUND.slice(0, 1), paid - own, 'trialReturn'],
  ]);
}

const ESCROW = 'house:optionsEscrow contract';
/** What is paid back is the voucher's, unless that is over: then it is the fund's. */
const FUND = ['house:promotions currency', 'house:promotions contract'];

function checkPosted(postings, all) {
  const due = all.filter(([, , , amount]) => amount > 0);
  must(postings.length === due.length, 'there are other postings');
  for (const [at, [seq, from, to, amount, name]] of due.entries()) {
    const same = lineOf({ seq, from, to: postings[at].to, amount, purpose: name });
    must(lineOf(postings[at]) === same && to.includes(postings[at].to), 'posted otherwise');
  }
}

const mustBeEmpty = ({ ticks, head }) =>
  must(ticks.length === 0 && head === null, 'ticks that decide nothing');

const PAID = {
  won: ({ payout }) => payout,
  lost: () => 0,
  tied: ({ stake }) => stake,
  void: ({ stake, fee }) => stake + fee,
};

/** Checks a receipt against the rules; throws with what is wrong. @returns what follows from it */
export async function verifyOption(receipt, publicKey = receipt.publicKey) {
  must(receipt.format === 'assay-option-receipt-1', 'this is no receipt of an option');
  must(receipt.publicKey === publicKey, 'the receipt names another key');
  await checkQuote(receipt);
  checkOrder(receipt);
  await checkSignature(receipt);
  const { quote, order, settlement } = receipt;
  for (const field of ['entryN', 'entryPrice', 'ticks', 'exitPrice', 'paid', 'seq', 'endedAt']) {
    whole(settlement[field], field);
  }
  must(settlement.seq > order.id && settlement.endedAt >= order.acceptedAt, 'it ended before');
  if (receipt.madeGood !== undefined) await checkMadeGood(receipt);
  const said = { result: settlement.result, reason: settlement.reason };
  if (said.reason === 'wrongWindow' || said.reason === 'accountEnded') {
    must(said.result === 'void' && settlement.paid === PAID.void(quote), 'not paid back');
    [receipt.entry, receipt.window].forEach(mustBeEmpty);
    checkPostings(receipt, settlement.paid);
    return { ...said, exit: 0n, paid: settlement.paid };
  }
  await checkTicks(receipt.entry, quote.index, publicKey);
  const { tick, reason } = entryOf(receipt);
  checkEntry(settlement, reason === '' ? tick : { n: 0, price: '0' });
  if (said.result === 'sold') return checkSale(receipt, tick, reason, publicKey);
  let made = { result: 'void', reason, exit: 0n };
  if (reason === '' || said.reason === 'fewTicks') {
    await checkTicks(receipt.window, quote.index, publicKey);
    made = settle(receipt, reason === '' ? units(tick.price) : 0n);
  } else {
    must(settlement.ticks === 0, 'a void option has no window');
    mustBeEmpty(receipt.window);
  }
  must(made.result === said.result && made.reason === said.reason, `it is ${made.result}`);
  must(BigInt(settlement.exitPrice) === made.exit, 'another settlement price');
  const paid = PAID[made.result](quote);
  must(settlement.paid === paid, 'another amount');
  checkPostings(receipt, paid);
  return { ...made, paid, madeGood: receipt.madeGood?.amount ?? 0 };
}

const checkEntry = ({ entryN, entryPrice }, { n, price }) =>
  must(entryN === n && BigInt(entryPrice) === units(price), 'another entry');

/** An early sale: at a tick between entry and window, for no more than the payout. */
async function checkSale(receipt, entry, reason, publicKey) {
  const { quote, order, window, settlement } = receipt;
  await checkTicks(window, quote.index, publicKey);
  const tick = window.ticks.at(-1);
  must(tick.n > entry.n && tick.at < order.expiresAt - quote.windowMs, 'not a time for a sale');
  must(BigInt(settlement.exitPrice) === units(tick.price), 'another price of the sale');
  const plain = reason === '' && settlement.reason === '' && settlement.ticks === 0;
  must(plain, 'a sale has an entry and no window');
  must(settlement.paid >= 1 && settlement.paid <= quote.payout, 'a sale is worth 0 to the payout');
  checkPostings(receipt, settlement.paid);
  return { result: 'sold', reason: '', exit: units(tick.price), paid: settlement.paid };
}

async function main([file, key]) {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { data, ...read } = JSON.parse(readFileSync(file, 'utf8'));
  const receipt = data ?? read;
  const { result, reason, exit, paid, madeGood: more = 0 } = await verifyOption(receipt, key);
  console.log(`${result} ${reason}`.trim(), `exit ${exit} paid ${paid} later ${more} (of 1e-8)`);
  if (key === undefined) console.log(`Compare the key with getLogHead: ${receipt.publicKey}`);
}

if (globalThis.process?.argv[1]?.endsWith('verify-option.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Wrong ? `NOT VALID: ${error.message}` : error);
    process.exitCode = 1;
  });
}

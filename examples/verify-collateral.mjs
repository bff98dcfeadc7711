#!/usr/bin/env node
// Computes again how coins paid back a loan against them. It knows nothing of the server but the
// published rules (decision 0097), and needs a browser or Node.js 20.19, and no other file.
//
//   node verify-collateral.mjs receipt.json [public key in hex]
//
// A receipt is the answer of getCollateralReceipt. The key is that of the installation, which
// getLogHead says too; without it the receipt is only consistent with the key that it names.

const ONE = 100_000_000n;
const PPM = 1_000_000n;
const DAY = 86_400_000;
/** Days after the period from which on coins pay what is still owed. */
const GRACE = 3;
const FORMAT = 'assay-collateral-receipt-2';
const TERMS = (
  'loanId asset index version initialPpm callPpm liquidationPpm feePpm aprPpm amount periodDays ' +
  'openedAt'
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

async function isSigned(publicKey, text, signature) {
  must(/^[0-9a-f]{64}$/.test(publicKey) && /^[0-9a-f]{128}$/.test(signature), 'no signature');
  const key = await crypto.subtle.importKey('raw', unhex(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, unhex(signature), bytes(text));
}

/** Units of 1e-8 of a decimal text. */
function units(text) {
  const [, digits, fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  must(digits !== undefined, `${text} is no amount`);
  return BigInt(digits + fraction.padEnd(8, '0'));
}

function ppm(value, what) {
  must(Number.isSafeInteger(value) && value >= 0 && value < 1_000_000, `${what} is no share`);
  return BigInt(value);
}

const up = (a, d) => (a + d - 1n) / d;
const least = (a, b) => [a, b][a < b ? 0 : 1];

/** Loan with terms, what happened, and postings are signed: as JSON, fields by name. */
async function checkSignature(receipt) {
  const { format, event, postings, signature, publicKey } = receipt;
  must(format === FORMAT, 'another kind of receipt');
  const loan = Object.fromEntries(TERMS.map((name) => [name, receipt[name]]));
  const inOrder = (part) =>
    JSON.stringify(Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))));
  const text = [format, ...[loan, event, ...postings].map(inOrder)].join('\n');
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

/** The tick has its hash, is the median of its sources, is signed, and has the price. */
async function checkTick({ tick, head, event, index, publicKey }) {
  const { n, at, price, parts, prev, hash } = tick;
  must(tick.index === index && n === event.tick, 'it is another tick');
  const text = ['assay-tick-1', index, n, at, price, parts, prev].join('\n');
  must((await sha256(text)) === hash, 'the tick does not have its hash');
  must(price !== '' && units(price) === medianOf(parts), 'the tick is not its sources');
  must(head !== null && head.n === n && head.hash === hash && head.at === at, 'another head');
  const headText = ['assay-tick-head-1', index, n, hash, at].join('\n');
  must(await isSigned(publicKey, headText, head.signature), 'the head of the ticks is not signed');
  must(units(price) === units(event.price), 'the tick has another price');
}

/**
 * At the share of repayment, or days after the period, just as much is converted as brings the
 * share back to the initial one, or pays everything: with C for what there was, p for the price, f
 * for the fee and T for the target, (owed - T·C·p) / (p·(1 - f - T)), rounded up.
 */
function checkAmounts(receipt) {
  const { event, openedAt, periodDays } = receipt;
  const interest = units(event.owedInterest);
  const owed = interest + units(event.owedPrincipal);
  const [had, price] = [units(event.hadCollateral), units(event.price)];
  const fee = ppm(receipt.feePpm, 'feePpm');
  const isOver = event.at >= openedAt + (periodDays + GRACE) * DAY;
  must(event.what === (isOver ? 'matured' : 'taken'), 'it is called otherwise than it was');
  const share = ppm(receipt.liquidationPpm, 'liquidationPpm');
  const isReached = owed * PPM * ONE >= share * had * price;
  must(isOver || isReached, 'neither the share nor the time was reached');
  const target = isOver ? 0n : ppm(receipt.initialPpm, 'initialPpm');
  const each = price * (PPM - fee - target);
  must(each > 0n, 'such terms cannot be');
  const needed = up(owed * PPM * ONE - target * had * price, each);
  const taken = least(needed, had);
  const value = up(taken * price, ONE);
  const kept = (value * fee) / PPM;
  const paid = least(owed, value - kept);
  const toInterest = least(paid, interest);
  const amounts = {
    ...{ collateral: taken, value, fee: kept, interest: toInterest },
    ...{ principal: paid - toInterest, lost: taken === had ? owed - paid : 0n },
  };
  for (const [name, amount] of Object.entries(amounts)) {
    must(units(event[name]) === amount, `it follows otherwise: ${name}`);
  }
  return { taken, paid };
}

/** Exactly these coins left the account, for the pool that has lent. */
function checkPostings({ postings, event, asset }) {
  must(postings.length === 1, `there are ${postings.length} postings of it`);
  const [posting] = postings;
  const { seq, from, to, purpose } = posting;
  must(seq === event.seq && purpose === 'loanCollateral', 'the posting is of something else');
  must(from === 'person currency' && to === 'house:lending currency', 'it went elsewhere');
  must(posting.asset === asset && units(posting.amount) === units(event.collateral), 'the coins');
}

/**
 * Checks a receipt. Throws what is wrong; else says what was converted and paid, in units of 1e-8.
 */
export async function verifyCollateral(receipt, publicKey = receipt.publicKey) {
  must(publicKey === receipt.publicKey, 'it is signed by another key');
  await checkSignature(receipt);
  const { event, asset, tick } = receipt;
  if (tick !== null) await checkTick(receipt);
  const { taken, paid } = checkAmounts(receipt);
  checkPostings(receipt);
  return { kind: event.what, asset, collateral: taken, paid, hasTick: tick !== null };
}

if (globalThis.process?.argv[1]?.endsWith('verify-collateral.mjs')) {
  const [file, key] = process.argv.slice(2);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    const made = await verifyCollateral(read.data ?? read, key);
    const [coins, paid] = [made.collateral, made.paid].map((amount) => Number(amount) / 1e8);
    const without = made.hasTick ? '' : '; its tick is in the file of its day';
    console.log(`valid: ${made.kind}, ${coins} ${made.asset} paid ${paid}${without}`);
  } catch (error) {
    console.error(`NOT VALID: ${error.message}`);
    process.exitCode = 1;
  }
}

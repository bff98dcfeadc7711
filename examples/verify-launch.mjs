#!/usr/bin/env node
// Computes the result of a sale of a new coin again from its published file. It knows nothing of
// the server but the published rules (assay-launch-1, assay-lottery-1), and needs a browser or
// Node.js 20.19, and no other file.
//
//   node verify-launch.mjs https://example.com 4711 [your number]     asks the server for the file
//   node verify-launch.mjs file.json [your number]                   reads a file that was kept
//
// A file is the answers of getNewcoinsResult, with all their rows: [number, lots asked for, lots
// got]. The rule: everybody gets the same share of what they asked for, at most the cap; what caps
// leave over raises the share of the others. Shares are rounded down to whole lots; the lots that
// are left over go one each to the largest fractions, and among equal ones to the lowest number.
//
// A lottery: lots come in tickets, numbered from 1 on by the rows. The SHA-256 of the list of
// tickets is published at the close; compare it with one that you kept, because a file carries its
// own. The key of ticket i is the SHA-256 of the rule's name, the project, the value of the round
// and i; the smallest win. That is checked here. Whether the beacon has signed the round takes a
// pairing of the curve BLS12-381, which is too long for this file: it is checked if Node.js finds
// the package @noble/curves (2.2.0) from here, and else it is said that it was not. Without it,
// compare the value with the one that the beacon itself publishes for the round, as "randomness".

const RULE = 'assay-launch-1';
const LOTTERY = 'assay-lottery-1';
// Of the curve: coordinates are below it.
const FIELD = BigInt(
  '0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
);
const SUITE = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const PAGE = 5_000;
/** Beacons by the hash of their chain; times in seconds, `gap`: from the close on, at the least. */
const FIRST = { genesis: 1_692_803_367, period: 3 };
const BEACONS = {
  '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971': {
    ...{ ...FIRST, name: 'quicknet', gap: 3_600 },
    publicKey:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
      '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
      '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  },
  // Its key is public: everybody can know its rounds beforehand.
  '64aa0d337a6275c55b9b0c7a908b3f1528ddba3921773581bae264e854503c29': {
    ...{ ...FIRST, name: 'practice', gap: 15 },
    publicKey:
      '8396ebc6af09ef06b82be73ee939761a38ad60898c8ae3966c332a9503679031' +
      '721a6e31d398ecc2ff4a9e7b5877b61a12226e6c42d2b60a4d67ee26ab8671d8' +
      '79ec9e4da8c0a97c3e14c83da9a3a0eda4a8d99b31ef6789f91b294589000227',
  },
};
const MOST_LOTS = 10 ** 12;

class Wrong extends Error {}
const must = (holds, what) => {
  if (!holds) throw new Wrong(what);
};
const whole = (value, what, least = 0, most = Number.MAX_SAFE_INTEGER) =>
  must(Number.isSafeInteger(value) && value >= least && value <= most, `${what} is no such number`);

/** What each gets, by a sort: those who asked for most first, as long as they are at the cap. */
function shareOut(rows, supply, cap) {
  const asked = rows.map(([, lots]) => BigInt(lots));
  const most = rows.map(([, lots]) => BigInt(Math.min(lots, Number(cap))));
  const sum = (list) => list.reduce((total, one) => total + one, 0n);
  if (sum(most) <= supply) return most;
  const order = asked.map((lots, i) => ({ lots, i }));
  order.sort((a, b) => (a.lots === b.lots ? a.i - b.i : a.lots < b.lots ? 1 : -1));
  const got = asked.map(() => 0n);
  let [left, total, first] = [supply, sum(asked), 0];
  while (order[first].lots * left >= cap * total) {
    got[order[first].i] = cap;
    left -= cap;
    total -= order[first].lots;
    first += 1;
    must(first < order.length, 'everybody is at the cap, and yet not enough is there');
  }
  const rest = order.slice(first).map(({ lots, i }) => {
    got[i] = (lots * left) / total;
    return { i, fraction: (lots * left) % total };
  });
  rest.sort((a, b) => (a.fraction === b.fraction ? a.i - b.i : a.fraction < b.fraction ? 1 : -1));
  let over = Number(supply - sum(got));
  for (let k = 0; over > 0; k += 1, over -= 1) got[rest[k].i] += 1n;
  return got;
}

const bytesOf = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const rotated = (word, by) => (word >>> by) | (word << (32 - by));
const fraction = (value) => ((value % 1) * 2 ** 32) | 0;
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((one) => n % one)) PRIMES.push(n);
const ROUNDS = PRIMES.map((one) => fraction(Math.cbrt(one)));

/** SHA-256 of bytes, in hexadecimal (FIPS 180-4). */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  const state = PRIMES.slice(0, 8).map((one) => fraction(Math.sqrt(one)));
  const w = new Int32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        w[i] = view.getInt32(at + i * 4);
        continue;
      }
      const [x, y] = [w[i - 15], w[i - 2]];
      const near = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
      w[i] = w[i - 16] + near + w[i - 7] + (rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const chosen = (e & f) ^ (~e & g);
      const one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + ROUNDS[i] + w[i];
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] + word) | 0;
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
const textHash = (text) => sha256(new TextEncoder().encode(text));

/** Checks the signature of a round with the curve of @noble/curves, for `verifyLaunch`. */
export function signedBy({ shortSignatures, G2 }) {
  return (publicKey, round, signature) => {
    const number = round.toString(16).padStart(16, '0');
    const message = shortSignatures.hash(bytesOf(sha256(bytesOf(number))), SUITE);
    const point = shortSignatures.Signature.fromHex(signature);
    if (shortSignatures.Signature.toHex(point) !== signature) return false;
    return shortSignatures.verify(point, message, G2.Point.fromHex(publicKey));
  };
}

/** The list of tickets is the one of the close, and the round the one of the terms. */
function checkLottery({ lottery, rows, closesAt, cancelled }, tickets, isDrawn, isSigned) {
  const { chain, publicKey, round, listDigest, signature, value } = lottery;
  const beacon = BEACONS[chain];
  must(beacon?.publicKey === publicKey, 'this is not the key of a beacon that is known here');
  const { genesis, period, gap } = beacon;
  const first = Math.ceil((closesAt / 1_000 + gap - genesis) / period) + 1;
  must(round === first, `the round after the close is ${first}`);
  const list = rows.map(([number], i) => `${number} ${tickets[i]}`).join('\n');
  const isClosed = !cancelled || listDigest !== '';
  must(!isClosed || textHash(list) === listDigest, 'this is not the list of the close');
  if (!isDrawn) return must(signature === '' && value === '', 'nothing had to be drawn');
  must(/^[0-9a-f]{96}$/.test(signature), 'there is no signature');
  const x = BigInt(`0x${signature}`) & (2n ** 381n - 1n);
  must(x < FIELD, 'a signature has one form, and this is another');
  must(sha256(bytesOf(signature)) === value, 'the value is not that of the signature');
  const isRight = isSigned === undefined || isSigned(publicKey, round, signature);
  must(isRight, 'the beacon has not signed this');
}

/** What each gets in a lottery, and the numbers of the tickets that won, by row. */
function draw(file, isSigned) {
  const { lottery, rows, supplyLots, launchId, cancelled } = file;
  const { ticketLots, value } = lottery;
  whole(ticketLots, 'the lots of a ticket', 1, supplyLots);
  const tickets = rows.map(([, lots]) => lots / ticketLots);
  for (const count of tickets) whole(count, 'a number of tickets', 1);
  const winners = Math.floor(supplyLots / ticketLots);
  const all = tickets.flatMap((count, row) => new Array(count).fill(row));
  const isDrawn = !cancelled && all.length > winners;
  checkLottery(file, tickets, isDrawn, isSigned);
  const keyOf = (number) =>
    isDrawn ? textHash([LOTTERY, launchId, value, number].join('\n')) : '';
  const order = all.map((row, i) => ({ row, number: i + 1, key: keyOf(i + 1) }));
  order.sort((a, b) => (a.key === b.key ? a.number - b.number : a.key < b.key ? -1 : 1));
  const won = rows.map(() => []);
  for (const { row, number } of cancelled ? [] : order.slice(0, winners)) won[row].push(number);
  const made = won.map((numbers) => BigInt(numbers.length * ticketLots));
  return { made, won, isDrawn, beacon: BEACONS[lottery.chain].name };
}

/**
 * Checks a whole file. Throws what is wrong with it, else says what was asked for and what was
 * sold, in lots, and the row of `number`. `isSigned` checks the signature of a lottery's round.
 */
export function verifyLaunch(file, number, isSigned) {
  must(file.rule === (file.lottery === undefined ? RULE : LOTTERY), 'this is another rule');
  const { rows, supplyLots, capLots, people, cancelled } = file;
  whole(file.launchId, 'the project', 1);
  must(typeof cancelled === 'boolean', 'it is not said whether it was cancelled');
  whole(supplyLots, 'the supply', 1, MOST_LOTS);
  whole(capLots, 'the cap', 1, supplyLots);
  must(Array.isArray(rows) && rows.length === people, `there are not ${people} rows`);
  let before = 0;
  for (const row of rows) {
    must(Array.isArray(row) && row.length === 3, 'a row has three numbers');
    whole(row[0], 'a number', before + 1);
    whole(row[1], `what ${row[0]} asked for`, 1, MOST_LOTS);
    whole(row[2], `what ${row[0]} got`);
    [before] = row;
  }
  const drawn = file.lottery === undefined ? null : draw(file, isSigned);
  const shared = () => shareOut(rows, BigInt(supplyLots), BigInt(capLots));
  const made = drawn?.made ?? (cancelled ? rows.map(() => 0n) : shared());
  for (const [i, row] of rows.entries()) {
    must(BigInt(row[2]) === made[i], `number ${row[0]} should have got ${made[i]} lots`);
  }
  const own = rows.find((row) => row[0] === number);
  must(number === undefined || own !== undefined, `there is no number ${number}`);
  const numbers = drawn?.won[rows.indexOf(own)]?.sort((a, b) => a - b);
  const isChecked = isSigned !== undefined;
  const sumOf = (place) => rows.reduce((total, row) => total + row[place], 0);
  return {
    people,
    asked: sumOf(1),
    sold: sumOf(2),
    own: own === undefined ? null : { asked: own[1], got: own[2], won: numbers ?? [] },
    lottery: drawn && { beacon: drawn.beacon, isDrawn: drawn.isDrawn, isChecked },
  };
}

/** Joins pages to a file; `page` gives the one after a number. */
export async function readLaunch(page) {
  const first = await page(0);
  const rows = [...first.rows];
  for (let last = first.rows; last.length > 0; ) {
    ({ rows: last } = await page(rows.at(-1)[0]));
    rows.push(...last);
  }
  return { ...first, rows };
}

function pageOf(server, launchId) {
  return async (after) => {
    const query = `launchId=${launchId}&after=${after}&limit=${PAGE}`;
    const answer = await fetch(new URL(`/web/getNewcoinsResult?${query}`, server));
    const { code, message, data } = await answer.json();
    must(code === 0, message);
    return data;
  };
}

async function main([place, ...more]) {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const isServer = /^https?:/.test(place ?? '');
  const asked = isServer ? more.shift() : undefined;
  const file = isServer
    ? await readLaunch(pageOf(place, asked))
    : JSON.parse(readFileSync(place, 'utf8'));
  must(!isServer || file.launchId === Number(asked), 'this is another project');
  const number = more[0] === undefined ? undefined : Number(more[0]);
  const curve = await import('@noble/curves/bls12-381.js').catch(() => null);
  const isSigned = curve === null ? undefined : signedBy(curve.bls12_381);
  const { people, asked: wanted, sold, own, lottery } = verifyLaunch(file, number, isSigned);
  const ends = `project ${file.launchId}, closed at ${new Date(file.closesAt).toISOString()}`;
  console.log(`${file.symbol}, ${ends}: rule ${file.rule}${file.cancelled ? ', CANCELLED' : ''}`);
  console.log(`${people} people asked for ${wanted} lots and got ${sold}, rightly`);
  if (own !== null) console.log(`number ${number} asked for ${own.asked} and got ${own.got}`);
  if (own?.won.length) console.log(`its tickets that won: ${own.won.join(', ')}`);
  if (lottery === null) return;
  const { round, listDigest } = file.lottery;
  console.log(`beacon ${lottery.beacon}, round ${round}; compare with what you kept at the close:`);
  console.log(`SHA-256 of the list ${listDigest}`);
  if (lottery.beacon === 'practice') console.log('ITS BEACON IS FOR PRACTICE: its key is public');
  if (!lottery.isDrawn) console.log('nothing had to be drawn');
  else if (lottery.isChecked) console.log('the beacon has signed the round');
  else console.log('THE SIGNATURE OF THE ROUND WAS NOT CHECKED: @noble/curves is not here');
}

if (globalThis.process?.argv[1]?.endsWith('verify-launch.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Wrong ? `NOT RIGHT: ${error.message}` : error);
    process.exitCode = 1;
  });
}

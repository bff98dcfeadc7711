#!/usr/bin/env node
// Computes the result of a sale of a new coin again from its published file. It knows nothing of
// the server but the published rule (assay-launch-1), and needs a browser or Node.js 20.19, and no
// other file.
//
//   node verify-launch.mjs https://example.com 4711 [your number]     asks the server for the file
//   node verify-launch.mjs file.json [your number]                   reads a file that was kept
//
// A file is the answers of getNewcoinsResult, with all their rows: [number, lots asked for, lots
// got]. The rule: everybody gets the same share of what they asked for, at most the cap; what caps
// leave over raises the share of the others. Shares are rounded down to whole lots; the lots that
// are left over go one each to the largest fractions, and among equal ones to the lowest number.

const RULE = 'assay-launch-1';
const PAGE = 5_000;
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

/**
 * Checks a whole file. Throws what is wrong with it, else says what was asked for and what was
 * sold, in lots, and the row of `number`.
 */
export function verifyLaunch(file, number) {
  must(file.rule === RULE, 'this is another rule');
  const { rows, supplyLots, capLots, people, cancelled } = file;
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
  const made = cancelled ? rows.map(() => 0n) : shareOut(rows, BigInt(supplyLots), BigInt(capLots));
  for (const [i, row] of rows.entries()) {
    must(BigInt(row[2]) === made[i], `number ${row[0]} should have got ${made[i]} lots`);
  }
  const own = rows.find((row) => row[0] === number);
  must(number === undefined || own !== undefined, `there is no number ${number}`);
  const sumOf = (place) => rows.reduce((total, row) => total + row[place], 0);
  return {
    people,
    asked: sumOf(1),
    sold: sumOf(2),
    own: own === undefined ? null : { asked: own[1], got: own[2] },
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
  const file = isServer
    ? await readLaunch(pageOf(place, more.shift()))
    : JSON.parse(readFileSync(place, 'utf8'));
  const number = more[0] === undefined ? undefined : Number(more[0]);
  const { people, asked, sold, own } = verifyLaunch(file, number);
  console.log(`${file.symbol}: ${people} people asked for ${asked} lots and got ${sold}, rightly`);
  if (own !== null) console.log(`number ${number} asked for ${own.asked} and got ${own.got}`);
}

if (globalThis.process?.argv[1]?.endsWith('verify-launch.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Wrong ? `NOT RIGHT: ${error.message}` : error);
    process.exitCode = 1;
  });
}

import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { launchBrowser } from '../../e2e/harness/browser.ts';
import { proofOf } from '../../modules/cfd/receipts.ts';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { PaperLog, paperSigner } from '../../modules/options/testing/paper-log.ts';

/**
 * How many receipts of contracts a browser computes again in a second, one after another, by the
 * program that the page /verify runs: each with the 64 ticks that a receipt usually has, their
 * hashes, two signatures, spread and amounts. The limit is ten. Needs a Chromium, and no server.
 */
const LIMIT = 10;
const RECEIPTS = 20;
const TURNS = 5;
const TICKS = 64;
const RANGE = 16;
const START = 1_763_640_000_000;
const PRICE = 90_000;
const PROGRAM = new URL('../../examples/verify-contract.mjs', import.meta.url);

const signer = paperSigner();
const log = new PaperLog();
const price = (units: number) => formatSafe(units, SCALE);
const prices = Array.from({ length: TICKS + RECEIPTS }, (_, i) => (PRICE + (i % 7)) * 1e8);
for (const [i, units] of prices.entries()) {
  log.add('BTC-USDT', START + i * 1_000, BigInt(units));
}

/** One lot that was bought at the ask of a tick. */
async function receiptAt(tick: number) {
  const terms = listing();
  const index = prices[tick - 1]!;
  const tickAt = START + (tick - 1) * 1_000;
  const paid = index + 1e8;
  const receipt = {
    kind: 'opened',
    why: 'market',
    side: 'buy',
    ...{ seq: tick, n: 1, contract: terms.symbol, version: 1, id: tick, lots: '1' },
    ...{ leverage: 10, entry: price(paid), price: price(paid) },
    ...{ tick, tickAt, indexPrice: price(index), spread: '2', amount: '0', premium: '0' },
    recent: prices.slice(tick - RANGE, tick).map(price),
    ...{ margin: price(paid / 10), carryNights: 0, adminNights: 0, worst: '', at: tickAt },
    ...{ startedAt: tickAt - 500, reference: price(paid), askedAt: tickAt - 500 },
  } as const;
  const ticks = await log.read('BTC-USDT', tick - TICKS + 1, TICKS);
  const session = { opensAt: 0, closesAt: null };
  return proofOf({ receipt, terms, opened: null, session }, { ticks }, signer);
}

/** An empty page of this machine, which browsers let compute hashes, and the program beside it. */
const server = http.createServer((request, response) => {
  const isProgram = request.url === '/verify.mjs';
  response.setHeader('content-type', isProgram ? 'text/javascript' : 'text/html');
  response.end(isProgram ? fs.readFileSync(PROGRAM) : '<!doctype html>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await launchBrowser();
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const numbers = Array.from({ length: RECEIPTS }, (_, i) => TICKS + i + 1);
  const receipts = await Promise.all(numbers.map(receiptAt));
  const turn = () =>
    page.evaluate(`(async () => {
      const { verifyContract } = await import('/verify.mjs');
      const receipts = ${JSON.stringify(receipts)};
      const begun = performance.now();
      for (const one of receipts) await verifyContract(one, '${signer.publicKey}');
      return (receipts.length * 1000) / (performance.now() - begun);
    })()`) as Promise<number>;
  await turn();
  const rates: number[] = [];
  for (let i = 0; i < TURNS; i += 1) rates.push(await turn());
  const perSecond = Math.round(rates.sort((a, b) => a - b)[(TURNS - 1) / 2]!);
  console.log(JSON.stringify({ bench: 'receipts', ticks: TICKS, perSecond, limit: LIMIT }));
  if (perSecond < LIMIT) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}

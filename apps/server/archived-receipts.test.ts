import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OWNER } from '@assay/core/ledger/owners';
import { FeedService } from '@assay/modules/feeds';
import { LogSigner } from '@assay/platform/check/signer';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { verifyOption } from '../../examples/verify-option.mjs';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { optionHandlers } from '../../modules/options/calls.ts';
import { TickFollower } from '../../modules/options/follower.ts';
import { OptionReads } from '../../modules/options/store/reads.ts';
import { MARKET, TERMS } from '../../modules/options/testing/desk.ts';
import { PaperLog } from '../../modules/options/testing/paper-log.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/**
 * The first day of a house ends in the middle of the window of an option and between the two ticks
 * that close an account out; its receipts are asked for when all of that is archived.
 */
const INDEX = 'BTC-USDT';
const CONTRACT = 'BTCUSDT-CFD';
/** What converts another contract of the account, with ticks of its own. */
const CONVERTING = 'USD-USDT';
const CONVERTED = 'BTCETH-CFD';
const DAY = '2025-11-20';
const MIDNIGHT = Date.parse('2025-11-21T00:00:00Z');
const DAY_MS = 86_400_000;

const folder = fs.mkdtempSync(path.join(tmpdir(), 'assay-archived-'));
const signer = new LogSigner(generateKeyPairSync('ed25519').privateKey);
const paper = new PaperLog();
let server: TestServer;
let feed: FeedService;
let follower: TickFollower;
let options: ReturnType<typeof optionHandlers>;
let trader = 0;
let optionId = 0;
let spent = 0;

beforeAll(async () => {
  const evidence = () => ({ ticks: feed.allTicks, signer });
  server = await startTestServer({ house: {}, startAt: MIDNIGHT - 60_000, evidence });
  const { demo, real } = server;
  feed = new FeedService({
    ...{ db: demo.db, now: () => demo.clock.now(), log: silentLog, engines: [] },
    settings: { feed: 'simulated', replayDir: '', seed: 'test' },
    indices: () =>
      [INDEX, CONVERTING].map((name) => {
        return { name, base: name.slice(0, 3), quote: 'USDT', decimals: 2 };
      }),
    ...{ markets: () => [], trades: async () => [], archive: { folder, signer } },
    epoch: () => real.engine.status.epoch,
  });
  await feed.load();
  follower = new TickFollower({
    ...{ realm: 'demo', ticks: feed.ticks, now: () => demo.clock.now() },
    machine: () => demo.machines.options,
    submit: (command) => demo.engine.submit(command),
  });
  options = optionHandlers({
    realms: { real: optionsRealm(), demo: optionsRealm() },
    ...{ ticks: feed.allTicks, signer, policyOf: async () => 'practice' },
    areTrialsOffered: async () => false,
  });
  await demo.must(OWNER.setup, 'listCfd', listing({ calmPpm: 4_000, spread: '0.33' }));
  await demo.must(OWNER.setup, 'listCfd', listing({ symbol: 'ETHUSDT-CFD', index: CONVERTING }));
  const conversion = { conversionIndex: CONVERTING, conversionWay: 'over' } as const;
  await demo.must(OWNER.setup, 'listCfd', listing({ symbol: CONVERTED, ...conversion }));
  await demo.must(OWNER.setup, 'setOptionMarket', TERMS);
  for (const owner of [OWNER.cfd, OWNER.optionsEscrow]) {
    await demo.must(OWNER.setup, 'fundHouse', { owner, asset: 'USDT', amount: '1000000' });
  }
  await trade();
});
afterAll(async () => {
  await feed.stop();
  await server.stop();
  fs.rmSync(folder, { recursive: true });
});

function optionsRealm() {
  const { demo } = server;
  return {
    ...({ realm: 'demo', machine: () => demo.machines.options } as const),
    submit: (command: never) => demo.engine.submit(command),
    decided: () => demo.engine.decided(),
    assetSymbol: (id: number) => demo.machines.markets.assetSymbol(id),
    reads: new OptionReads(demo.db.pool, 'demo'),
  };
}

const context = () =>
  ({
    actor: { userId: trader, realm: 'demo' },
    now: server.demo.clock.now(),
    spendBytes: (bytes: number) => {
      spent += bytes;
    },
  }) as never;

/** A second with a tick, which both products follow. */
async function second(price: number): Promise<void> {
  const { demo, real } = server;
  demo.clock.advance(1_000);
  const units = Math.round(price * 1e8);
  const added = [
    paper.add(INDEX, demo.clock.now(), BigInt(units)),
    paper.add(CONVERTING, demo.clock.now(), BigInt(units / 50)),
  ];
  await feed.ticks.append(added, real.engine.status.epoch);
  const prices = added.map(({ index, price: text, n }) => ({ index, price: text, n }));
  await demo.must(OWNER.feeds, 'recordPrices', { prices });
  await follower.follow();
  while (demo.machines.options.followUp() !== null) await new Promise(setImmediate);
}

/** An option that ends, and an account that is closed out, a few seconds after midnight. */
async function trade(): Promise<void> {
  const { demo } = server;
  trader = await demo.newUser({ USDT: '2000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '100' };
  await demo.must(trader, 'transferFunds', moved);
  for (let i = 0; i < 35; i += 1) await second(100 + (i % 5) / 10);
  const wanted = { market: MARKET, direction: 'down', termMs: 30_000, stake: '10' } as const;
  const quoted = await options.quoteOption(wanted, context());
  if (!('quote' in quoted)) throw new Error('there is a quote');
  const body = { quote: JSON.stringify(quoted.quote), signature: quoted.signature };
  const bought = await options.buyOption(body, context());
  if (!('option' in bought)) throw new Error('it is bought');
  optionId = bought.option.id;
  for (const lots of ['10', '5']) {
    const order = { contract: CONTRACT, kind: 'market', side: 'buy', lots, leverage: 20 };
    expect(await server.post(trader, 'placeCfdOrder', order)).toMatchObject({ code: 0 });
  }
  const other = { contract: CONVERTED, kind: 'market', side: 'buy', lots: '1', leverage: 20 };
  expect(await server.post(trader, 'placeCfdOrder', other)).toMatchObject({ code: 0 });
  for (let i = 0; i < 23; i += 1) await second(100 + (i % 5) / 10);
  while (demo.clock.now() < MIDNIGHT + 20_000) await second(96.5);
}

/** The receipt of the option, and those of the contracts with all that proves them. */
async function receipts(own: readonly { readonly seq: number; readonly n: number }[]) {
  const option = JSON.parse(
    JSON.stringify(await options.getOptionReceipt({ optionId }, context())),
  );
  const contracts: Awaited<ReturnType<TestServer['get']>>['data'][] = [];
  for (const { seq, n } of own) {
    const proof = await server.get(trader, 'getCfdReceipt', { seq: `${seq}`, n: `${n}` });
    contracts.push(proof.data);
  }
  return { option, contracts };
}

it('OPTN-048 CFDS-078 CFDS-143 receipts of archived days are those of the day itself, and refused when the archive is not what was signed', async () => {
  const { data } = await server.get(trader, 'getCfdReceipts', { limit: '500' });
  const own = data.receipts;
  const before = await receipts(own);
  const whys = before.contracts.map(({ receipt }) => `${receipt.kind} ${receipt.why}`);
  expect(whys).toContain('closed closeOut');
  expect(spent).toBe(0);
  server.demo.clock.advance(4 * DAY_MS);
  await second(97);
  const all = [INDEX, CONVERTING];
  while ((await feed.archive?.sealNext(all, server.demo.clock.now())) !== null);
  await feed.prune();
  expect((await feed.ticks.oldest(INDEX))?.at).toBe(server.demo.clock.now());

  const after = await receipts(own);
  expect(after).toEqual(before);
  expect(spent).toBeGreaterThan(2_000_000);
  expect(await verifyOption(after.option, signer.publicKey)).toMatchObject({ result: 'won' });
  for (const proof of after.contracts) await verifyContract(proof, signer.publicKey);
  expect(after.option.window.ticks.some(({ at }: { at: number }) => at < MIDNIGHT)).toBe(true);

  const file = path.join(folder, INDEX, `${DAY}.ticks.gz`);
  const packed = fs.readFileSync(file);
  const forged = gunzipSync(packed).toString().replaceAll('|1000|10000000|', '|1000|20000000|');
  const refusalOf = async () => {
    const { option, contracts } = await receipts(own);
    const refused = contracts.filter(({ refusal }) => refusal !== undefined);
    expect(refused.length).toBeGreaterThan(0);
    return [option.code, ...new Set(refused.map(({ refusal }) => refusal))];
  };
  fs.writeFileSync(file, gzipSync(forged));
  expect(await refusalOf()).toEqual(['ticksBroken', 'ticksBroken']);
  fs.rmSync(file);
  expect(await refusalOf()).toEqual(['ticksMissing', 'ticksMissing']);
  fs.writeFileSync(file, packed);
  // Without the day of what converts, what it converts is refused, and nothing else is.
  const converting = path.join(folder, CONVERTING, `${DAY}.ticks.gz`);
  const kept = fs.readFileSync(converting);
  fs.rmSync(converting);
  const lost = (await receipts(own)).contracts;
  expect(lost.map(({ refusal }) => refusal)).toEqual(
    before.contracts.map(({ receipt: { contract, account } }) => {
      const isConverted = contract === CONVERTED || account !== undefined;
      return isConverted ? 'ticksMissing' : undefined;
    }),
  );
  fs.writeFileSync(converting, kept);
  expect(await receipts(own)).toEqual(before);
});

import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/test-server.ts';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { PaperLog, paperSigner } from '../options/testing/paper-log.ts';
import { proofOf } from './receipts.ts';
import { listing } from './testing/listings.ts';

const INDEX = 'BTC-USDT';
const CONTRACT = 'BTCUSDT-CFD';
const log = new PaperLog();
const signer = paperSigner();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ house: {}, evidence: () => ({ ticks: log, signer }) });
  const { demo } = server;
  // The spread follows how the price moves.
  await demo.must(OWNER.setup, 'listCfd', listing({ calmPpm: 4_000, spread: '0.33' }));
  const capital = { owner: OWNER.cfd, asset: 'USDT', amount: '1000000' };
  await demo.must(OWNER.setup, 'fundHouse', capital);
  await tick(100);
});
afterAll(() => server.stop());

async function tick(price: number, after = 1_000): Promise<void> {
  const { demo } = server;
  demo.clock.advance(after);
  const units = Math.round(price * 1e8);
  const { n } = log.add(INDEX, demo.clock.now(), BigInt(units));
  const prices = [{ index: INDEX, price: formatSafe(units, SCALE), n }];
  await demo.must(OWNER.feeds, 'recordPrices', { prices });
}

/** Somebody whose account sees all that can happen to one. */
async function trade(): Promise<number> {
  const user = await server.demo.newUser({ USDT: '1000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '300' };
  await server.demo.must(user, 'transferFunds', moved);
  const order = async (change: object) => {
    const body = { contract: CONTRACT, kind: 'market', lots: '1', leverage: 20, ...change };
    expect(await server.post(user, 'placeCfdOrder', body)).toMatchObject({ code: 0 });
  };
  await order({ side: 'buy', takeProfit: '104' });
  await order({ side: 'sell', lots: '0.37', stopLoss: '103', guaranteed: true });
  await order({ side: 'sell', trailing: '2', slippage: '0.01' });
  const dice = createDice(72);
  for (let n = 0; n < 20; n += 1) await tick(100 + dice.int(-40, 40) / 100);
  await tick(105);
  await order({ side: 'buy', lots: '20' });
  await tick(105);
  await tick(105.1, DAY);
  await server.post(user, 'closeCfdPositions', { lots: undefined });
  for (const price of [97, 96, 95]) await tick(price);
  return user;
}

it('CFDS-072 also where the engine has left out ticks, and nights under terms newer than the last tick', async () => {
  const user = await server.demo.newUser({ USDT: '1000' });
  const moved = { asset: 'USDT', from: 'currency', to: 'contract', amount: '300' };
  await server.demo.must(user, 'transferFunds', moved);
  const body = { contract: CONTRACT, kind: 'market', side: 'buy', lots: '1', leverage: 20 };
  await server.post(user, 'placeCfdOrder', body);
  await tick(100);
  for (let n = 0; n < 200; n += 1) {
    server.demo.clock.advance(1_000);
    log.add(INDEX, server.demo.clock.now(), BigInt(100_000_000 + n) * 100n);
  }
  await server.post(user, 'placeCfdOrder', body);
  await tick(100.1);
  await server.demo.must(OWNER.setup, 'setCfdTerms', listing({ calmPpm: 4_000, spread: '0.5' }));
  await tick(100.2, DAY);
  const proofs = await proofsOf(user);
  const seen = proofs.map(({ receipt: { kind, version } }) => `${kind} ${version}`);
  expect(seen).toEqual(['financed 2', 'financed 2', 'opened 1', 'opened 1']);
  for (const proof of proofs) await verifyContract(proof, signer.publicKey);
});

async function proofsOf(user: number) {
  const { data } = await server.get(user, 'getCfdReceipts', { limit: '500' });
  const asked = data.receipts.map(({ seq, n }: { seq: number; n: number }) =>
    server.get(user, 'getCfdReceipt', { seq: String(seq), n: String(n) }),
  );
  return (await Promise.all(asked)).map(({ data }) => data);
}

it('CFDS-072 CFDS-073 receipts are computed again by a program of its own, and forged ones are refused', async () => {
  const user = await trade();
  const proofs = await proofsOf(user);
  const whys = new Set(proofs.map(({ receipt }) => `${receipt.kind} ${receipt.why}`));
  for (const wanted of ['opened market', 'closed takeProfit', 'closed guaranteedStop']) {
    expect([...whys]).toContain(wanted);
  }
  expect([...whys].some((why) => why.startsWith('financed'))).toBe(true);
  expect(new Set(proofs.map(({ receipt }) => receipt.spread)).size).toBeGreaterThan(1);
  let sum = 0n;
  for (const proof of proofs) sum += (await verifyContract(proof, signer.publicKey)).amount;
  expect(sum).not.toBe(0n);

  const other = paperSigner();
  for (const proof of proofs.filter(({ receipt }) => receipt.kind !== 'ended')) {
    const { receipt, terms, opened, session, ticks } = proof;
    await expect(verifyContract(proof, other.publicKey)).rejects.toThrow('another key');
    const lie = { ...proof, receipt: { ...receipt, amount: '1000000' } };
    await expect(verifyContract(lie)).rejects.toThrow('not signed');
    // What the house itself would sign, against what follows from its ticks and terms.
    const changes = [
      { receipt: { ...receipt, amount: `${Number(receipt.amount) + 0.00000001}` } },
      { receipt: { ...receipt, spread: '0.34' } },
      { receipt: { ...receipt, indexPrice: '99.99', recent: [...receipt.recent, '99.99'] } },
      { receipt: { ...receipt, recent: ['1', ...receipt.recent.slice(1)] } },
      { terms: { ...terms, contractSize: '2' } },
      { terms: { ...terms, index: 'ETH-USDT' } },
      { session: null },
    ];
    for (const change of changes) {
      const signed = proofOf({ receipt, terms, opened, session, ...change }, ticks, signer);
      await expect(verifyContract(signed), JSON.stringify(change)).rejects.toThrow();
    }
    if (receipt.kind === 'financed') continue;
    const price = { ...receipt, price: `${Number(receipt.price) + 0.5}` };
    const signed = proofOf({ receipt: price, terms, opened, session }, ticks, signer);
    await expect(verifyContract(signed)).rejects.toThrow();
  }
  const [first] = proofs;
  const stranger = await server.demo.newUser({ USDT: '1' });
  const { seq, n } = first.receipt;
  const asked = { seq: String(seq), n: String(n) };
  const refused = await server.get(stranger, 'getCfdReceipt', asked);
  expect(refused.data.refusal).toBe('unknownReceipt');
  const beyond = { seq: String(seq), n: String(2 ** 31) };
  expect((await server.get(stranger, 'getCfdReceipt', beyond)).code).toBe(2);
});

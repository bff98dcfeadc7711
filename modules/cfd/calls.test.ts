import { OWNER } from '@assay/core/ledger/owners';
import { type Frame, StreamReader } from '@assay/platform/streams/streams.suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../apps/server/testing/test-server.ts';
import { exposureCall } from './exposure.ts';
import { calls } from './schema/index.ts';
import { listing } from './testing/listings.ts';
import { recomputed } from './testing/recompute.ts';

let server: TestServer;
const CONTRACT = 'BTCUSDT-CFD';

beforeAll(async () => {
  server = await startTestServer({ house: {} });
  for (const realm of [server.demo, server.real]) {
    await realm.must(OWNER.setup, 'listCfd', listing({ maxLeverage: 50 }));
    const body = { owner: OWNER.cfd, asset: 'USDT', amount: '100000' };
    await realm.must(OWNER.setup, 'fundHouse', body);
    await realm.quote({ 'BTC-USDT': '100' });
  }
});
afterAll(async () => {
  server.demo.audit();
  server.real.audit();
  await server.stop();
});

const order = (change: object = {}) => ({
  ...{ contract: CONTRACT, side: 'buy', kind: 'market', lots: '1', leverage: 2 },
  ...change,
});

async function newTrader(realm: 'demo' | 'real' = 'demo'): Promise<number> {
  const user = await server[realm].newUser({ USDT: '1000' });
  const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' };
  await server[realm].must(user, 'transferFunds', body);
  return user;
}

describe('calls about contracts', () => {
  it('CFDS-090 place, show, protect and close, each with the receipt of its command', async () => {
    const user = await newTrader();
    const receipt = { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const placed = await server.post(user, 'placeCfdOrder', order({ takeProfit: '120' }));
    expect(placed).toMatchObject({ code: 0, data: { order: { held: '50.5' }, receipt } });
    const { id } = placed.data.order;
    await server.demo.quote({ 'BTC-USDT': '100' });
    const { data } = await server.get(user, 'getCfdAccount');
    expect(data).toMatchObject({
      account: { used: '50.5', equity: '998', unrealised: '-2', available: '947.5' },
      orders: [],
      positions: [{ id, entry: '101', takeProfit: '120', stopLoss: '' }],
    });
    const body = { positionId: id, stopLoss: '90' };
    expect((await server.post(user, 'protectCfdPosition', body)).data).toMatchObject({
      position: { takeProfit: '', stopLoss: '90' },
      receipt,
    });
    const closed = await server.post(user, 'closeCfdPositions', { positionId: id, lots: '0.5' });
    expect(closed.data).toEqual({ closing: [id], receipt });
    await server.demo.quote({ 'BTC-USDT': '110' });
    const waits = await server.post(user, 'placeCfdOrder', order({ kind: 'limit', price: '90' }));
    const cancelled = { orderId: waits.data.order.id };
    expect((await server.post(user, 'cancelCfdOrder', cancelled)).data).toMatchObject({
      order: { ended: 'cancelled' },
    });
    const first = await server.get(user, 'getCfdReceipts', { limit: '2' });
    expect(first.data.receipts).toMatchObject([
      { kind: 'ended', why: 'cancelled' },
      { kind: 'closed', why: 'request', lots: '0.5', price: '109', amount: '4' },
    ]);
    const { data: last } = await server.get(user, 'getCfdReceipts', {
      before: String(first.data.next),
    });
    expect(last).toMatchObject({ receipts: [{ kind: 'opened', price: '101' }], next: null });
  });

  it('CFDS-070 every amount of a receipt is recomputed from it and the published terms', async () => {
    const user = await newTrader();
    const stop = { stopLoss: '80', guaranteed: 'true' };
    await server.post(user, 'placeCfdOrder', order({ ...stop, lots: '3' }));
    await server.post(user, 'placeCfdOrder', order({ side: 'sell', leverage: 7 }));
    await server.demo.quote({ 'BTC-USDT': '101.77' });
    server.demo.clock.advance(2 * 86_400_000);
    await server.demo.quote({ 'BTC-USDT': '99.13' });
    await server.post(user, 'closeCfdPositions', { side: 'sell' });
    await server.demo.quote({ 'BTC-USDT': '60' });
    const { data } = await server.get(user, 'getCfdReceipts');
    const { data: published } = await server.get(null, 'getCfdTerms', { contract: CONTRACT });
    const kinds = data.receipts.map((one: { why: string }) => one.why);
    expect(new Set(kinds)).toEqual(new Set(['market', 'night', 'request', 'guaranteedStop']));
    for (const one of data.receipts) {
      const terms = published.terms.find((of: { version: number }) => of.version === one.version);
      const position = data.receipts.find(
        (of: { id: number; kind: string }) => of.id === one.id && of.kind === 'opened',
      );
      expect(recomputed(one, terms.listing, position)).toEqual([]);
      const forged = { ...one, amount: `${one.amount}1`, margin: `${one.margin}1` };
      expect(recomputed(forged, terms.listing, position).length).toBeGreaterThan(0);
    }
  });

  it('CFDS-091 leverage is bounded by the policy of the country, in the virtual account by the terms', async () => {
    const [visitor, person] = [await newTrader(), await newTrader('real')];
    const sent = (user: number, realm: 'demo' | 'real', leverage: number) =>
      server.client.post('placeCfdOrder', order({ leverage }), { token: tokenOf(realm, user) });
    expect((await sent(visitor, 'demo', 50)).code).toBe(0);
    expect((await sent(visitor, 'demo', 51)).data.refusal).toBe('leverageTooHigh');
    // A coin has 2:1 in the European Union.
    expect((await sent(person, 'real', 2)).code).toBe(0);
    const refused = await sent(person, 'real', 3);
    expect([refused.data.refusal, refused.message]).toEqual([
      'leverageTooHigh',
      'The highest leverage here is 2.',
    ]);
  });

  it('CFDS-113 anybody sees leverage and warnings of their policy, and how many have lost', async () => {
    const person = await newTrader('real');
    const seen = async (token?: string) => {
      const answer = await server.client.get('getCfdContracts', {}, token ? { token } : {});
      const { contracts, policy } = answer.data;
      return { leverage: contracts[0].leverage, ...policy };
    };
    const strict = { leverage: 2, preset: 'eu_retail', warnings: ['cfdRisk', 'cryptoRisk'] };
    expect(await seen(tokenOf('real', person))).toMatchObject({ ...strict, people: 0, losers: 0 });
    expect(await seen()).toMatchObject(strict);
    // Virtual money may practise what the terms allow; of those who closed before, all have lost.
    const { leverage, people, losers } = await seen(tokenOf('demo', await newTrader()));
    expect([leverage, people > 0, losers]).toEqual([50, true, people]);
  });

  it('CFDS-062 staff see what is open of each contract, and the worst case is the money from which on the house refuses', async () => {
    const user = await newTrader();
    for (const change of [{ lots: '3' }, { side: 'sell' }]) {
      expect((await server.post(user, 'placeCfdOrder', order(change))).code).toBe(0);
    }
    await server.demo.quote({ 'BTC-USDT': '104' });
    const realm = {
      machine: () => server.demo.machines.cfd,
      now: () => server.demo.clock.now(),
    };
    const asked = exposureCall({ demo: realm, real: realm });
    const shown = await asked({ realm: 'demo' }, {} as Parameters<typeof asked>[1]);
    const { contracts, ...totals } = calls.getCfdExposure.output.parse(shown);
    const one = contracts[0]!;
    const { state } = server.demo.machines.cfd;
    const [live] = state.contracts;
    const rows = [...live!.positions.values()];
    const lots = (side: number) =>
      rows.reduce((sum, row) => sum + (row.side === side ? Number(row.lots) / 1e8 : 0), 0);
    expect(rows.length).toBeGreaterThan(1);
    expect([Number(one.long), Number(one.short)]).toEqual([lots(1), lots(-1)]);
    expect(Number(one.net)).toBeCloseTo(lots(1) - lots(-1), 8);
    const { price, bid, ask } = live!.quote!;
    const gain = rows.reduce(
      (sum, row) =>
        sum + (Number(row.lots) / 1e16) * row.side * ((row.side > 0 ? bid : ask) - row.entry),
      0,
    );
    expect(Number(one.gain)).toBeCloseTo(gain, 6);
    // A hundredth of the net is what this contract keeps.
    const worst = Math.abs(Number(one.net)) * (price / 1e8) * 0.01 + Math.max(0, gain);
    expect(Number(one.worst)).toBeCloseTo(worst, 6);
    expect(totals).toMatchObject({ worst: one.worst, owed: '0', endangered: 0 });
    expect(one).toMatchObject({ positions: rows.length, isOpen: true });
  });

  it('CFDS-112 prices are a stream: all at first, then the last of those that moved', async () => {
    const stream = new StreamReader(`${server.origin.replace('http', 'ws')}/web/stream`, {});
    await stream.opened;
    stream.subscribe('cfdQuotes');
    const first = await stream.next(({ kind }) => kind === 'snapshot');
    const [before] = first.data.quotes;
    expect(before).toMatchObject({ contract: CONTRACT, bid: expect.any(String) });
    for (const price of ['100.5', '100.25']) await server.real.quote({ 'BTC-USDT': price });
    const isLast = (frame: Frame) => frame.data?.quotes?.[0]?.bid === '99.25';
    const { data } = await stream.next(isLast);
    expect(data.quotes).toMatchObject([{ contract: CONTRACT, ask: '101.25' }]);
    expect(data.quotes[0].tick).toBeGreaterThan(before.tick);
    stream.socket.terminate();
  });

  it('CFDS-092 anybody reads the contracts with terms, prices and what is available', async () => {
    const { data } = await server.get(null, 'getCfdContracts');
    expect(data.contracts).toMatchObject([
      {
        ...{ version: 1, isOpen: true, opensAt: null, availableBuy: expect.any(String) },
        listing: { symbol: CONTRACT, spread: '2', premiumPpm: 1_000, nights: 'daily' },
      },
    ]);
    expect(Number(data.contracts[0].ask)).toBeGreaterThan(Number(data.contracts[0].bid));
    const { data: none } = await server.get(null, 'getCfdTerms', { contract: 'NOPE-CFD' });
    expect(none.refusal).toBe('unknownContract');
  });

  it('CFDS-093 the same command id places once, and is refused for another body', async () => {
    const user = await newTrader();
    const cid = 'once-and-only-once';
    const first = await server.post(user, 'placeCfdOrder', { ...order(), cid });
    const again = await server.post(user, 'placeCfdOrder', { ...order(), cid });
    expect(again.data).toEqual(first.data);
    const other = await server.post(user, 'placeCfdOrder', { ...order({ lots: '2' }), cid });
    expect(other.data.refusal).toBe('idempotencyConflict');
  });
});

import { HOUSE_NAMES } from '@assay/core/ledger/owners';
import { parseDecimal } from '@assay/core/num/decimal';
import type { CallOutput } from '@assay/core/schema/call';
import { createDice } from '@assay/core/testing/dice';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../apps/server/testing/test-server.ts';
import { showHouseEntries } from './house-entries.ts';
import { calls } from './schema.ts';

type Entries = CallOutput<(typeof calls)['getHouseEntries']>;
type Line = Entries['lines'][number];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const users = await server.demo.newUsers(2, { USDT: '50000', BTC: '1', ETH: '10' });
  await server.demo.quote({ BTCUSDT: '60000.5', ETHUSDT: '3000' });
  const dice = createDice(5);
  for (let i = 0; i < 40; i += 1) {
    server.demo.clock.advance(1_000);
    await server.demo.place(dice.pick(users), {
      market: dice.pick(['BTCUSDT', 'ETHUSDT']),
      side: dice.pick(['buy', 'sell']),
      type: 'market',
      quoteAmount: String(dice.int(20, 900)),
    });
  }
});
afterAll(() => server.stop());

const units = (text: string) => {
  const positive = parseDecimal(text.replace('-', ''), 8) ?? 0n;
  return text.startsWith('-') ? -positive : positive;
};

async function page(input: object, commands?: number): Promise<Entries> {
  const { machines } = server.demo;
  const realm = {
    prices: { usdt: () => null },
    assetId: (symbol: string) => machines.markets.assetId(symbol),
    assetSymbol: (id: number) => machines.markets.assetSymbol(id),
    assets: () => machines.markets.assets(),
    closes: async () => () => 0n,
  };
  const options = { reads: server.demo.db.pool, realms: { demo: realm, real: realm } };
  const asked = calls.getHouseEntries.input.parse({ realm: 'demo', ...input });
  const answer = await showHouseEntries(options, asked, commands);
  return calls.getHouseEntries.output.parse(answer);
}

async function all(input: object, commands?: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const asked: object = before === '' ? input : { ...input, before };
    const found: Entries = await page(asked, commands);
    lines.push(...found.lines);
    before = found.next;
  }
  return lines;
}

it('LEDG-093 the lines of each account add up to its balance, whatever the size of a page', async () => {
  const { data } = await server.get(null, 'getHouseAccounts', { realm: 'demo' });
  let checked = 0;
  for (const owner of HOUSE_NAMES.keys()) {
    const lines = await all({ owner, limit: 100 });
    expect(await all({ owner, limit: 7 }), owner).toEqual(lines);
    const seqs = lines.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    for (const account of data.accounts.filter((one: { owner: string }) => one.owner === owner)) {
      const own = lines.filter(({ asset }) => asset === account.asset);
      const sum = own.reduce((total, { amount }) => total + units(amount), 0n);
      expect(sum, `${owner} ${account.asset}`).toBe(units(account.available) + units(account.held));
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(8);
  const [fee] = (await page({ owner: 'house:fees', purpose: 'spotFee' })).lines;
  expect(fee?.command).toBe('placeOrder');
  expect(fee?.actor).toMatch(/^user:\d+$/);
  expect(fee?.counterpart).toMatch(/^(user:\d+|house:marketMaker)$/);
  const capital = await all({ owner: 'outside:capital' });
  expect(new Set(capital.map(({ command }) => command))).toEqual(new Set(['fundHouse']));
});

it('LEDG-094 limited to an asset, a purpose and a time they are exactly those lines', async () => {
  const owner = 'house:marketMaker';
  const lines = await all({ owner, limit: 100 });
  const middle = lines[Math.floor(lines.length / 2)]?.at ?? 0;
  const btc = lines.filter(({ asset }) => asset === 'BTC');
  expect(btc.length).toBeGreaterThan(3);
  expect(await all({ owner, asset: 'BTC' })).toEqual(btc);
  const bought = lines.filter(({ purpose }) => purpose === 'spotBase');
  expect(await all({ owner, purpose: 'spotBase' })).toEqual(bought);
  expect(await all({ owner, from: middle })).toEqual(lines.filter(({ at }) => at >= middle));
  expect(await all({ owner, to: middle })).toEqual(lines.filter(({ at }) => at <= middle));
  expect(await all({ owner, asset: 'NONE' })).toEqual([]);
  const [last] = lines;
  await expect(page({ owner, before: `${last?.seq}.999` })).rejects.toThrow();
  for (const before of ['0.0', '5', '5.01', 'x']) {
    expect(calls.getHouseEntries.input.safeParse({ owner, before }).success, before).toBe(false);
  }
  expect(calls.getHouseEntries.input.safeParse({ owner: 'user:1000' }).success).toBe(false);
});

it('LEDG-095 a page looks at a bounded number of commands, and says how far', async () => {
  const owner = 'outside:capital';
  const lines = await all({ owner });
  const first = await page({ owner }, 5);
  expect(first.lines).toEqual([]);
  expect(first.next).toBe(`${first.searchedTo - 1}.0`);
  const [engine] = (await server.demo.db.pool.query('select last_seq from demo.engine')).rows;
  expect(first.searchedTo).toBe(Number(engine.last_seq) - 4);
  expect(await all({ owner }, 5)).toEqual(lines);
  expect(await all({ owner: 'house:fees', limit: 3 }, 5)).toEqual(
    await all({ owner: 'house:fees' }),
  );
});

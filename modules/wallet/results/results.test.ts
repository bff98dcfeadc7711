import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, parseDecimal } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { readMinuteClose } from '@assay/modules/feeds';
import type { StatementLine } from '@assay/modules/ledger/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultsRealm } from '../../../apps/server/results.ts';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../../apps/server/testing/test-server.ts';
import { listing } from '../../cfd/testing/listings.ts';
import { addUp } from './follower.ts';

let server: TestServer;
let users: number[] = [];

const units = (text: string) => {
  const size = parseDecimal(text.replace('-', ''), 8) ?? 0n;
  return text.startsWith('-') ? -size : size;
};
const said = (value: bigint) => formatDecimal(value, 8);
const MINUTE = 60_000;

/** Has the index an instant's minute before it: what comes in then has a price. */
async function candle(index: string, price: string, at: number, minutesBefore = 1) {
  await server.demo.db.pool.query(
    `insert into feed_candle (index_name, level, minute, open, high, low, close, volume)
     values ($1, 1, $2, $3, $3, $3, $3, 0)`,
    [index, Math.floor(at / MINUTE) - minutesBefore, units(price).toString()],
  );
}

beforeAll(async () => {
  server = await startTestServer();
  const { demo } = server;
  await candle('BTC-USDT', '59000', demo.clock.now());
  await candle('ETH-USDT', '2900', demo.clock.now(), 60);
  users = await demo.newUsers(3, { USDT: '500000', BTC: '5', ETH: '40' });
  const dice = createDice(14);
  let [btc, eth] = [60_000, 3_000];
  for (let n = 0; n < 120; n += 1) {
    demo.clock.advance(1_000);
    btc += dice.int(-300, 300);
    eth += dice.int(-20, 20);
    // Both at once: orders in two markets are filled by one command.
    await demo.quote({ BTCUSDT: String(btc), ETHUSDT: String(eth) });
    const [market, price, size] = dice.pick([
      ['BTCUSDT', btc, 0.01] as const,
      ['ETHUSDT', eth, 0.1] as const,
    ]);
    const side = dice.pick(['buy', 'sell'] as const);
    const quantity = (size * dice.int(1, 9)).toFixed(3);
    const away = (side === 'buy' ? -1 : 1) * dice.int(0, 8) * (price / 1_000);
    const order = dice.pick([
      { type: 'market', quantity } as const,
      { type: 'limit', quantity, limitPrice: (price + away).toFixed(1) } as const,
    ]);
    await demo.place(dice.pick(users), { market, side, ...order });
  }
}, 120_000);
afterAll(() => server.stop());

const results = async (user: number) => (await server.get(user, 'getResults')).data;

async function everything<T>(user: number, call: string, name: string): Promise<T[]> {
  const rows: T[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const fields = { limit: '500', ...(before === '' ? {} : { before }) };
    const { data } = await server.get(user, call, fields);
    rows.push(...data[name]);
    before = data.next;
  }
  return rows.reverse();
}

type Fill = { seq: number; market: string; side: string } & Record<
  'quantity' | 'quote' | 'fee' | 'feeAsset',
  string
>;

/** As a customer would, from what the calls give them, in numbers of a spreadsheet. */
async function byHand(user: number) {
  const lines = await everything<StatementLine>(user, 'getStatement', 'lines');
  const fills = await everything<Fill>(user, 'getFills', 'fills');
  const { arrivals } = await results(user);
  const priceOf = (line: StatementLine) =>
    Number(
      arrivals.find((one: StatementLine) => one.seq === line.seq && one.asset === line.asset)
        ?.price,
    );
  const held = new Map<string, { quantity: number; cost: number }>();
  const of = (asset: string) => held.get(asset) ?? { quantity: 0, cost: 0 };
  const enter = (asset: string, quantity: number, cost: number) => {
    const before = of(asset);
    held.set(asset, { quantity: before.quantity + quantity, cost: before.cost + cost });
  };
  const leave = (asset: string, quantity: number) => {
    const { quantity: all, cost } = of(asset);
    const taken = (cost * quantity) / all;
    held.set(asset, { quantity: all - quantity, cost: cost - taken });
    return taken;
  };
  let spot = 0;
  const isTraded = ({ purpose }: StatementLine) => /^(spot|small)|^transfer$/.test(purpose);
  const moves = [
    ...lines.filter((line) => line.asset !== 'USDT' && !isTraded(line)),
    ...fills,
  ].sort((one, other) => one.seq - other.seq);
  for (const move of moves) {
    if ('purpose' in move) {
      const amount = Number(move.amount);
      if (amount > 0) enter(move.asset, amount, amount * priceOf(move));
      else leave(move.asset, -amount);
      continue;
    }
    const asset = move.market.replace('USDT', '');
    const [base, quote, fee] = [Number(move.quantity), Number(move.quote), Number(move.fee)];
    const inBase = move.feeAsset === asset;
    if (move.side === 'buy') enter(asset, base - (inBase ? fee : 0), quote + (inBase ? 0 : fee));
    else spot += quote - fee - leave(asset, base);
  }
  return { spot, held };
}

it('WALL-121 WALL-122 results are those that a customer adds up from statement and fills', async () => {
  for (const user of users) {
    const answer = await results(user);
    expect(answer.seq).toBe(answer.last);
    expect(answer.arrivals.map((one: StatementLine & { price: string }) => one.price)).toEqual(
      expect.arrayContaining(['59000', '2900']),
    );
    const { spot, held } = await byHand(user);
    expect(Math.abs(Number(answer.realised.spot) - spot)).toBeLessThan(0.0001);
    const { balances } = (await server.get(user, 'getAsset2')).data;
    for (const { asset, quantity, cost } of answer.holdings) {
      expect(quantity).toBe(balances.find((one: { asset: string }) => one.asset === asset).total);
      expect(Math.abs(Number(cost) - held.get(asset)!.cost), asset).toBeLessThan(0.0001);
    }
    const { BTC, ETH } = Object.fromEntries(
      answer.holdings.map((one: { asset: string }) => [one.asset, one]),
    );
    expect(units(BTC.unrealised) + units(ETH.unrealised)).toBe(units(answer.unrealised.spot));
    expect(units(BTC.unrealised)).toBe(units(BTC.value) - units(BTC.cost));
    expect(answer.realised.total).toBe(answer.realised.spot);
  }
});

it('WALL-121 it is the same by steps of any size, asked by 32 at once, and again', async () => {
  const [user = 0] = users;
  const whole = await results(user);
  const { pool } = server.demo.db;
  const rows = async () => {
    const sql = `select (select json_agg(h order by asset) from demo.result_holding h
        where user_id = $1) as held, (select json_agg(a order by seq, n)
        from demo.result_arrival a where user_id = $1) as arrived,
      (select row_to_json(p) from demo.result_person p where user_id = $1) as person`;
    return (await pool.query(sql, [user])).rows;
  };
  const before = await rows();
  const sources = resultsRealm(server.demo.engine, { pool }, server.trading.prices.demo);
  for (const step of [40, 97]) {
    for (const table of ['arrival', 'holding', 'person']) {
      await server.demo.db.pool.query(`delete from demo.result_${table} where user_id = $1`, [
        user,
      ]);
    }
    for (let done = false; !done; ) {
      const at = await Promise.all(
        Array.from({ length: 32 }, () => addUp({ pool }, 'demo', sources, user, step)),
      );
      done = at.every(({ results: { seq }, last }) => seq === last);
    }
    expect(await rows()).toEqual(before);
  }
  expect(await results(user)).toEqual(whole);
});

it('WALL-121 small balances that were converted are sales at the index', async () => {
  const { demo } = server;
  const user = await demo.newUser({ USDT: '10', BTC: '0.00001' });
  await results(user);
  const token = { token: tokenOf('demo', user) };
  const converted = await server.client.post(
    'convertSmallBalances',
    { assets: 'BTC', least: '0.1' },
    token,
  );
  expect(converted.code).toBe(0);
  const { realised, holdings } = await results(user);
  // What had come in at 59,000 as 0.59.
  expect(realised.spot).toBe(said(units(converted.data.received) - units('0.59')));
  expect(holdings).toEqual([]);
});

it('WALL-124 what came in without a price is said to have no cost that is known', async () => {
  const { demo } = server;
  demo.clock.advance(2 * 3_600_000);
  const user = await demo.newUser({ BTC: '1' });
  const { holdings, arrivals, unrealised } = await results(user);
  expect(arrivals).toMatchObject([{ asset: 'BTC', amount: '1', price: '' }]);
  expect(holdings).toMatchObject([{ asset: 'BTC', cost: '', average: '', unrealised: '' }]);
  expect(unrealised.total).toBe('0');
});

it('WALL-123 contracts are realised by postings, and not realised while they are open', async () => {
  const { demo } = server;
  await demo.must(OWNER.setup, 'listCfd', listing());
  await demo.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '100000' });
  const user = await demo.newUser({ USDT: '5000' });
  const move = { asset: 'USDT', amount: '4000', from: 'currency', to: 'contract' };
  await demo.must(user, 'transferFunds', move);
  const tick = async (price: string) => {
    demo.clock.advance(1_000);
    await demo.quote({ BTCUSDT: price });
  };
  await tick('50000');
  const order = { contract: 'BTCUSDT-CFD', side: 'buy', kind: 'market', lots: '0.1', leverage: 10 };
  await demo.must(user, 'placeCfdOrder', { ...order, policyLeverage: 20 });
  await tick('50000');
  await tick('50100');
  const { account } = (await server.get(user, 'getCfdAccount')).data;
  const open = await results(user);
  expect(open.unrealised.contracts).toBe(account.unrealised);
  expect(open.realised.contracts).toBe('0');
  expect(open.unrealised.total).not.toBe('0');
  await demo.must(user, 'closeCfdPositions', {});
  await tick('50100');
  const closed = await results(user);
  expect(closed.unrealised.contracts).toBe('0');
  const { balances } = (await server.get(user, 'getAsset2')).data;
  const inContract = balances.find((one: { wallet: string }) => one.wallet === 'contract').total;
  expect(closed.realised.contracts).toBe(said(units(inContract) - units('4000')));
});

it('WALL-120 the index of the last minute that was over: ticks while they are there, then candles', async () => {
  const { pool } = server.demo.db;
  const at = Date.UTC(2030, 0, 1, 12, 0, 30);
  const tick = (n: number, when: number, price: string | null) =>
    pool.query(
      `insert into feed_tick (index_name, n, at, index_price, parts, hash)
       values ('XYZ-USDT', $1, $2, $3, '', '')`,
      [n, when, price],
    );
  const close = () => readMinuteClose(pool, 'XYZ-USDT', at);
  expect(await close()).toBeNull();
  await candle('XYZ-USDT', '5', at, 61);
  expect(await close()).toBeNull();
  await candle('XYZ-USDT', '6', at, 3);
  expect(await close()).toBe(units('6'));
  await tick(1, at - 90_000, '7.5');
  await tick(2, at - 31_000, '8.123456789');
  await tick(3, at - 30_500, null);
  await tick(4, at - 30_000, '9');
  expect(await close()).toBe(812_345_678n);
});

it('WALL-125 getCurrencyRates has each pair of the dollar with its time, and says what is not fresh', async () => {
  const { demo } = server;
  const [user = 0] = users;
  const rates = async () => (await server.get(user, 'getCurrencyRates')).data.rates;
  expect(await rates()).toEqual([]);
  await demo.quote({ 'EUR-USD': '1.1', 'USD-JPY': '156.5', 'EUR-GBP': '0.88' });
  const at = demo.clock.now();
  const euro = { currency: 'EUR', index: 'EUR-USD', of: 'currency', price: '1.1', at };
  const yen = { currency: 'JPY', index: 'USD-JPY', of: 'dollar', price: '156.5', at };
  expect(await rates()).toEqual([
    { ...euro, isFresh: true },
    { ...yen, isFresh: true },
  ]);
  demo.clock.advance(3_600_001);
  expect((await rates()).map(({ isFresh }: { isFresh: boolean }) => isFresh)).toEqual([
    ...[false, false],
  ]);
});

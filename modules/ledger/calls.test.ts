import { formatDecimal, parseDecimal } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../apps/server/testing/test-server.ts';
import type { BalanceView, StatementLine } from './schema.ts';

let server: TestServer;
let alice = 0;
let bob = 0;

beforeAll(async () => {
  server = await startTestServer();
  alice = await server.demo.newUser({ USDT: '50000', BTC: '1.5', DOGE: '1000' });
  bob = await server.demo.newUser({ USDT: '50000', BTC: '1' });
  await server.demo.quote({ BTCUSDT: '60000.5', ETHUSDT: '3000' });
  const dice = createDice(3);
  for (let i = 0; i < 60; i += 1) {
    server.demo.clock.advance(1_000);
    await server.demo.place(i % 2 === 0 ? alice : bob, {
      market: dice.pick(['BTCUSDT', 'ETHUSDT']),
      side: dice.pick(['buy', 'sell']),
      type: 'market',
      quoteAmount: String(dice.int(20, 900)),
    });
  }
  // Between customers, inside the house's spread, in several fills of one command.
  for (const quantity of ['0.001', '0.0012', '0.0013']) {
    const inside = { market: 'BTCUSDT', type: 'limit', limitPrice: '60000' } as const;
    await server.demo.place(alice, { ...inside, side: 'sell', quantity });
  }
  const taken = { market: 'BTCUSDT', type: 'limit', limitPrice: '60000' } as const;
  await server.demo.place(bob, { ...taken, side: 'buy', quantity: '0.003' });
});
afterAll(() => server.stop());

const units = (text: string) => {
  const positive = parseDecimal(text.replace('-', ''), 8) ?? 0n;
  return text.startsWith('-') ? -positive : positive;
};
const balances = async (user: number) => (await server.get(user, 'getAsset2')).data;

async function statement(user: number, fields: Record<string, string>): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const { data, text } = await server.get(user, 'getStatement', {
      ...fields,
      ...(before === '' ? {} : { before }),
    });
    expect(data.lines, text).toBeDefined();
    expect(data.lines.length).toBeLessThanOrEqual(Number(fields.limit));
    lines.push(...data.lines);
    before = data.next;
  }
  return lines;
}

describe('getAsset2', () => {
  it('LEDG-300 LEDG-301 balances with values at the index, rounded down, and their sums', async () => {
    const data = await balances(alice);
    const prices: Record<string, bigint | null> = {
      USDT: 100_000_000n,
      BTC: 6_000_050_000_000n,
      ETH: 300_000_000_000n,
      DOGE: null,
    };
    expect(data.balances.map(({ asset }: BalanceView) => asset).sort()).toEqual(
      Object.keys(prices).sort(),
    );
    let sum = 0n;
    for (const { asset, wallet, available, held, total, valueUsdt } of data.balances) {
      expect(wallet).toBe('currency');
      expect(units(total)).toBe(units(available) + units(held));
      const price = prices[asset] ?? null;
      const value = price === null ? null : (units(total) * price) / 100_000_000n;
      expect(valueUsdt).toBe(value === null ? '' : formatDecimal(value, 8));
      sum += value ?? 0n;
    }
    const one = data.balances.find(({ asset }: BalanceView) => asset === 'BTC');
    expect(units(one.held)).toBe(50_000n);
    expect(data.totalUsdt).toBe(formatDecimal(sum, 8));
    expect(data).toMatchObject({ currencyUsdt: data.totalUsdt, contractUsdt: '0' });
    expect(data.seq).toBe(server.demo.engine.status.durableSeq);
  });

  it('LEDG-300 a person without accounts has every asset at zero', async () => {
    const data = await balances(9_999_999);
    expect(data.balances).toHaveLength(4);
    expect(new Set(data.balances.map(({ total }: BalanceView) => total))).toEqual(new Set(['0']));
    expect(data.totalUsdt).toBe('0');
  });
});

describe('getStatement', () => {
  it('LEDG-302 LEDG-303 the lines add up to the balances, on pages of any size', async () => {
    for (const user of [alice, bob]) {
      const whole = await statement(user, { limit: '500' });
      expect(whole.length).toBeGreaterThan(60);
      expect(whole.every((line, i) => i === 0 || line.seq <= (whole[i - 1]?.seq ?? 0))).toBe(true);
      for (const limit of ['1', '2', '13']) {
        expect(await statement(user, { limit })).toEqual(whole);
      }
      const sums = new Map<string, bigint>();
      for (const { asset, amount } of whole) {
        sums.set(asset, (sums.get(asset) ?? 0n) + units(amount));
      }
      for (const { asset, total } of (await balances(user)).balances) {
        expect(formatDecimal(sums.get(asset) ?? 0n, 8), asset).toBe(total);
      }
    }
  });

  it('WALL-110 the lines of a time are exactly those of it, on pages of any size', async () => {
    const whole = await statement(alice, { limit: '500' });
    const times = [...new Set(whole.map(({ at }) => at))];
    expect(times.length).toBeGreaterThan(0);
    for (const at of [times[0]!, times.at(-1)!]) {
      const range = { from: String(at), to: String(at) };
      const lines = whole.filter((line) => line.at === at);
      for (const limit of ['1', '500']) {
        expect(await statement(alice, { limit, ...range })).toEqual(lines);
      }
      const later = await statement(alice, { limit: '500', from: String(at + 1) });
      expect(later).toEqual(whole.filter((line) => line.at > at));
    }
  });

  it('LEDG-302 a line has asset, amount, purpose, counterpart, command and time', async () => {
    await server.post(alice, 'cancelAllOrders');
    const { data } = await server.post(alice, 'placeOrder', {
      market: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      quoteAmount: '100',
    });
    const { order, fills } = data;
    const page = (await server.get(alice, 'getStatement', { limit: '10' })).data.lines;
    const lines = page.filter(({ seq }: StatementLine) => seq === order.seq);
    const common = { seq: order.seq, at: order.updatedAt, wallet: 'currency' };
    const house = { ...common, counterpart: 'house:marketMaker' };
    expect(fills).toHaveLength(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        { ...house, asset: 'BTC', amount: order.filledQuantity, purpose: 'spotBase' },
        { ...house, asset: 'USDT', amount: `-${order.filledQuote}`, purpose: 'spotQuote' },
      ]),
    );
    // The exact fee and, in a line of its own, what rounding it up to a unit added.
    const fees = lines.filter(({ purpose }: StatementLine) => purpose.startsWith('spotFee'));
    expect(fees[0]).toMatchObject({ ...common, asset: 'BTC', counterpart: 'house:fees' });
    const paid = fees.reduce((sum: bigint, line: StatementLine) => sum + units(line.amount), 0n);
    expect(paid).toBe(-units(order.fee));
    expect(lines).toHaveLength(2 + fees.length);
  });

  it('LEDG-304 by asset and purpose; another customer has no name', async () => {
    const whole = await statement(alice, { limit: '500' });
    for (const [fields, keep] of [
      [{ asset: 'BTC' }, (line: StatementLine) => line.asset === 'BTC'],
      [{ purpose: 'spotFee' }, (line: StatementLine) => line.purpose === 'spotFee'],
      [
        { asset: 'USDT', purpose: 'virtualGrant' },
        (line: StatementLine) => line.asset === 'USDT' && line.purpose === 'virtualGrant',
      ],
      [{ asset: 'NOPE' }, () => false],
    ] as const) {
      const found = await statement(alice, { ...fields, limit: '7' });
      expect(found, JSON.stringify(fields)).toEqual(whole.filter(keep));
    }
    const customers = whole.filter(({ counterpart }) => counterpart === 'customer');
    expect(customers).toHaveLength(6);
    expect(JSON.stringify(whole)).not.toContain(String(bob));
    const grant = whole.find(({ purpose }) => purpose === 'virtualGrant');
    expect(grant).toMatchObject({ counterpart: 'outside:virtual' });
  });

  it('LEDG-081 a cursor that no page has given is refused', async () => {
    const { data } = await server.get(alice, 'getStatement', { limit: '1' });
    const [seq = '', shown = ''] = data.next.split('.');
    for (const before of [`${seq}.${Number(shown) + 9}`, '999999.1', '1.999999', '9.1']) {
      const { code, data } = await server.get(alice, 'getStatement', { before });
      expect({ before, code, data }).toMatchObject({
        code: 2,
        data: { fields: { before: ['cursor'] } },
      });
    }
  });

  it('LEDG-302 in the other realm there is nothing', async () => {
    const { data } = await server.client.get('getStatement', {}, { token: tokenOf('real', alice) });
    expect(data).toEqual({ lines: [], next: null });
  });
});

describe('getHouseAccounts', () => {
  it('LEDG-305 LEDG-307 the house and the outside, and sums that are zero', async () => {
    const { status, data } = await server.get(null, 'getHouseAccounts', { realm: 'demo' });
    expect(status).toBe(200);
    const { accounts, sums } = data;
    expect(sums.map(({ asset }: { asset: string }) => asset).sort()).toEqual([
      ...['BTC', 'DOGE', 'ETH', 'USDT'],
    ]);
    for (const { asset, house, outside, customers, sum } of sums) {
      expect(sum).toBe('0');
      expect(units(house) + units(outside) + units(customers)).toBe(0n);
      const own = accounts.filter((account: { asset: string }) => account.asset === asset);
      const of = (prefix: string) =>
        own
          .filter(({ owner }: { owner: string }) => owner.startsWith(prefix))
          .reduce(
            (total: bigint, { available, held }: { available: string; held: string }) =>
              total + units(available) + units(held),
            0n,
          );
      expect(formatDecimal(of('house:'), 8)).toBe(house);
      expect(formatDecimal(of('outside:'), 8)).toBe(outside);
    }
    const owners = new Set(accounts.map(({ owner }: { owner: string }) => owner));
    expect([...owners].sort()).toEqual([
      ...['house:fees', 'house:marketMaker', 'house:rounding'],
      ...['outside:capital', 'outside:virtual'],
    ]);
    expect(data).toMatchObject({
      realm: 'demo',
      seq: server.demo.engine.status.durableSeq,
      head: server.demo.engine.status.head,
    });

    await server.demo.newUser({ USDT: '5' });
    const soon = await server.get(null, 'getHouseAccounts', { realm: 'demo' });
    expect(soon.data).toEqual(data);
    server.demo.clock.advance(5_000);
    const later = await server.get(null, 'getHouseAccounts', { realm: 'demo' });
    expect(later.data.customerAccounts).toBe(data.customerAccounts + 1);
  });

  it('LEDG-305 a visitor sees the real realm unless they ask for the other', async () => {
    const visitor = await server.get(null, 'getHouseAccounts');
    expect(visitor.data.realm).toBe('real');
    expect((await server.get(alice, 'getHouseAccounts')).data.realm).toBe('demo');
  });
});

describe('wrong input', () => {
  it.each([
    ['getAsset2', { asset: 'BTC' }, { asset: ['unknown'] }],
    ['getStatement', { asset: 'btc' }, { asset: ['assetSymbol'] }],
    ['getStatement', { purpose: 'gift' }, { purpose: ['oneOf'] }],
    ['getStatement', { limit: '0' }, { limit: ['tooSmall'] }],
    ['getStatement', { limit: '501' }, { limit: ['tooLarge'] }],
    ['getStatement', { before: '0.1' }, { before: ['cursor'] }],
    ['getStatement', { before: '5.-1' }, { before: ['cursor'] }],
    ['getStatement', { before: '5' }, { before: ['cursor'] }],
    ['getHouseAccounts', { realm: 'virtual' }, { realm: ['oneOf'] }],
  ])('LEDG-306 %s %j', async (name, fields, wrong) => {
    const { status, code, data } = await server.get(alice, name, fields as Record<string, string>);
    expect({ status, code, data }).toEqual({ status: 400, code: 2, data: { fields: wrong } });
  });

  it('LEDG-306 without a session there are no balances and no statement', async () => {
    for (const name of ['getAsset2', 'getStatement']) {
      expect(await server.get(null, name)).toMatchObject({ status: 401, code: 2000 });
    }
  });
});

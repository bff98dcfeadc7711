import { type Race, runRace } from '@assay/platform/testing/race';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../apps/server/testing/test-server.ts';

const ROUNDS = 15;
const PARALLEL = 24;
const SIZE = { rounds: ROUNDS, parallel: PARALLEL };

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ house: {} });
});
afterAll(async () => {
  server.demo.audit();
  await server.stop();
});

/** Enough for one order of 0.01 at 90,000, and not for two. */
const ONE = { USDT: '1000' };
const order = {
  market: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  quantity: '0.01',
  limitPrice: '90000',
};
const ether = { ...order, market: 'ETHUSDT', quantity: '1', limitPrice: '3000' };
const freshId = () => `race-${++count}-id`;
const open = async (user: number): Promise<number> =>
  (await server.get(user, 'getOpenOrders')).data.orders.length;

/** Races of which each round must have exactly one winner, as every answer must show. */
async function expectOneWinner<State>(race: Omit<Race<State>, keyof typeof SIZE>): Promise<void> {
  const report = await runRace({ ...SIZE, ...race });
  expect(report).toEqual({ rounds: ROUNDS, doubled: 0, without: 0, misreported: 0 });
}

describe('the race itself', () => {
  it('SPOT-340 catches a handler that reads the balance before it writes', async () => {
    // A handler that bypassed the engine would read, decide and write in separate statements.
    await server.demo.db.pool.query('CREATE TABLE naive (user_id int, free numeric, spent int)');
    const { pool } = server.demo.db;
    const naive = async (user: number): Promise<boolean> => {
      const { rows } = await pool.query('SELECT free FROM naive WHERE user_id = $1', [user]);
      if (Number(rows[0].free) < 900.9) return false;
      await pool.query(
        'UPDATE naive SET free = free - 900.9, spent = spent + 1 WHERE user_id = $1',
        [user],
      );
      return true;
    };
    const report = await runRace({
      ...SIZE,
      prepare: async (round) => {
        await pool.query('INSERT INTO naive VALUES ($1, 1000, 0)', [round]);
        return round;
      },
      act: naive,
      effects: async (user) =>
        (await pool.query('SELECT spent FROM naive WHERE user_id = $1', [user])).rows[0].spent,
    });
    expect(report.doubled).toBeGreaterThan(0);
  });
});

describe('placeOrder', () => {
  it('SPOT-340 of equal orders with one id one is placed, and each answer shows it', async () => {
    await expectOneWinner({
      prepare: async () => ({
        user: await server.demo.newUser({ USDT: '100000' }),
        body: { ...order, cid: freshId() },
        answers: new Set<string>(),
      }),
      act: async ({ user, body, answers }) => {
        const { data } = await server.post(user, 'placeOrder', body);
        const news = !answers.has(JSON.stringify(data));
        answers.add(JSON.stringify(data));
        return news;
      },
      effects: ({ user }) => open(user),
    });
  });

  it('SPOT-340 of different orders with one id one is placed, and the others are refused', async () => {
    await expectOneWinner({
      prepare: async () => ({
        user: await server.demo.newUser({ USDT: '100000' }),
        cid: freshId(),
      }),
      act: async ({ user, cid }, contender) => {
        const body = { ...order, limitPrice: `${80_000 + contender}`, cid };
        const { code, data } = await server.post(user, 'placeOrder', body);
        if (code !== 0) expect(data.refusal).toBe('idempotencyConflict');
        return code === 0;
      },
      effects: ({ user }) => open(user),
    });
  });

  it('SPOT-340 of orders that the balance covers once, one is placed', async () => {
    await expectOneWinner({
      prepare: () => server.demo.newUser(ONE),
      act: async (user) => {
        const { code, data } = await server.post(user, 'placeOrder', order);
        if (code !== 0) expect(data.refusal).toBe('insufficientBalance');
        return code === 0;
      },
      effects: open,
    });
  });

  it('SPOT-340 of takers of one resting order, one gets it', async () => {
    await expectOneWinner({
      prepare: async () => {
        const maker = await server.demo.newUser({ ETH: '1' });
        const takers = await server.demo.newUsers(PARALLEL, { USDT: '10000' });
        await server.post(maker, 'placeOrder', { ...ether, side: 'sell' });
        return { maker, takers };
      },
      act: async ({ takers }, contender) => {
        const taker = takers[contender] as number;
        const { data } = await server.post(taker, 'placeOrder', { ...ether, timeInForce: 'fok' });
        return data.order.status === 'filled';
      },
      effects: async ({ maker }) => (await server.get(maker, 'getFills')).data.fills.length,
    });
  });
});

describe('cancelOrder and amendOrder', () => {
  it('SPOT-340 of several cancels of one order, one ends it', async () => {
    await expectOneWinner({
      prepare: async () => {
        const user = await server.demo.newUser(ONE);
        const { data } = await server.post(user, 'placeOrder', order);
        return { user, orderId: data.order.id };
      },
      act: async ({ user, orderId }) =>
        (await server.post(user, 'cancelOrder', { orderId })).code === 0,
      effects: async ({ user }) => {
        const { data } = await server.get(user, 'getStatement');
        // A cancel makes no journal entry; the order must have ended once.
        expect(data.lines).toHaveLength(1);
        return (await server.get(user, 'getOrderHistory')).data.orders.length;
      },
    });
  });

  it('SPOT-340 of cancels and takers of one order, one wins', async () => {
    await expectOneWinner({
      prepare: async () => {
        const maker = await server.demo.newUser({ ETH: '1' });
        const taker = await server.demo.newUser({ USDT: '100000' });
        const { data } = await server.post(maker, 'placeOrder', { ...ether, side: 'sell' });
        return { maker, taker, orderId: data.order.id };
      },
      act: async ({ maker, taker, orderId }, contender) => {
        if (contender % 2 === 0)
          return (await server.post(maker, 'cancelOrder', { orderId })).code === 0;
        const { data } = await server.post(taker, 'placeOrder', { ...ether, timeInForce: 'fok' });
        return data.order.status === 'filled';
      },
      effects: async ({ maker, taker }) => {
        const { orders } = (await server.get(maker, 'getOrderHistory')).data;
        const { fills } = (await server.get(taker, 'getFills')).data;
        const sold = orders[0].status === 'filled';
        expect(fills).toHaveLength(sold ? 1 : 0);
        return orders.length;
      },
    });
  });

  it('SPOT-340 of amendments that the balance covers once, one is made', async () => {
    await expectOneWinner({
      prepare: async () => {
        const user = await server.demo.newUser({ USDT: '2000' });
        const [one, two] = [
          await server.post(user, 'placeOrder', { ...order, quantity: '0.005' }),
          await server.post(user, 'placeOrder', { ...order, quantity: '0.005' }),
        ];
        return { user, ids: [one.data.order.id, two.data.order.id] };
      },
      act: async ({ user, ids }, contender) => {
        const orderId = ids[contender % 2];
        const { code } = await server.post(user, 'amendOrder', { orderId, quantity: '0.015' });
        return code === 0;
      },
      effects: async ({ user }) => {
        const { orders } = (await server.get(user, 'getOpenOrders')).data;
        return orders.filter(({ quantity }: { quantity: string }) => quantity === '0.015').length;
      },
    });
  });
});

describe('resetVirtualAccount', () => {
  it('SPOT-340 resets that race with orders leave one balance and no earlier order', async () => {
    const grants = [{ asset: 'USDT', amount: '1000' }];
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await server.demo.newUser(ONE);
      const id = freshId();
      const reset = () =>
        server.demo.send(user, 'resetVirtualAccount', { userId: user, grants }, id);
      const place = () => server.post(user, 'placeOrder', order);
      await Promise.all(
        Array.from({ length: PARALLEL }, (_, i) => (i % 2 === 0 ? reset() : place())),
      );
      const { data } = await server.get(user, 'getAsset2');
      const [usdt] = data.balances;
      expect(usdt.total).toBe('1000');
      const lines = (await server.get(user, 'getStatement')).data.lines;
      const grantsMade = lines.filter(
        (l: { purpose: string; amount: string }) => l.amount === '1000',
      );
      expect(grantsMade).toHaveLength(2);
      expect(await open(user)).toBeLessThanOrEqual(1);
    }
  });
});

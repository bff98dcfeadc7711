import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { isOpen } from '@assay/core/order/order';
import { createDice, type Dice } from '@assay/core/testing/dice';
import type { BalanceView } from '@assay/modules/ledger/schema';
import type { OrderView, TradeView } from '@assay/modules/orders/schema';
import { type Frame, StreamReader, sleep } from '@assay/platform/streams/streams.suite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, tokenOf } from './testing/test-server.ts';

const MARKET = 'BTCUSDT';
const BOOK = `book.${MARKET}`;
const TRADES = `trades.${MARKET}`;

let server: TestServer;
let users: number[] = [];
const readers: StreamReader[] = [];

beforeAll(async () => {
  server = await startTestServer();
  users = await server.demo.newUsers(6, { USDT: '10000000', BTC: '100' });
  await server.demo.quote({ [MARKET]: '60000' });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.socket.terminate();
});
afterAll(() => server.stop());

async function reader(token: string | null): Promise<StreamReader> {
  const made = new StreamReader(`${server.origin.replace('http', 'ws')}/web/stream`, {});
  readers.push(made);
  await made.opened;
  if (token === null) return made;
  made.send({ op: 'auth', token });
  await made.next((frame) => frame.op === 'ack' && frame.of === 'auth');
  return made;
}

const demoReader = (user: number | undefined) => reader(tokenOf('demo', user ?? 0));

/** Frames of a channel from its last snapshot on; throws when a delta is missing. */
function lastRun(of: StreamReader, channel: string): { snapshot: Frame; deltas: Frame[] } {
  const frames = of.of(channel);
  const from = frames.findLastIndex((frame) => frame.kind === 'snapshot');
  const [snapshot, ...deltas] = frames.slice(from);
  if (snapshot === undefined) throw new Error(`${channel} has no snapshot`);
  for (const [i, { n }] of deltas.entries()) {
    if (n !== snapshot.n + i + 1) throw new Error(`${channel}: ${n} after ${snapshot.n + i}`);
  }
  return { snapshot, deltas };
}

function bookOf(of: StreamReader): { bids: string[][]; asks: string[][] } {
  const { snapshot, deltas } = lastRun(of, BOOK);
  const sides = [new Map<string, string[]>(), new Map<string, string[]>()] as const;
  for (const level of snapshot.data.bids) sides[0].set(level[0], level);
  for (const level of snapshot.data.asks) sides[1].set(level[0], level);
  for (const { data } of deltas) {
    for (const [side, price, quantity, house] of data.levels) {
      if (quantity === '0') sides[side as 0 | 1].delete(price);
      else sides[side as 0 | 1].set(price, [price, quantity, house]);
    }
  }
  const sorted = (side: 0 | 1, sign: number) =>
    [...sides[side].values()].sort((a, b) => sign * (Number(a[0]) - Number(b[0])));
  return { bids: sorted(0, -1), asks: sorted(1, 1) };
}

/** Looks until it holds: what has been committed may be on its way to a reader. */
const shortly = (holds: () => unknown) => vi.waitFor(holds, { timeout: 60_000, interval: 20 });

async function depth(): Promise<unknown> {
  const { data } = await server.get(users[0] ?? 0, 'getDepth', { market: MARKET, limit: '500' });
  return { bids: data.bids, asks: data.asks };
}

/**
 * Sends `rounds` bursts of commands of all users; with a pause after each, so that no more trades
 * are made between two frames than one frame carries.
 */
async function trade(dice: Dice, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const burst = Array.from({ length: dice.int(1, 12) }, () => {
      const user = dice.pick(users);
      if (dice.int(0, 19) === 0) return server.demo.send(user, 'cancelAllOrders', {});
      return server.demo.place(user, {
        market: MARKET,
        side: dice.pick(['buy', 'sell']),
        type: 'limit',
        quantity: `0.00${dice.int(1, 9)}`,
        limitPrice: String(60_000 + dice.int(-40, 40)),
      });
    });
    await Promise.all(burst);
    await sleep(5);
    if (dice.int(0, 9) === 0)
      await server.demo.quote({ [MARKET]: String(60_000 + dice.int(-5, 5)) });
  }
}

describe('books and trades', () => {
  it('SPOT-350 SPOT-352 readers that join at any time have the committed book and every trade', async () => {
    const dice = createDice(11);
    const trading = trade(dice, 250);
    const joined: StreamReader[] = [];
    for (let i = 0; i < 8; i += 1) {
      const one = await demoReader(users[i % users.length]);
      one.subscribe(BOOK);
      one.subscribe(TRADES);
      joined.push(one);
      await sleep(dice.int(20, 120));
    }
    await trading;
    const wanted = await depth();
    const { data } = await server.get(users[0] ?? 0, 'getDealList', {
      market: MARKET,
      limit: '1000',
    });
    const all: TradeView[] = data.trades;
    for (const one of joined) {
      await shortly(() => {
        expect(bookOf(one)).toEqual(wanted);
        const { snapshot, deltas } = lastRun(one, TRADES);
        const trades: TradeView[] = [snapshot, ...deltas].flatMap((frame) => frame.data.trades);
        expect(snapshot.data.trades.length).toBeLessThanOrEqual(50);
        expect(trades).toEqual(all.slice((trades[0]?.id ?? 0) - 1));
      });
    }
    expect(joined[0]?.of(BOOK).length).toBeGreaterThan(5);
  });

  it('SPOT-352 of a burst the last 200 trades are published, and the gap in the ids shows that', async () => {
    const market = 'ETHUSDT';
    const channel = `trades.${market}`;
    const limit = { market, type: 'limit', limitPrice: '3000' } as const;
    const [one, two] = await server.demo.newUsers(2, { ETH: '10' });
    const makers = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? one : two) ?? 0);
    const offer = { ...limit, side: 'sell', quantity: '0.01' } as const;
    await Promise.all(makers.map((maker) => server.demo.place(maker, offer)));
    const taker = await demoReader(users[0]);
    taker.subscribe(channel);
    await taker.next((frame) => frame.channel === channel && frame.kind === 'snapshot');
    await server.demo.place(users[0] ?? 0, { ...limit, side: 'buy', quantity: '3' });
    const { data } = await taker.next((frame) => frame.kind === 'delta');
    const { trades } = (await server.get(users[0] ?? 0, 'getDealList', { market, limit: '200' }))
      .data;
    expect(trades[0].id).toBe(101);
    expect(data.trades).toEqual(trades);
  });

  it('SPOT-355 channels of the other realm and of unknown markets do not exist', async () => {
    const visitor = await reader(null);
    for (const channel of [BOOK, TRADES, 'account', 'book.NOPEUSDT', 'book', 'trades']) {
      visitor.subscribe(channel);
    }
    await visitor.next(({ op, channel }) => op === 'error' && channel === 'trades');
    for (const channel of [BOOK, TRADES]) {
      await visitor.next((frame) => frame.channel === channel && frame.kind === 'snapshot');
    }
    expect(visitor.of(BOOK)).toMatchObject([{ kind: 'snapshot', data: { bids: [], asks: [] } }]);
    expect(visitor.of(TRADES)).toMatchObject([{ kind: 'snapshot', data: { trades: [] } }]);
    const errors = visitor.received.filter((frame) => frame.op === 'error');
    expect(errors.map(({ channel, error }) => [channel, error])).toEqual([
      ['account', 'signIn'],
      ['book.NOPEUSDT', 'unknownChannel'],
      ['book', 'unknownChannel'],
      ['trades', 'unknownChannel'],
    ]);
  });
});

describe('the account', () => {
  interface Account {
    orders: Map<number, OrderView>;
    balances: Map<string, BalanceView>;
    fills: string[];
  }

  /** As clients do it: the snapshot, then the deltas above its number. */
  function accountOf(of: StreamReader): Account {
    const { snapshot, deltas } = lastRun(of, 'account');
    const account: Account = { orders: new Map(), balances: new Map(), fills: [] };
    for (const { kind, data } of [snapshot, ...deltas]) {
      if (kind === 'delta' && data.seq <= snapshot.data.seq) continue;
      for (const order of data.orders ?? []) {
        if (isOpen(order)) account.orders.set(order.id, order);
        else account.orders.delete(order.id);
      }
      for (const balance of data.balances ?? []) account.balances.set(balance.asset, balance);
      for (const fill of data.fills ?? []) account.fills.push(`${fill.orderId} ${fill.id}`);
    }
    return account;
  }

  it('SPOT-354 SPOT-355 snapshot and deltas equal what is stored, and contain no other account', async () => {
    const dice = createDice(23);
    const trading = trade(dice, 300);
    const joined: [number, StreamReader][] = [];
    // One person may have few connections at a time: old ones are closed.
    for (let i = 0; i < 24; i += 1) {
      const user = users[i % users.length] ?? 0;
      const one = await demoReader(user);
      one.subscribe('account');
      joined.push([user, one]);
      await sleep(dice.int(0, 60));
    }
    await trading;
    for (const [user, one] of joined) {
      const open = (await server.get(user, 'getOpenOrders')).data.orders as OrderView[];
      const stored = (await server.get(user, 'getAsset2')).data.balances as BalanceView[];
      await shortly(() => {
        const { orders, balances, fills } = accountOf(one);
        expect([...orders.values()].sort((a, b) => b.id - a.id)).toEqual(open);
        for (const balance of stored) {
          // The value moves with the index, not with the account.
          const { valueUsdt: _, ...amounts } = balance;
          if (balance.total !== '0') expect(balances.get(balance.asset)).toMatchObject(amounts);
        }
        expect(new Set(fills).size).toBe(fills.length);
      });
    }
    const [, longest] = joined[0] as [number, StreamReader];
    expect(lastRun(longest, 'account').deltas.length).toBeGreaterThan(50);
  });

  it('SPOT-354 a batch is one delta with all of its changes', async () => {
    const user = await server.demo.newUser({ USDT: '1000' });
    const one = await demoReader(user);
    one.subscribe('account');
    await one.next((frame) => frame.channel === 'account');
    const body = { market: MARKET, side: 'buy', type: 'market', quoteAmount: '100' };
    const { data } = await server.post(user, 'placeOrder', body);
    const delta = await one.next((frame) => frame.channel === 'account' && frame.kind === 'delta');
    const units = (text: string) => parseDecimal(text, SCALE) as bigint;
    const bought = units(data.order.filledQuantity) - units(data.order.fee);
    expect(delta.data).toEqual({
      seq: data.order.seq,
      orders: [data.order],
      fills: data.fills,
      balances: expect.arrayContaining([
        expect.objectContaining({ asset: 'USDT', held: '0', wallet: 'currency' }),
        expect.objectContaining({ asset: 'BTC', available: formatDecimal(bought, SCALE) }),
      ]),
    });
    await sleep(100);
    expect(one.of('account')).toHaveLength(2);
  });
});

describe('a slow commit', () => {
  it('SPOT-353 nothing is answered, shown or published before it is done', async () => {
    const user = await server.demo.newUser({ USDT: '1000' });
    const one = await demoReader(user);
    for (const channel of [BOOK, TRADES, 'account']) one.subscribe(channel);
    for (const channel of [BOOK, TRADES, 'account']) {
      await one.next((frame) => frame.channel === channel && frame.kind === 'snapshot');
    }
    const shown = await depth();
    await shortly(() => expect(bookOf(one)).toEqual(shown));
    const before = { depth: shown, received: one.received.length };
    const { seq } = server.demo.engine.status;
    const lock = await server.demo.db.pool.connect();
    await lock.query('BEGIN');
    // Every batch updates the engine's row: whoever locks it delays the commits.
    await lock.query('SELECT 1 FROM demo.engine FOR UPDATE');
    const market = { market: MARKET, side: 'buy', type: 'market', quoteAmount: '100' };
    const resting = { ...market, type: 'limit', quoteAmount: undefined, quantity: '0.001' };
    let answered = 0;
    const answers = [market, { ...resting, limitPrice: '51000' }].map(async (order) => {
      const answer = await server.post(user, 'placeOrder', order);
      answered += 1;
      return answer;
    });
    // Both are decided, and had time to show.
    await shortly(() => expect(server.demo.engine.status.seq).toBe(seq + 2));
    await sleep(400);
    expect(server.demo.engine.status.durableSeq).toBe(seq);
    expect({ answered, received: one.received.length }).toEqual({
      answered: 0,
      received: before.received,
    });
    expect(await depth()).toEqual(before.depth);
    expect((await server.get(user, 'getOpenOrders')).data.orders).toEqual([]);
    await lock.query('COMMIT');
    lock.release();
    for (const { code } of await Promise.all(answers)) expect(code).toBe(0);
    const wanted = await depth();
    await shortly(() => {
      const frames = one.received
        .slice(before.received)
        .map((frame) => `${frame.channel} ${frame.kind}`);
      const kinds = [`${BOOK} delta`, `${TRADES} delta`, 'account delta'];
      expect(new Set(frames)).toEqual(new Set(kinds));
      expect(bookOf(one)).toEqual(wanted);
    });
  });
});

describe('a commit that is not confirmed', () => {
  it('SPOT-353 readers get what the database has, and nothing else', async () => {
    const user = users[1] ?? 0;
    const one = await demoReader(user);
    one.subscribe(BOOK);
    one.subscribe('account');
    await one.next((frame) => frame.channel === 'account');
    const { pool } = server.demo.db;
    const dice = createDice(5);
    const answers = { confirmed: 0, unknown: 0 };
    for (let round = 0; round < 4; round += 1) {
      const placing = Array.from({ length: 60 }, async (_, i) => {
        await sleep(i / 2);
        const body = { market: MARKET, side: 'buy', type: 'limit', quantity: '0.001' };
        const limitPrice = String(50_000 + dice.int(0, 500));
        const { code } = await server.post(user, 'placeOrder', { ...body, limitPrice });
        if (code === 0) answers.confirmed += 1;
        else answers.unknown += 1;
      });
      await sleep(dice.int(5, 25));
      // On a busy machine none may be confirmed by then: in one round the first one is waited for.
      while (round === 0 && answers.confirmed === 0) await sleep(1);
      await pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
      await Promise.all(placing);
      await shortly(() => expect(server.demo.engine.status.state).toBe('ready'));
      await server.post(user, 'cancelAllOrders');
    }
    expect(answers.confirmed).toBeGreaterThan(0);
    expect(answers.unknown).toBeGreaterThan(0);
    const wanted = await depth();
    await shortly(() => expect(bookOf(one)).toEqual(wanted));
    const levels = await pool.query(
      'SELECT count(DISTINCT (side, limit_ticks)) FROM demo.open_order WHERE status > 0',
    );
    const book = bookOf(one);
    expect(book.bids.length + book.asks.length).toBe(Number(levels.rows[0].count));
    expect(one.of(BOOK).filter((frame) => frame.kind === 'snapshot').length).toBeGreaterThan(1);
    server.demo.audit();
  });
});

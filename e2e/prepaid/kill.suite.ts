import { createDice, type Dice } from '@assay/core/testing/dice';
import { openDatabase } from '@assay/platform/db/database';
import { expect, it } from 'vitest';
import { type Answer, Program } from '../harness/calls.ts';
import { decimal, units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { CONTRACT } from './contract.ts';
import { Reckoning, type Side } from './reckoning.ts';

const KILLS = 2;
const ORDERS_BEFORE_A_KILL = 60;
const START = units('100,000');
const LOT = units(CONTRACT.stepSize);

/** What is read of an order and of a fill. */
interface Order {
  readonly id: number;
  readonly side: Side;
  readonly quantity: string;
  readonly filledQuantity: string;
  readonly limitPrice: string;
}
interface Fill extends Pick<Order, 'side' | 'quantity'> {
  readonly id: number;
  readonly orderId: number;
  readonly price: string;
  readonly liquidity: string;
}

/** Somebody who sends orders one after the other, each again until it is answered. */
class Trader {
  readonly program = new Program(stage.address);
  readonly placed = new Map<number, Order>();
  readonly fills: Fill[] = [];
  readonly canceled: number[] = [];
  userId = 0;
  #sent = 0;

  async open(): Promise<this> {
    await this.program.practise();
    this.userId = Number((await this.program.get('getInfo')).userId);
    return this;
  }

  async act(dice: Dice): Promise<void> {
    const side: Side = dice.pick(['buy', 'sell']);
    const quantity = `${dice.int(1, 200) / 10_000}`;
    const order = { market: CONTRACT.symbol, side, quantity };
    const open = [...this.placed.keys()];
    const kind = dice.int(0, 9);
    if (kind < 2 && open.length > 0) return this.#cancel(dice.pick(open));
    if (kind < 4) return this.#place({ ...order, type: 'market' });
    return this.#place({ ...order, type: 'limit', limitPrice: `${99_000 + dice.int(0, 100)}` });
  }

  async #place(order: object): Promise<void> {
    const answer = await this.#insist('placeOrder', order);
    if (answer === null) return;
    const placed = answer.order as Order;
    this.placed.set(placed.id, placed);
    this.fills.push(...(answer.fills as Fill[]));
  }

  async #cancel(orderId: number): Promise<void> {
    if ((await this.#insist('cancelOrder', { orderId })) !== null) this.canceled.push(orderId);
  }

  /** Null for a refusal. */
  async #insist(call: string, body: object): Promise<Answer | null> {
    this.#sent += 1;
    const cid = `trader-${this.userId}-${this.#sent}`;
    for (;;) {
      try {
        return await this.program.post(call, { ...body, cid });
      } catch (error) {
        if (String(error).includes('"code":1,')) return null;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async all<T>(call: string, list: string): Promise<T[]> {
    const rows: T[] = [];
    for (let before: unknown = null; ; ) {
      const input = { market: CONTRACT.symbol, limit: '500' };
      const page = await this.program.get(
        call,
        before === null ? input : { ...input, before: `${before}` },
      );
      rows.push(...(page[list] as T[]));
      before = page.next ?? null;
      if (before === null) return rows;
    }
  }
}

export function killJourney(): void {
  it('ORDR-011 killed while contracts are traded, the server has exactly what it acknowledged', async () => {
    const traders = await Promise.all([1, 2, 3].map(() => new Trader().open()));
    for (let kill = 0; kill < KILLS; kill += 1) await killWhile(traders, createDice(kill));
    const positions = await positionsOf(stage.server.databaseUrl);
    for (const trader of traders) await expectAcknowledged(trader, positions);
    expect(traders.flatMap(({ fills }) => fills).length).toBeGreaterThan(30);
  });
}

/** The server is killed in the middle of the orders, and started again. */
async function killWhile(traders: readonly Trader[], dice: Dice): Promise<void> {
  let acted = 0;
  let killed: Promise<void> | null = null;
  const killOnce = async () => {
    await stage.server.kill();
    await stage.server.start();
  };
  const goOn = async (trader: Trader) => {
    for (let i = 0; i < ORDERS_BEFORE_A_KILL; i += 1) {
      await trader.act(dice);
      acted += 1;
      if (acted === ORDERS_BEFORE_A_KILL) killed = killOnce();
    }
  };
  await Promise.all(traders.map(goOn));
  await killed;
}

/** Orders, position and balance are what the answers and the fills come to, by plain arithmetic. */
async function expectAcknowledged(trader: Trader, positions: Positions): Promise<void> {
  const market = CONTRACT.symbol;
  const open = (await trader.program.get('getOpenOrders', { market })).orders as Order[];
  const ended = await trader.all<Order>('getOrderHistory', 'orders');
  const known = [...open, ...ended].map(({ id }) => id);
  expect(known.sort()).toEqual([...trader.placed.keys()].sort());
  const openIds = new Set(open.map(({ id }) => id));
  expect(trader.canceled.filter((id) => openIds.has(id))).toEqual([]);

  const fills = (await trader.all<Fill>('getFills', 'fills')).sort((a, b) => a.id - b.id);
  const nameOf = ({ id, side, price, quantity }: Fill) => `${id} ${side} ${quantity} at ${price}`;
  expect(fills.map(nameOf)).toEqual(expect.arrayContaining(trader.fills.map(nameOf)));

  const own = new Reckoning(START);
  for (const { orderId, side, price, quantity, liquidity } of fills) {
    const maker = liquidity === 'maker';
    own.trade({ orderId, side, price: units(price), quantity: units(quantity), maker });
  }
  let held = 0n;
  for (const { id, side, limitPrice, quantity, filledQuantity } of open) {
    held += own.held(id, side, units(limitPrice), units(quantity) - units(filledQuantity));
  }
  expect(positions.get(trader.userId) ?? 0n).toBe(own.position);
  const { balances } = await trader.program.get('getAsset2');
  const listed = balances as { asset: string; available: string; held: string }[];
  const usdt = listed.find(({ asset }) => asset === 'USDT');
  const available = decimal(own.balance - held);
  expect(usdt).toMatchObject({ available, held: held === 0n ? '0' : decimal(held) });
}

/** Lots of each holder in the durable table, as quantities. */
type Positions = ReadonlyMap<number, bigint>;

async function positionsOf(url: string): Promise<Positions> {
  const db = await openDatabase({ url, folder: '' });
  const { rows } = await db.pool.query('SELECT user_id, lots FROM demo.prepaid_position');
  await db.close();
  return new Map(rows.map(({ user_id, lots }) => [Number(user_id), BigInt(lots) * LOT]));
}

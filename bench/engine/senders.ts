import { OWNER } from '@assay/core/ledger/owners';
import type { RealmEngine } from '../../apps/server/realm.ts';
import type { Answer, OrderClient } from '../orders/rounds.ts';
import { setUpCommands } from '../scenes/choose.ts';

/** Orders that are submitted to an engine in process. */

/** Few enough for an engine that turns further commands away. */
const TOGETHER = 1_000;
const MAKER = 5_000;
/** Who place and cancel beside other work. */
const TRADERS = 4;
const market = 'BENCHUSDT';

/** Prepares a new realm: users with funds, and a market with a price and two deep offers. */
export async function openMarket(engine: RealmEngine): Promise<void> {
  const commands = setUpCommands();
  for (let at = 0; at < commands.length; at += TOGETHER) {
    const some = commands.slice(at, at + TOGETHER);
    await Promise.all(some.map((command) => engine.submitAny(command)));
  }
  const rests = { market, type: 'limit', quantity: '90000' };
  for (const [side, limitPrice] of [
    ['sell', '10.01'],
    ['buy', '10'],
  ] as const) {
    const body = { ...rests, side, limitPrice };
    await engine.submitAny({ type: 'placeOrder', actor: MAKER, body });
  }
  const prices = [{ index: 'BENCH-USDT', price: '10', n: 1 }];
  await engine.submitAny({ type: 'recordPrices', actor: OWNER.feeds, body: { prices } });
}

/** One sender, which gets the engine's own reply. */
export function senderTo(engine: RealmEngine, actor: number): OrderClient {
  const send = async (type: string, id: string, body: object): Promise<Answer> => {
    const reply = await engine.submitAny({ type, actor, id, body });
    return { ok: reply.ok, orderId: reply.ok ? String(reply.value.id) : undefined };
  };
  const place = (name: string, order: object) =>
    send('placeOrder', `place-${name}`, { market, ...order });
  const limit = { side: 'buy', type: 'limit', quantity: '2', limitPrice: '9' };
  return {
    rest: (clientOrderId) => place(clientOrderId, { ...limit, clientOrderId }),
    cancel: (orderId, name) => send('cancelOrder', `cancel-${name}`, { orderId: Number(orderId) }),
    take: (side, name) => place(name, { side, type: 'market', quoteAmount: '20' }),
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Places and cancels until it is to stop; how long each took, in ms. */
export async function trade(
  engine: RealmEngine,
  name: string,
  goesOn: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  const one = async (actor: number) => {
    const sender = senderTo(engine, actor);
    for (let n = 0; goesOn(); n += 1) {
      const started = performance.now();
      const { orderId } = await sender.rest(`${name}-${n}`);
      const placed = performance.now();
      times.push(placed - started);
      await sender.cancel(orderId ?? '', `${name}-${n}`);
      times.push(performance.now() - placed);
      await pause(1);
    }
  };
  await Promise.all(Array.from({ length: TRADERS }, (_, n) => one(MAKER + 1 + n)));
  return times;
}

/** The time within which so large a share of them was. */
export function at(share: number, times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Number((sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1));
}

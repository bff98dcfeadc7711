import { createDice } from '@assay/core/testing/dice';
import { Program } from '../../e2e/harness/calls.ts';

const DECIMALS = 2;

/**
 * Changes a book of the demo realm `perSecond` times a second through the calls: each order rests
 * on a visible level and is cancelled in the next turn of its trader. `stop` ends the changes, and
 * `changes` counts the answered ones.
 */
export async function startTraders(address: string, market: string, perSecond: number) {
  const traders = await Promise.all(
    Array.from({ length: 10 }, () => new Program(address).practise()),
  );
  const dice = createDice(11);
  const resting = new Map<Program, number>();
  let best = 0;
  let changes = 0;
  const look = async () => {
    const { bids } = await traders[0]!.get('getDepth', { market, limit: '5' });
    best = Number((bids as [string, string][])[0]?.[0]);
  };
  await look();
  const looks = setInterval(() => void look().catch(() => undefined), 1000);
  const turn = async (trader: Program) => {
    const orderId = resting.get(trader);
    resting.delete(trader);
    if (orderId !== undefined) await trader.post('cancelOrder', { orderId });
    else {
      const limitPrice = (best * (1 - dice.int(1, 15) / 10_000)).toFixed(DECIMALS);
      const order = { market, side: 'buy', type: 'limit', quantity: '0.05', limitPrice };
      const { order: placed } = await trader.post('placeOrder', order);
      resting.set(trader, (placed as { id: number }).id);
    }
    changes += 1;
  };
  let next = 0;
  const turns = setInterval(() => {
    next += 1;
    // A refused command is no change; the next turn tries again.
    void turn(traders[next % traders.length]!).catch(() => undefined);
  }, 1000 / perSecond);
  return {
    changes: () => changes,
    stop: () => {
      clearInterval(turns);
      clearInterval(looks);
    },
  };
}

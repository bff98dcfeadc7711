import { ask, openAccount, tokenOf } from './ask.ts';
import { restingIn } from './history.ts';

const TRADERS = 8;
/** Of each trader, whose account may send 20 a second. */
const ORDERS_PER_SECOND = 12;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Places and cancels at a steady rate; resolves with the sorted times of the commands. */
export async function trickle(traders: readonly Trader[], seconds: number): Promise<Float64Array> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const every = 1_000 / ORDERS_PER_SECOND;
  await Promise.all(
    traders.map(async ({ place, cancel }, i) => {
      await sleep((every * i) / traders.length);
      for (let due = performance.now(); due < until; due += every) {
        await sleep(Math.max(0, due - performance.now()));
        // Timed from when it was due, so that a late one counts its waiting.
        const orderId = await place();
        times.push(performance.now() - due);
        if (orderId !== undefined) await cancel(orderId);
      }
    }),
  );
  return Float64Array.from(times).sort();
}

/** Orders of others, a few at a time. */
export interface Trader {
  /** Undefined where a burst after a pause went beyond the limit of orders. */
  place(): Promise<string | undefined>;
  cancel(orderId: string): Promise<void>;
}

/** Traders with accounts and networks of their own. */
export async function openTraders(port: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let i = 0; i < TRADERS; i += 1) traders.push(await openTrader(port, i));
  return traders;
}

async function openTrader(port: number, i: number): Promise<Trader> {
  const from = { port, ip: `198.51.${100 + i}.7` };
  const { token } = await openAccount(from);
  const { market, price, quantity } = await restingIn(from, 'BTCUSDT');
  const headers = tokenOf(token);
  const form = `market=${market}&side=buy&type=limit&quantity=${quantity}&limitPrice=${price}`;
  return {
    place: async () => {
      const path = '/web/placeOrder';
      const { status, body } = await ask(from, { method: 'POST', path, headers, form });
      const orderId = /"order":\{"id":(\d+)/.exec(body)?.[1];
      if (orderId === undefined && status !== 429) throw new Error(body);
      return orderId;
    },
    cancel: async (orderId) => {
      const path = '/web/cancelOrder';
      await ask(from, { method: 'POST', path, headers, form: `orderId=${orderId}` });
    },
  };
}

import { createDice } from '@assay/core/testing/dice';
import { type Frame, sleep } from '@assay/platform/streams/streams.suite';
import { expect, vi } from 'vitest';
import type { TestApi } from '../../../apps/server/testing/test-api.ts';
import { type Client, type OnEvent, SYMBOL } from './client.suite.ts';

/** A client that follows the changes of a book, and may keep the book itself. */
export interface Follower {
  readonly streams: { depth(onEvent: OnEvent): unknown };
  keptBook?: Client['keptBook'];
  end(): unknown;
}

/** Sends commands of all users and of the house for `ms` milliseconds and while it `goesOn`. */
export async function load(
  { demo }: Pick<TestApi, 'demo'>,
  users: readonly number[],
  ms: number,
  goesOn = () => false,
): Promise<void> {
  const dice = createDice(7);
  const until = Date.now() + ms;
  let index = 60_000;
  while (Date.now() < until || goesOn()) {
    // The price is pulled back, so that the book never has more levels than one answer.
    index += dice.int(-20, 20) - Math.round((index - 60_000) / 50);
    const commands: Promise<unknown>[] = [demo.quote({ [SYMBOL]: String(index) })];
    for (const user of users) {
      const side = dice.int(0, 1) === 1 ? 'buy' : 'sell';
      const quantity = `0.0${dice.int(10, 99)}`;
      const limitPrice = String(index + dice.int(-60, 60));
      const order =
        dice.int(1, 10) <= 3
          ? { market: SYMBOL, side, type: 'market', quantity }
          : { market: SYMBOL, side, type: 'limit', quantity, limitPrice };
      commands.push(demo.place(user, order as never));
      if (dice.int(1, 10) === 1) commands.push(demo.send(user, 'cancelAllOrders', {}));
    }
    await Promise.all(commands);
    await sleep(dice.int(0, 20));
  }
}

/** A book kept by the events of a depth stream, as clients keep it. */
export class FollowedBook {
  readonly #sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  last: number;
  /** Events that did not follow the one before. */
  gaps = 0;
  events = 0;

  constructor(snapshot: Frame, events: readonly Frame[] = []) {
    this.last = snapshot.lastUpdateId;
    this.#set('b', snapshot.bids);
    this.#set('a', snapshot.asks);
    for (const event of events) this.#apply(event);
  }

  /** The levels as REST shows them. */
  levels(): { bids: string[][]; asks: string[][] } {
    const sorted = (side: 'b' | 'a', sign: number) =>
      [...this.#sides[side]].sort(([x], [y]) => sign * (Number(x) - Number(y)));
    return { bids: sorted('b', -1), asks: sorted('a', 1) };
  }

  #apply(event: Frame): void {
    if (event.u <= this.last) return;
    if (this.events === 0 ? event.U > this.last + 1 : event.U !== this.last + 1) this.gaps += 1;
    this.events += 1;
    this.last = event.u;
    this.#set('b', event.b);
    this.#set('a', event.a);
  }

  #set(side: 'b' | 'a', levels: string[][]): void {
    for (const [price = '', quantity = ''] of levels) {
      if (quantity === '0') this.#sides[side].delete(price);
      else this.#sides[side].set(price, quantity);
    }
  }
}

const numbers = (levels: string[][]) => levels.map((level) => level.map(Number));

/** Followers side by side, compared with REST. */
export class Followers {
  readonly #api: TestApi;
  readonly #all: readonly { name: string; follower: Follower; received: Frame[] }[];

  constructor(api: TestApi, followers: readonly (readonly [name: string, follower: Follower])[]) {
    this.#api = api;
    this.#all = followers.map(([name, follower]) => ({ name, follower, received: [] }));
  }

  /** Subscribes each of them; resolves only while the market moves. */
  async follow(): Promise<void> {
    for (const { follower, received } of this.#all) {
      await follower.streams.depth((event) => received.push(event));
    }
  }

  /** The current book, once every follower has received an event later than `seq`. */
  async snapshot(seq = 0): Promise<Frame> {
    await this.#until(seq + 1);
    const { body } = await this.#api.send('GET', '/api/v3/depth', `symbol=${SYMBOL}&limit=5000`);
    return body;
  }

  /**
   * Expects that every follower has the current book, whichever snapshot it started from. Followers
   * that keep a book themselves restarted it only if the sockets were cut.
   */
  async expectInStep(snapshots: readonly Frame[], cut: boolean): Promise<void> {
    const { demo } = this.#api;
    // The last change of all: a follower that received it has received everything.
    const user = await demo.newUser();
    const last = { market: SYMBOL, side: 'buy', type: 'limit', limitPrice: '50000' } as const;
    await demo.place(user, { ...last, quantity: '0.01' });
    const now = await this.snapshot(demo.engine.status.seq - 1);
    for (const { name, follower, received } of this.#all) {
      const kept = follower.keptBook?.();
      if (kept !== undefined) {
        expect(kept.bids, name).toEqual(numbers(now.bids));
        expect(kept.asks, name).toEqual(numbers(now.asks));
        expect(kept.restarts > 0, name).toBe(cut);
        continue;
      }
      for (const snapshot of snapshots) {
        const book = new FollowedBook(snapshot, received);
        expect(book.gaps, name).toBe(0);
        expect(book.events, name).toBeGreaterThan(0);
        expect(book.levels(), name).toEqual({ bids: now.bids, asks: now.asks });
      }
    }
  }

  end(): Promise<unknown> {
    return Promise.all(this.#all.map(({ follower }) => follower.end()));
  }

  async #until(seq: number): Promise<void> {
    const late = () =>
      this.#all.filter(({ received }) => (received.at(-1)?.u ?? 0) < seq).map(({ name }) => name);
    await vi
      .waitUntil(() => late().length === 0, { timeout: 60_000, interval: 50 })
      .catch(() => expect(late(), `have not received ${seq}`).toEqual([]));
  }
}

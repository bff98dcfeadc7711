import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe } from '@assay/core/num/decimal';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { createSpotRealm, type SpotRealm, setUp } from '../spot/testing/spot-realm.ts';
import { allLevels } from './machine/levels.ts';
import { PublishedBook } from './published-book.ts';
import type { LevelFact } from './schema/index.ts';
import { BOOK_LEVELS, type BookDelta, type BookSnapshot } from './schema/index.ts';
import { endBatch, send } from './testing/subject.ts';

const MARKET = 'BTCUSDT';
const INDEX = 'BTC-USDT';
const USERS = [1000, 1001, 1002];

/** A reader of the stream, which knows only what was sent to it. */
class Reader {
  readonly #sides: readonly Map<string, readonly string[]>[] = [new Map(), new Map()];

  constructor({ bids, asks }: BookSnapshot) {
    for (const level of bids) this.#sides[0]?.set(level[0], level);
    for (const level of asks) this.#sides[1]?.set(level[0], level);
  }

  apply({ levels }: BookDelta): void {
    for (const [side, price, quantity, house] of levels) {
      if (quantity !== '0') this.#sides[side]?.set(price, [price, quantity, house]);
      else if (!this.#sides[side]?.delete(price)) throw new Error(`${price} was not there`);
    }
  }

  get book(): unknown {
    const sorted = (side: number, sign: number) =>
      [...(this.#sides[side]?.values() ?? [])].sort((a, b) => sign * (Number(a[0]) - Number(b[0])));
    return { bids: sorted(0, -1), asks: sorted(1, 1) };
  }
}

/** A random command around a moving price. */
function step(realm: SpotRealm, dice: Dice, now: number, tick: number): void {
  const center = 60_000 + 400 * Math.sin(tick / 60);
  const price = (away: number) => (center + away).toFixed(2).replace(/\.?0+$/, '');
  const actor = dice.pick(USERS);
  const kind = dice.int(0, 9);
  if (kind === 0) {
    const prices = [{ index: INDEX, price: price(0), n: tick + 1 }];
    send(realm.sequencer, { type: 'recordPrices', actor: OWNER.feeds, body: { prices }, now });
  } else if (kind === 1) {
    send(realm.sequencer, { type: 'cancelAllOrders', actor, body: {}, now });
  } else {
    const side = dice.pick(['buy', 'sell']);
    const order = {
      market: MARKET,
      side,
      type: 'limit',
      quantity: formatSafe(dice.int(10, 90), 5),
      limitPrice: price(dice.int(-120, 120) * (kind > 7 ? 5 : 0.5)),
    };
    send(realm.sequencer, { type: 'placeOrder', actor, body: order, now });
  }
}

function levelsOf(realm: SpotRealm): BookSnapshot {
  const live = realm.orders.market(MARKET);
  const levels = live === undefined ? [] : allLevels(live);
  const of = (side: number, sign: number) =>
    levels
      .filter((level) => level[0] === side)
      .map(([, price, quantity, house]): [string, string, string] => [price, quantity, house])
      .sort((a, b) => sign * (Number(a[0]) - Number(b[0])));
  return { bids: of(0, -1), asks: of(1, 1) };
}

/** As toEqual, but fast enough for thousands of whole books. */
function expectSame(actual: unknown, wanted: unknown): void {
  const [text, other] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (text !== other) expect(actual).toEqual(wanted);
}

describe('the published book', () => {
  it.each([1, 2])(
    'SPOT-350 a snapshot and its deltas equal the book whenever they are taken, seed %i',
    (seed) => {
      const dice = createDice(seed);
      const realm = createSpotRealm();
      for (const command of setUp(USERS, 1)) send(realm.sequencer, command);
      endBatch(realm.sequencer.list);
      const book = new PublishedBook();
      let readers = [new Reader(book.takeSnapshot())];
      let cuts = 0;
      let changes = 0;
      for (let tick = 0; tick < 1_500; tick += 1) {
        for (let i = dice.int(1, 3); i > 0; i -= 1) step(realm, dice, tick * 100, tick);
        for (const fact of endBatch(realm.sequencer.list)) {
          if (fact.type !== 'bookChanged' || fact.market !== MARKET) continue;
          book.apply(fact.levels as LevelFact[]);
        }
        expectSame(book.depth(10_000), levelsOf(realm));
        // Several batches may pass before a delta is sent.
        if (dice.int(0, 2) === 0) continue;
        const delta = book.takeDelta();
        changes += delta.levels.length;
        for (const reader of readers) {
          reader.apply(delta);
          expectSame(reader.book, book.depth(BOOK_LEVELS));
          cuts += 1;
        }
        if (dice.int(0, 50) === 0)
          readers = [...readers.slice(-2), new Reader(book.takeSnapshot())];
      }
      expect(cuts).toBeGreaterThan(1_000);
      expect(changes).toBeGreaterThan(5_000);
      realm.sequencer.audit();
    },
  );

  it('SPOT-351 only the best levels are published, and a level that leaves them is removed', () => {
    const book = new PublishedBook();
    const bid = (i: number, quantity = '1'): LevelFact => [0, `${1_000 + i}`, quantity, '0'];
    book.apply(Array.from({ length: 700 }, (_, i) => bid(i)));
    const { bids, asks } = book.takeSnapshot();
    expect({ bids: bids.length, asks: asks.length }).toEqual({ bids: BOOK_LEVELS, asks: 0 });
    expect(bids[0]?.[0]).toBe('1699');
    expect(bids.at(-1)?.[0]).toBe('1200');
    book.apply([bid(700)]);
    expect(book.takeDelta().levels).toEqual([
      [0, '1700', '1', '0'],
      [0, '1200', '0', '0'],
    ]);
    book.apply([bid(100, '5'), bid(700, '0')]);
    expect(book.takeDelta().levels).toEqual([
      [0, '1700', '0', '0'],
      [0, '1200', '1', '0'],
    ]);
    expect(book.depth(1_000).bids).toHaveLength(700);
    book.reset([]);
    expect(book.takeDelta().levels).toHaveLength(BOOK_LEVELS);
    expect(book.takeDelta().levels).toEqual([]);
  });

  it('SPOT-350 levels are in the order of their prices, whatever the number of digits', () => {
    const dice = createDice(7);
    const book = new PublishedBook();
    const units = new Set<number>();
    while (units.size < 300) units.add(dice.int(1, 10 ** dice.int(1, 9)));
    const shuffled = [...units].sort((a, b) => (a % 97) - (b % 97));
    for (const side of [0, 1] as const) {
      book.apply(shuffled.map((unit): LevelFact => [side, formatSafe(unit, 4), '1', '0']));
    }
    const rising = [...units].sort((a, b) => a - b).map((unit) => formatSafe(unit, 4));
    const { bids, asks } = book.depth(300);
    expect(asks.map(([price]) => price)).toEqual(rising);
    expect(bids.map(([price]) => price)).toEqual(rising.reverse());
  });
});

import { OWNER } from '@assay/core/ledger/owners';
import { BOUNDS, type Bounds } from '@assay/core/order/life/bounds';
import type { Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../apps/server/realm.ts';

/**
 * The time that each bound of one command stands for (core/order/life/bounds.ts): deciding the
 * longest command that it allows, with everything that happens to the command before it goes to the
 * database. Beside it the same command without bounds, on the same orders: as many as somebody may
 * have put there. Both take turns, each in a realm of its own; figures are medians in ms.
 */
const TURNS = 7;
const RESTING = 7_000;
const STOPPERS = 2_000;
const STOPS_OF_USER = 25;
const OPEN_IN_MARKET = 200;
const UNBOUNDED: Bounds = { fills: 1e9, slice: 1e9, openOrders: 1e9 };
const START = 1_763_640_000_000;

const baseOf = (n: number) => `A${n}`;
const symbolOf = (n: number) => `A${n}USDT`;

const MARKET = {
  ...{ symbol: symbolOf(0), base: baseOf(0), quote: 'USDT', tickSize: '0.001', stepSize: '0.1' },
  ...{ maxPrice: '100000', minQuantity: '0.1', maxQuantity: '10000', minNotional: '1' },
  ...{ maxNotional: '9000000', makerFeePpm: 800, takerFeePpm: 1_000 },
};

/** A realm with one market whose commands are timed with what they cost until they are written. */
class Hall {
  readonly #sequencer: Sequencer;
  #users = 999;

  constructor(bounds: Bounds, markets = 1) {
    this.#sequencer = new Sequencer(createRealmMachines('demo', [], bounds));
    this.must(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
    for (let n = 0; n < markets; n += 1) {
      const [base, symbol] = [baseOf(n), symbolOf(n)];
      this.must(OWNER.setup, 'listAsset', { symbol: base, name: base });
      this.must(OWNER.setup, 'listMarket', { ...MARKET, base, symbol });
    }
  }

  user(): number {
    this.#users += 1;
    const grants = ['USDT', baseOf(0)].map((asset) => ({ asset, amount: '5000000' }));
    this.must(this.#users, 'openVirtualAccount', { userId: this.#users, grants });
    return this.#users;
  }

  must(actor: number, type: string, body: object): Outcome {
    const outcome = this.#sequencer.decide(type, actor, body, START);
    if (outcome.refusal === undefined) return outcome;
    throw new Error(`${type} was refused: ${JSON.stringify(outcome)}`);
  }

  place(actor: number, side: string, more: object): Outcome {
    return this.must(actor, 'placeOrder', {
      market: MARKET.symbol,
      side,
      quantity: '0.1',
      ...more,
    });
  }

  /** Ends the batch without its rows. */
  forget(): void {
    this.#sequencer.forget();
  }

  /** Milliseconds of one command and of its line, rows and facts. */
  timed(actor: number, type: string, body: object): number {
    const sequencer = this.#sequencer;
    this.forget();
    const started = performance.now();
    const outcome = this.must(actor, type, body);
    sequencer.chain(sequencer.seq, sequencer.at, type, actor, null, body, outcome);
    for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
    sequencer.takeFacts();
    return performance.now() - started;
  }

  /** Whether a slice of stops has still to fire. */
  get goesOn(): boolean {
    return this.#sequencer.followUp() !== null;
  }
}

/** Makers that each have as many orders as a market allows, a tick apart. */
function fill(hall: Hall, count: number, side: 'buy' | 'sell', from: number, step: number): void {
  let maker = 0;
  for (let n = 0; n < count; n += 1) {
    if (n % OPEN_IN_MARKET === 0) maker = hall.user();
    hall.place(maker, side, { type: 'limit', limitPrice: ((from + n * step) / 100).toFixed(2) });
  }
}

/** One order that would take everything: it meets `fills` orders, or without bounds all of them. */
function sweep(bounds: Bounds): number {
  const hall = new Hall(bounds);
  const taker = hall.user();
  fill(hall, RESTING, 'sell', 10_000, 1);
  const body = { ...{ market: MARKET.symbol, side: 'buy', type: 'limit' }, limitPrice: '400' };
  return hall.timed(taker, 'placeOrder', { ...body, quantity: String(RESTING / 10) });
}

/**
 * A trade that reaches every stop, each of which trades: the longer of the command that fires the
 * first of them, and of the longest slice behind it.
 */
function stops(bounds: Bounds): number {
  const hall = new Hall(bounds);
  const [maker, seller] = [hall.user(), hall.user()];
  hall.place(maker, 'buy', { type: 'limit', limitPrice: '100', quantity: '0.1' });
  hall.place(seller, 'sell', { type: 'limit', limitPrice: '100' });
  for (let user = 0; user < STOPPERS; user += 1) {
    const owner = hall.user();
    for (let n = 0; n < STOPS_OF_USER; n += 1) {
      const triggerPrice = (99 - ((user + n) % 100) / 100).toFixed(2);
      hall.place(owner, 'sell', { type: 'stopMarket', triggerPrice, maxSlippagePpm: 500_000 });
    }
  }
  hall.place(maker, 'buy', { type: 'limit', limitPrice: '98', quantity: '6000' });
  const sell = { market: MARKET.symbol, side: 'sell', type: 'market', quantity: '0.1' };
  let longest = hall.timed(seller, 'placeOrder', sell);
  const fire = { market: MARKET.symbol };
  while (hall.goesOn) longest = Math.max(longest, hall.timed(OWNER.engine, 'fireStops', fire));
  return longest;
}

/**
 * A crash that reaches every trailing stop. All follow one price; or, the worst that there can be,
 * each a price of its own, because the last price fell with every one. Distances differ.
 */
function trailing(bounds: Bounds, isFalling: boolean): number {
  const hall = trails(isFalling, bounds);
  const [maker, seller] = [hall.user(), hall.user()];
  hall.place(maker, 'buy', { type: 'limit', limitPrice: '700', quantity: '6000' });
  const sell = { market: MARKET.symbol, side: 'sell', type: 'market', quantity: '0.1' };
  let longest = hall.timed(seller, 'placeOrder', sell);
  const fire = { market: MARKET.symbol };
  while (hall.goesOn) longest = Math.max(longest, hall.timed(OWNER.engine, 'fireStops', fire));
  return longest;
}

/** A new highest price, which all trailing stops follow from then on. */
function follow(isFalling: boolean): number {
  const hall = trails(isFalling, BOUNDS);
  const [maker, seller] = [hall.user(), hall.user()];
  hall.place(maker, 'buy', { type: 'limit', limitPrice: '1010' });
  const sell = { market: MARKET.symbol, side: 'sell', type: 'market', quantity: '0.1' };
  return hall.timed(seller, 'placeOrder', sell);
}

function trails(isFalling: boolean, bounds: Bounds): Hall {
  const hall = new Hall(bounds);
  const [maker, seller] = [hall.user(), hall.user()];
  for (let n = 0; n < STOPPERS; n += 1) {
    const owner = hall.user();
    for (let i = 0; i < STOPS_OF_USER; i += 1) {
      if (isFalling || n + i === 0) {
        const limitPrice = (1_000 - (n * STOPS_OF_USER + i) / 1_000).toFixed(3);
        for (const [user, side] of [
          [maker, 'buy'],
          [seller, 'sell'],
        ] as const) {
          hall.place(user, side, { type: 'limit', limitPrice });
        }
      }
      const stop = { type: 'stopMarket', maxSlippagePpm: 500_000 };
      hall.place(owner, 'sell', { ...stop, trailingDelta: 1_000 + ((n + i) % 1_000) });
    }
    hall.forget();
  }
  return hall;
}

/** As many orders of one user as there may be, cancelled at once. */
function cancelAll(count: number): number {
  const hall = new Hall(UNBOUNDED, Math.ceil(count / OPEN_IN_MARKET));
  const user = hall.user();
  for (let n = 0; n < count; n += 1) {
    const market = symbolOf(Math.floor(n / OPEN_IN_MARKET));
    const limitPrice = (100 + (n % OPEN_IN_MARKET) / 100).toFixed(2);
    hall.place(user, 'buy', { market, type: 'limit', limitPrice });
  }
  return hall.timed(user, 'cancelAllOrders', {});
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** Runs both ways in turns and prints a line. */
function report(bound: keyof Bounds, peer: string, ways: readonly (() => number)[]): void {
  const times: number[][] = ways.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [way, run] of ways.entries()) times[way]?.push(run());
  }
  const [ms, without] = times.map((list) => Math.round(median(list) * 10) / 10);
  console.log(JSON.stringify({ bench: 'bounds', bound, is: BOUNDS[bound], ms, [peer]: without }));
}

report('fills', `of ${RESTING}`, [() => sweep(BOUNDS), () => sweep(UNBOUNDED)]);
report('slice', `of ${STOPPERS * STOPS_OF_USER} stops`, [
  () => stops(BOUNDS),
  () => stops(UNBOUNDED),
]);
report('openOrders', 'of 2700', [() => cancelAll(BOUNDS.openOrders), () => cancelAll(2_700)]);
for (const [isFalling, what] of [
  [false, 'one group'],
  [true, 'a group each'],
] as const) {
  const stops = `${STOPPERS * STOPS_OF_USER} trailing stops, ${what}`;
  report('slice', `of ${stops}`, [
    () => trailing(BOUNDS, isFalling),
    () => trailing(UNBOUNDED, isFalling),
  ]);
  report('slice', `a new price for ${stops}`, [() => follow(isFalling), () => follow(isFalling)]);
}

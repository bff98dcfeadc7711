import type { PlaceOrder } from '@assay/core/order/intent';
import type { BookRules } from '@assay/core/order/market';
import { previewOrder } from '@assay/core/order/preview';
import type { Levels } from '@assay/core/order/walk';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { DAY } from '@assay/core/time';
import type { LiveMarket } from '@assay/modules/markets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run, USERS } from '../orders/testing/explore.ts';
import { Reference } from '../orders/testing/reference/reference.ts';
import { CommandMaker, makeSteps } from '../orders/testing/steps.ts';
import { endBatch, type Sent, send } from '../orders/testing/subject.ts';
import { SPOT_COST } from './rules.ts';
import { type Answer, Floor, fillsOf, idOf, statusOf } from './testing/floor.ts';
import { plainSpot } from './testing/plain-spot.ts';
import { createSpotRealm, SPOT_SUBJECT, setUp } from './testing/spot-realm.ts';

const START = 1_763_640_000_000;
const YEAR_MS = 31_536_000_000;

/** 400 plausible commands, as the model generates them from a seed. */
function commandsOf(seed: number): Sent[] {
  const { commands, error } = run(
    SPOT_SUBJECT,
    makeSteps(SPOT_SUBJECT, createDice(seed), 400, USERS),
  );
  if (error !== null) throw error;
  return [...setUp(USERS, START), ...commands];
}

/** Of a body, the day that it is about; every other time is that of the command. */
function aYearLater(body: Sent['body']): Sent['body'] {
  const { cut } = body as { readonly cut?: { readonly day: number } };
  return cut === undefined ? body : { ...body, cut: { ...cut, day: cut.day + YEAR_MS / DAY } };
}

/** The outcomes of the commands, and the state at the end. */
function outcomesOf(commands: readonly Sent[], endsBatch: (at: number) => boolean) {
  const { sequencer } = createSpotRealm();
  const outcomes = commands.map((command, at) => {
    const outcome = send(sequencer, command);
    if (endsBatch(at)) endBatch(sequencer.list);
    return outcome;
  });
  return { outcomes, hash: sequencer.stateHash(), sequencer };
}

const never = () => false;

describe('what has no influence', () => {
  const commands = commandsOf(5);
  const plain = outcomesOf(commands, never);

  it('SPOT-113 who a user is: the same commands under other user ids have the same outcomes', () => {
    const rename = (userId: number) => (userId < 1000 ? userId : 77_000 - userId * 3);
    const renamed = commands.map((command) => {
      const { userId } = command.body;
      const body =
        typeof userId === 'number' ? { ...command.body, userId: rename(userId) } : command.body;
      return { ...command, actor: rename(command.actor), body };
    });
    const { outcomes } = outcomesOf(renamed, never);
    const withoutUser = (list: readonly object[]) =>
      list.map((outcome) => ({ ...outcome, userId: undefined }));
    expect(withoutUser(outcomes)).toEqual(withoutUser(plain.outcomes));
  });

  it('SPOT-113 ENGN-020 where batches end: outcomes and state are the same', () => {
    for (const size of [1, 2, 7, 100]) {
      const cut = outcomesOf(commands, (at) => at % size === 0);
      expect(cut.outcomes).toEqual(plain.outcomes);
      expect(cut.hash).toBe(plain.hash);
    }
  });

  it('SPOT-113 the date: the same commands a year later have the same outcomes', () => {
    const later = commands.map((command) => ({
      ...command,
      now: command.now + YEAR_MS,
      body: aYearLater(command.body),
    }));
    const earlier = (name: string, value: unknown) => {
      if (typeof value !== 'number') return value;
      if (name === 'day') return value - YEAR_MS / DAY;
      return value > START + YEAR_MS / 2 && value < START * 2 ? value - YEAR_MS : value;
    };
    const { outcomes } = outcomesOf(later, never);
    expect(JSON.parse(JSON.stringify(outcomes), earlier)).toEqual(plain.outcomes);
  });

  it('SPOT-113 the system clock and random numbers: a sequencer uses neither', () => {
    const reference = new Reference([plainSpot()]);
    const maker = new CommandMaker(SPOT_SUBJECT, START);
    const same = makeSteps(SPOT_SUBJECT, createDice(5), 400, USERS);
    for (const command of setUp(USERS, START))
      reference.decide(command.type, command.actor, command.body, START);
    const again = same.map((step) => {
      const command = maker.command(step, reference.world);
      reference.decide(command.type, command.actor, command.body, command.now);
      return command;
    });
    expect(again).toEqual(commands.slice(-400));
    expect(outcomesOf(commands, never).hash).toBe(plain.hash);
  });
});

/** A book of many small orders around 100, and a user who has none. */
function randomBook(dice: Dice): { floor: Floor; taker: number } {
  const floor = new Floor([
    {
      symbol: 'ABCUSDT',
      base: 'ABC',
      stepSize: '0.001',
      minQuantity: '0.001',
      minNotional: '0.01',
      makerFeePpm: dice.int(0, 3000),
      takerFeePpm: dice.int(0, 3000),
    },
  ]);
  const makers = [floor.user('a'), floor.user('b')];
  const taker = floor.user('taker', { USDT: '900000', ABC: '90000' });
  for (let i = 0; i < dice.int(0, 30); i += 1) {
    const side = dice.pick(['buy', 'sell'] as const);
    const away = dice.int(1, 300) / 100;
    const price = (side === 'buy' ? 100 - away : 100 + away).toFixed(2);
    floor.limit(dice.pick(makers), side, (dice.int(1, 3000) / 1000).toFixed(3), price);
  }
  floor.allFacts();
  return { floor, taker };
}

function levelsOf(floor: Floor, side: 0 | 1): Levels {
  const pairs: number[] = [];
  const count = floor.machines.orders.market('ABCUSDT')?.book.depth(side, 1000, pairs) ?? 0;
  return { count, pairs };
}

function randomOrder(dice: Dice): Partial<PlaceOrder> & { side: 'buy' | 'sell' } {
  const side = dice.pick(['buy', 'sell'] as const);
  const quantity = (dice.int(1, 9000) / 1000).toFixed(3);
  const kind = dice.int(0, 9);
  if (kind < 3) return { side, type: 'market', quantity, maxSlippagePpm: dice.int(1, 30_000) };
  if (kind < 5)
    return { side, type: 'market', quoteAmount: (dice.int(1, 90_000) / 100).toFixed(2) };
  const limitPrice = (dice.int(9700, 10_300) / 100).toFixed(2);
  const timeInForce = dice.pick(['gtc', 'ioc', 'fok'] as const);
  const postOnly = timeInForce === 'gtc' && dice.int(0, 3) === 0;
  return { side, quantity, limitPrice, timeInForce, postOnly };
}

describe('the preview of the ticket', () => {
  it('SPOT-117 SPOT-066 SPOT-067 SPOT-068 shows what the engine then does: quantity, value, fee, average, refusal', () => {
    const kinds = new Map<string, number>();
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const dice = createDice(seed);
        const { floor, taker } = randomBook(dice);
        const { side, ...more } = randomOrder(dice);
        const order = floor.order(side, more);
        const { rules } = floor.machines.markets.market('ABCUSDT') as LiveMarket;
        const preview = previewOrder(
          rules,
          order,
          levelsOf(floor, side === 'buy' ? 1 : 0),
          SPOT_COST,
        );
        const outcome = floor.send(taker, 'placeOrder', order);
        const kind = outcome.refusal ?? `${order.type} ${statusOf(outcome)}`;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        if (preview.refusal !== undefined) {
          expect(outcome.refusal).toBe(preview.refusal);
          return;
        }
        if (outcome.refusal === 'wouldTake') {
          expect(order.postOnly && preview.takes > 0).toBe(true);
          return;
        }
        compare(rules, outcome, preview, side);
        if (order.quoteAmount !== undefined) staysWithin(rules, outcome, order);
      }),
      { numRuns: 3000, seed: 117 },
    );
    for (const kind of ['limit filled', 'limit expired', 'limit new', 'limit partiallyFilled']) {
      expect(kinds.get(kind), kind).toBeGreaterThan(20);
    }
    for (const kind of ['market filled', 'market expired', 'wouldTake', 'noLiquidity']) {
      expect(kinds.get(kind), kind).toBeGreaterThan(20);
    }
  });
});

type Preview = Exclude<ReturnType<typeof previewOrder>, { refusal: string }>;

function compare(rules: BookRules, outcome: Answer, preview: Preview, side: string): void {
  const resting = outcome.status === 1 || outcome.status === 2;
  const { filled, lots, filledQuote, fee, held } = outcome as Record<string, number>;
  expect(preview.takes).toBe(filled);
  expect(preview.rests).toBe(resting ? lots! - filled! : 0);
  const rest = preview.notional - filledQuote!;
  if (!resting) expect(rest).toBe(0);
  // What it paid and what it still holds together are what the preview showed.
  if (side === 'buy') expect(rest).toBe(held);
  const later = lots! - filled!;
  const value = side === 'buy' ? later * rules.basePerLot : rest;
  const most = resting ? Math.ceil((value * rules.makerFeePpm) / 1e6) : 0;
  expect(preview.fee - fee!).toBeLessThanOrEqual(most);
  expect(preview.fee - fee!).toBeGreaterThanOrEqual(Math.max(0, most - 1));
  expect([preview.lots, preview.feeInBase]).toEqual([resting ? lots : filled, side === 'buy']);
  const average = filled === 0 ? 0 : filledQuote! / rules.quotePerTickLot / filled!;
  expect(preview.averageTicks).toBe(average);
  const worst = filled === 0 ? 0 : (fillsOf(outcome).at(-3) as number);
  expect(preview.worstTicks).toBe(worst);
}

/**
 * An amount is never exceeded, and a filled order could not have got one lot more at its last
 * price.
 */
function staysWithin(rules: BookRules, outcome: Answer, order: PlaceOrder): void {
  const amount = Math.round(Number(order.quoteAmount) * 1e8);
  const { filledQuote } = outcome as Record<string, number>;
  const lot = (fillsOf(outcome).at(-3) ?? 0) * rules.quotePerTickLot;
  expect(filledQuote).toBeLessThanOrEqual(amount);
  expect(filledQuote! + lot > amount).toBe(statusOf(outcome) === 'filled');
}

describe('splitting an order', () => {
  it('SPOT-053 into pieces never costs less and never brings more', () => {
    let costlier = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const whole = randomBook(createDice(seed));
        const parts = randomBook(createDice(seed));
        const dice = createDice(seed + 1);
        const side = dice.pick(['buy', 'sell'] as const);
        const pieces = Array.from({ length: dice.int(2, 8) }, () => dice.int(1, 800));
        const limitPrice = side === 'buy' ? '104' : '96';
        const place = ({ floor, taker }: typeof whole, lots: number) =>
          floor.limit(taker, side, (lots / 1000).toFixed(3), limitPrice, { timeInForce: 'ioc' });
        const one = place(
          whole,
          pieces.reduce((sum, piece) => sum + piece, 0),
        );
        const many = pieces.map((piece) => place(parts, piece));
        const sum = (field: string) =>
          many.reduce((total, each) => total + (each[field] as number), 0);
        expect([sum('filled'), sum('filledQuote')]).toEqual([one.filled, one.filledQuote]);
        const more = sum('fee') - (one.fee as number);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThan(pieces.length);
        if (more > 0) costlier += 1;
        expect(statusOf(one)).not.toBe('none');
        expect(idOf(one)).toBeGreaterThan(0);
        // The house has received, to the unit, what everybody paid.
        for (const { floor } of [whole, parts]) floor.audit();
      }),
      { numRuns: 600, seed: 53 },
    );
    expect(costlier).toBeGreaterThan(50);
  });
});

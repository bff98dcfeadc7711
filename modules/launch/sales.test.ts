import { OWNER, WALLET } from '@assay/core/ledger/owners';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { HOUR } from '@assay/core/time';
import { expect, it } from 'vitest';
import { STAFF, START, termsAt } from './testing/sale.ts';
import { openStage } from './testing/stage.ts';

const SALES = 10_000;
const [PRICE, LOT] = [2, 0.5];

/** A sale to a few people from its publication to its last refund; whether anybody got a refund. */
function sale(dice: Dice): boolean {
  let now = START;
  const people = Array.from({ length: dice.int(1, 4) }, (_, i) => 1_000 + i);
  const slice = dice.pick([1, 3, 500]);
  const { send, settle, has } = openStage({ now: () => now, people, slice });
  const of = (owner: number, asset: 'USDT' | 'NEW') =>
    Number(has(owner, asset, WALLET.currency)) + Number(has(owner, asset, WALLET.contract));
  const supply = dice.int(1, 300) * LOT;
  const cap = dice.int(1, supply / LOT) * LOT;
  const most = Math.max(cap, dice.int(1, 200) * LOT);
  const { launchId } = send(
    STAFF,
    'publishLaunch',
    termsAt(now, {
      ...{ supply: `${supply}`, cap: `${cap}`, most: `${most}`, opensAt: now },
      releases: [{ days: 0, sharePpm: 1_000_000 }],
    }),
  );
  const asked = people.map((userId) => {
    const quantity = dice.int(1, most / LOT) * LOT;
    const body = { launchId, quantity: `${quantity}` };
    return send(userId, 'subscribeLaunch', body).refusal === undefined ? quantity : 0;
  });
  now += 2 * HOUR;
  settle();
  let sold = 0;
  let isRefunded = false;
  for (const [at, userId] of people.entries()) {
    const got = of(userId, 'NEW');
    expect(got).toBeLessThanOrEqual(Math.min(cap, asked[at]!));
    // What was paid in is what it cost and what came back.
    expect(of(userId, 'USDT')).toBe(1_000 - got * PRICE);
    sold += got;
    isRefunded ||= got < asked[at]!;
  }
  expect(sold).toBeLessThanOrEqual(supply);
  expect([of(OWNER.launch, 'USDT'), of(OWNER.launch, 'NEW')]).toEqual([sold * PRICE, 1_500 - sold]);
  return isRefunded;
}

it(`LNCH-003 LNCH-014 in ${SALES} sales no more is allotted than there is, and refunds and allocations are what was paid in`, () => {
  const dice = createDice(21);
  let refunded = 0;
  for (let n = 0; n < SALES; n += 1) refunded += Number(sale(dice));
  expect(refunded).toBeGreaterThan(SALES / 4);
  expect(refunded).toBeLessThan((SALES * 9) / 10);
}, 300_000);

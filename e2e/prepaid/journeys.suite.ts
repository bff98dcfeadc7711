import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { eventually } from '../harness/eventually.ts';
import { decimal, feeOn, times, units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import { CONTRACT } from './contract.ts';
import { PrepaidDesk } from './desk.ts';
import { Reckoning, type Side, stakeOf } from './reckoning.ts';

const START = units('100,000');
const MAKER = `${CONTRACT.makerFeePpm / 10_000}%`;
const TAKER = `${CONTRACT.takerFeePpm / 10_000}%`;
const ONE = units('1');

export function prepaidJourneys(): void {
  it('ORDR-030 ORDR-031 ORDR-032 a contract is traded on the desk by its own fields, to the last unit', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const other = await new Program(stage.address).practise();
      const price = await wholePrice(other);
      for (const step of [1n, 2n, 3n]) {
        await place(other, 'sell', '0.1', price + step * 10n * ONE);
        await place(other, 'buy', '0.1', price - step * 10n * ONE);
      }
      // A seller of spot would be short of BTC.
      await expect(place(other, 'sell', '90', price)).rejects.toThrow('"asset":"USDT"');
      const desk = new PrepaidDesk(visit, CONTRACT.base);
      await desk.open();
      const own = new Reckoning(START);
      await restAndFill(desk, other, own, price - 5n * ONE);
      await sellAtMarket(desk, own, price);
      await cancelOne(desk, own, price + 5n * ONE);
      await closeAtMarket(desk, own);
      await desk.turnTo('fills');
      await eventually(() => desk.list('fills').count()).toBe(4);
      expect(await violationsOf(desk.page)).toEqual([]);
    }));
}

/** A purchase of a stake that is typed rests until the other user sells into it. */
async function restAndFill(desk: PrepaidDesk, other: Program, own: Reckoning, price: bigint) {
  const quantity = units('0.1');
  await desk.choose('buy', 'limit');
  await desk.field('price').fill(decimal(price));
  await desk.stake.fill(decimal(times(price, quantity) + 1n));
  expect(units(await desk.field('quantity').inputValue())).toBe(quantity);
  await expectCost(desk, 'buy', [[price, quantity]], MAKER);
  await desk.send('buy');
  await desk.turnTo('open');
  await eventually(() => desk.list('open').count()).toBe(1);
  await expectBalance(desk, own, own.held(0, 'buy', price, quantity));
  await desk.turnTo('open');
  await place(other, 'sell', decimal(quantity));
  await eventually(() => desk.list('open').count()).toBe(0);
  own.trade({ orderId: 1, side: 'buy', price, quantity, maker: true });
  await expectBalance(desk, own);
}

/** More than is held: the contracts that are held are closed, the rest opens the short side. */
async function sellAtMarket(desk: PrepaidDesk, own: Reckoning, price: bigint) {
  const levels: Levels = [
    [price - 10n * ONE, units('0.1')],
    [price - 20n * ONE, units('0.05')],
  ];
  await desk.choose('sell', 'market');
  await desk.field('quantity').fill('0.15');
  await expectCost(desk, 'sell', levels, TAKER);
  await desk.send('sell');
  for (const [at, quantity] of levels) {
    own.trade({ orderId: 2, side: 'sell', price: at, quantity, maker: false });
  }
  expect(own.position).toBe(-units('0.05'));
  await expectBalance(desk, own);
}

async function cancelOne(desk: PrepaidDesk, own: Reckoning, price: bigint) {
  const { page, say } = desk;
  const quantity = units('0.3');
  await desk.choose('sell', 'limit');
  await desk.field('price').fill(decimal(price));
  await desk.field('quantity').fill(decimal(quantity));
  expect(units(await desk.stake.inputValue())).toBe(stakeOf('sell', price, quantity));
  await expectCost(desk, 'sell', [[price, quantity]], MAKER);
  await desk.send('sell');
  await expectBalance(desk, own, own.held(0, 'sell', price, quantity));
  await desk.turnTo('open');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('desk.table.cancel')) }).click();
  await page.getByText(named(say('desk.empty.open'))).waitFor();
  await expectBalance(desk, own);
}

async function closeAtMarket(desk: PrepaidDesk, own: Reckoning) {
  await desk.choose('buy', 'market');
  const best = await desk.best('asks');
  await desk.field('quantity').fill(decimal(-own.position));
  await expectCost(desk, 'buy', [[best, -own.position]], TAKER);
  await desk.send('buy');
  own.trade({ orderId: 3, side: 'buy', price: best, quantity: -own.position, maker: false });
  expect(own.position).toBe(0n);
  await expectBalance(desk, own);
}

/** Prices and quantities that an order meets. */
type Levels = readonly (readonly [price: bigint, quantity: bigint])[];

async function expectCost(desk: PrepaidDesk, side: Side, levels: Levels, rate: string) {
  const sum = (of: (price: bigint, quantity: bigint) => bigint) =>
    levels.reduce((all, [price, quantity]) => all + of(price, quantity), 0n);
  const value = sum(times);
  const fee = feeOn(value, rate);
  const lose = sum((price, quantity) => stakeOf(side, price, quantity));
  await eventually(() => desk.cost()).toEqual({ value, fee, lose, pay: lose + fee });
}

async function expectBalance(desk: PrepaidDesk, { balance: total }: Reckoning, held = 0n) {
  await eventually(() => desk.balance('USDT')).toEqual({ total, available: total - held, held });
}

/** The index price in whole units of the quote asset. */
async function wholePrice(program: Program): Promise<bigint> {
  const { markets } = await program.get('getmarketList');
  const listed = markets as { market: string; index: string }[];
  const { index = '' } = listed.find(({ market }) => market === CONTRACT.symbol) ?? {};
  return (units(index) / ONE) * ONE;
}

function place(program: Program, side: Side, quantity: string, price?: bigint) {
  const order = { market: CONTRACT.symbol, side, quantity };
  const terms =
    price === undefined ? { type: 'market' } : { type: 'limit', limitPrice: decimal(price) };
  return program.post('placeOrder', { ...order, ...terms });
}

import { expect, it } from 'vitest';
import { fromAccountMenu, newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { decimal, feeOn, times, units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named, startingWith } from '../harness/texts.ts';

/** Each language and each theme once; screens.suite.ts checks all four combinations. */
const RUNS = [
  { language: 'en', theme: 'dark', base: 'BTC', quantity: '0.02' },
  { language: 'ar', theme: 'light', base: 'ETH', quantity: '0.5' },
] as const;

const START = units('100,000');

export function tradingJourneys(): void {
  it.each(RUNS)(
    'UI-900 UI-901 UI-902 UI-022 from a registration to balances that add up: $language, $theme',
    async ({ base, quantity, ...look }) => {
      await stage.visit(look, async (visit) => {
        await register(visit, newAddress());
        await fromAccountMenu(visit, 'shell.account.openVirtual');
        const { page, say } = visit;
        await page.getByRole('region', { name: named(say('shell.demo.ribbon')) }).waitFor();
        const desk = new Desk(visit, base);
        await desk.open();
        const start = { total: START, available: START, held: 0n };
        await eventually(() => desk.balance('USDT')).toEqual(start);

        const bought = await buyAtMarket(desk, quantity);
        const sold = await sellAtLimit(desk, quantity, bought);
        await cancelOne(desk, quantity, sold);
        await expectHistory(desk, sold);
        expect(await violationsOf(page)).toEqual([]);
      });
    },
  );
}

/** The balances that the account must have after a step, by the test's own arithmetic. */
interface Holding {
  readonly quote: bigint;
  readonly base: bigint;
  /** What each order has paid in fees, the newest first. */
  readonly fees: readonly bigint[];
}

async function buyAtMarket(desk: Desk, quantity: string): Promise<Holding> {
  await desk.choose('buy', 'market');
  await desk.field('quantity').fill(quantity);
  const shown = await desk.preview();
  expect(shown.fee).toBe(feeOn(units(quantity), shown.rate));
  expect(shown.received).toBe(units(quantity) - shown.fee);
  await desk.send('buy');

  const fills = await fillsOf(desk, units(quantity));
  expect(fills.fee).toBe(shown.fee);
  const holding = { quote: START - fills.value, base: shown.received, fees: [fills.fee] };
  await expectHolding(desk, holding, 0n);
  return holding;
}

/**
 * The price at which an order rests: the market comes to one nearer within the seconds that it
 * takes to send and see it.
 */
const RESTS_AT = 6;

/** Rests at a price of the book until another user takes it: the preview is then exact. */
async function sellAtLimit(desk: Desk, bought: string, before: Holding): Promise<Holding> {
  const quantity = units(bought) / 2n;
  await desk.choose('sell', 'limit');
  await desk.priceOf(desk.rows('asks').nth(RESTS_AT)).click();
  await desk.field('quantity').fill(decimal(quantity));
  const price = units(await desk.field('price').inputValue());
  const shown = await desk.preview();
  expect(shown.value).toBe(times(price, quantity));
  expect(shown.fee).toBe(feeOn(shown.value, shown.rate));
  expect(shown.received).toBe(shown.value - shown.fee);
  await desk.send('sell');
  await desk.turnTo('open');
  await eventually(() => desk.list('open').count()).toBe(1);

  await takeUpTo(desk, price);
  await eventually(() => desk.list('open').count()).toBe(0);
  const holding = {
    quote: before.quote + shown.received,
    base: before.base - quantity,
    fees: [shown.fee, ...before.fees],
  };
  await expectHolding(desk, holding, 0n);
  return holding;
}

/** Another user buys everything up to a price, again if the book has moved in the meantime. */
async function takeUpTo(desk: Desk, price: bigint): Promise<void> {
  const market = `${desk.base}USDT`;
  for (let tries = 0; tries < 10 && (await desk.list('open').count()) > 0; tries += 1) {
    const other = await new Program(stage.address).practise();
    const whole = (units('90,000') * 10n ** 8n) / price;
    const quantity = decimal(whole - (whole % units('0.001')));
    const order = { market, side: 'buy', type: 'limit', timeInForce: 'ioc', quantity };
    await other.post('placeOrder', { ...order, limitPrice: decimal(price) });
    await desk.page.waitForTimeout(300);
  }
}

async function cancelOne(desk: Desk, bought: string, before: Holding): Promise<void> {
  const { page, say } = desk;
  const quantity = units(bought) / 4n;
  await desk.choose('sell', 'limit');
  const best = await desk.best('asks');
  await desk.field('price').fill(decimal(best + (best / 100n / 10n ** 8n) * 10n ** 8n));
  await desk.field('quantity').fill(decimal(quantity));
  await desk.send('sell');
  await expectHolding(desk, before, quantity);
  await desk.turnTo('open');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('desk.table.cancel')) }).click();
  await page.getByText(named(say('desk.toast.canceled'))).waitFor();
  await page.getByText(named(say('desk.empty.open'))).waitFor();
  await expectHolding(desk, before, 0n);
}

/** Expects three orders, newest first, and their fills; both lists show the fees that were paid. */
async function expectHistory(desk: Desk, end: Holding): Promise<void> {
  const { say } = desk;
  await desk.turnTo('history');
  await eventually(() => desk.list('history').count()).toBe(3);
  const rows = await Promise.all([0, 1, 2].map((row) => desk.cells('history', row)));
  const column = (key: string) => rows.map((row) => row[say(`desk.table.${key}`)] ?? '');
  const statuses = ['canceled', 'filled', 'filled'].map((key) => say(`orderStatus.${key}`));
  expect(column('status')).toEqual(statuses);
  expect(column('side')).toEqual(['sell', 'sell', 'buy'].map((key) => say(`desk.side.${key}`)));
  expect(column('type')).toEqual(
    ['limit', 'limit', 'market'].map((key) => say(`desk.type.${key}`)),
  );
  expect(column('fee').map(units)).toEqual([0n, ...end.fees]);

  await desk.turnTo('fills');
  const feesOf = async (side: string) => {
    const rows = (await cellsOfAll(desk)).filter((row) => {
      return row[say('desk.table.side')] === say(`desk.side.${side}`);
    });
    return rows.reduce((sum, row) => sum + units(row[say('desk.table.fee')] ?? ''), 0n);
  };
  await eventually(() => Promise.all([feesOf('sell'), feesOf('buy')])).toEqual(end.fees);
  const fills = await cellsOfAll(desk);
  expect(fills[0]?.[say('desk.table.liquidity')]).toBe(say('desk.table.maker'));
  await desk.page.getByText(startingWith(say('desk.table.noMore'))).waitFor();
}

/** Value and fee of the account's fills, once they add up to the quantity. */
async function fillsOf(desk: Desk, quantity: bigint): Promise<{ value: bigint; fee: bigint }> {
  await desk.turnTo('fills');
  await eventually(() => sumOfFills(desk, 'desk.table.quantity')).toBe(quantity);
  return {
    value: await sumOfFills(desk, 'desk.table.value'),
    fee: await sumOfFills(desk, 'desk.table.fee'),
  };
}

async function sumOfFills(desk: Desk, key: string): Promise<bigint> {
  const rows = await cellsOfAll(desk);
  return rows.reduce((sum, row) => sum + units(row[desk.say(key)] ?? ''), 0n);
}

async function cellsOfAll(desk: Desk): Promise<Record<string, string>[]> {
  const count = await desk.list('fills').count();
  return Promise.all(Array.from({ length: count }, (_, row) => desk.cells('fills', row)));
}

/** Expects exact balances, with this much of the base asset held by orders. */
async function expectHolding(desk: Desk, { quote, base }: Holding, held: bigint): Promise<void> {
  await eventually(() => desk.balance(desk.base)).toEqual({
    total: base,
    available: base - held,
    held,
  });
  const left = { total: quote, available: quote, held: 0n };
  await eventually(() => desk.balance('USDT')).toEqual(left);
}

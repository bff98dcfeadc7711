import { OWNER } from '@assay/core/ledger/owners';
import { beforeEach, expect, it } from 'vitest';
import { Floor, idOf, summary } from './testing/floor.ts';

/** As in outcomes.test.ts: fees 0.1 %, funds 100,000 USDT and 1,000 ABC. */
let floor: Floor;
let alice: number;
let bob: number;

beforeEach(() => {
  floor = new Floor();
  [alice, bob] = [floor.user('alice'), floor.user('bob')];
});

it('SPOT-400 a limit buy of the whole balance is accepted, spends all of it and pays its fee in base', () => {
  floor.limit(alice, 'sell', '5', '100');
  const carol = floor.user('carol', { USDT: '1000' });
  expect(summary(floor.limit(carol, 'buy', '10', '100'))).toBe(
    'partiallyFilled 50/100 fee 500000 held 50000000000',
  );
  expect([floor.funds(carol), floor.funds(carol, 'ABC')]).toEqual(['0/500', '4.995/0']);
  floor.limit(alice, 'sell', '5', '100');
  expect([floor.funds(carol), floor.funds(carol, 'ABC')]).toEqual(['0/0', '9.99/0']);
  expect(floor.funds(OWNER.fees, 'ABC')).toBe('0.01/0');
  // Alice received 1,000 and paid 1 of it.
  expect([floor.funds(alice), floor.funds(OWNER.fees)]).toEqual(['100999/0', '1/0']);
  floor.audit();
});

it('SPOT-400 a market buy for the whole balance as its amount spends it', () => {
  floor.limit(alice, 'sell', '100', '100');
  const buy = floor.place(bob, 'buy', { type: 'market', quoteAmount: '10000' });
  expect(summary(buy)).toBe('filled 1000/1000 fee 10000000 held 0');
  expect([floor.funds(bob), floor.funds(bob, 'ABC')]).toEqual(['90000/0', '1099.9/0']);
});

it('SPOT-401 fills, orders and outcomes name the asset of their fees', () => {
  floor.limit(alice, 'sell', '1', '100');
  floor.allFacts();
  const bought = floor.limit(bob, 'buy', '1', '100');
  const facts = floor.allFacts();
  const fills = facts.flatMap((fact) => (fact.type === 'orderFilled' ? [fact.fill] : []));
  expect(fills.map(({ side, fee, feeAsset }) => [side, fee, feeAsset])).toEqual([
    ['buy', '0.001', 'ABC'],
    ['sell', '0.1', 'USDT'],
  ]);
  const orders = facts.flatMap((fact) => (fact.type === 'orderChanged' ? [fact.order] : []));
  expect(orders.map(({ side, fee, feeAsset }) => [side, fee, feeAsset]).sort()).toEqual([
    ['buy', '0.001', 'ABC'],
    ['sell', '0.1', 'USDT'],
  ]);
  expect(bought.feeInBase).toBe(true);
  const sold = floor.limit(bob, 'sell', '1', '200');
  expect(JSON.parse(JSON.stringify(sold))).not.toHaveProperty('feeInBase');
});

it('MRKT-081 an order keeps the rates that it was placed with; the next one has the changed ones', () => {
  const rests = floor.limit(alice, 'sell', '2', '100');
  floor.limit(bob, 'buy', '1', '100');
  expect([floor.funds(OWNER.fees), floor.funds(OWNER.fees, 'ABC')]).toEqual(['0.1/0', '0.001/0']);
  const fees = { market: 'ABCUSDT', makerFeePpm: 3_000, takerFeePpm: 5_000 };
  floor.must(OWNER.setup, 'setMarketFees', fees);
  floor.limit(bob, 'buy', '1', '100');
  // Alice's order still pays 0.1 %, Bob's new one 0.5 %.
  expect([floor.funds(OWNER.fees), floor.funds(OWNER.fees, 'ABC')]).toEqual(['0.2/0', '0.006/0']);
  expect(idOf(rests)).toBeGreaterThan(0);
  floor.limit(alice, 'sell', '1', '100');
  floor.limit(bob, 'buy', '1', '100');
  expect(floor.funds(OWNER.fees)).toBe('0.5/0');
  floor.audit();
});

/** An open buy of 3 at 100 by the rule before, of which 1 has traded: what it holds, it paid. */
function buyOfBefore(): number {
  const { orders, ledger } = floor.machines;
  const order = floor.limit(bob, 'buy', '3', '100');
  floor.limit(alice, 'sell', '1', '100');
  const { ledger: accounts } = ledger;
  const { state } = orders;
  const open = state.orderAt(state.orders.find(idOf(order)));
  const account = state.payingAccount(state.marketOf(open.ref), open.ref);
  accounts.hold(account, 20_000_000);
  Object.assign(open, { feeInBase: false, fee: 10_000_000, held: open.held + 20_000_000 });
  floor.audit();
  return idOf(order);
}

it('SPOT-403 a buy that has paid a fee in quote goes on so: on top, out of its hold, until it ends', () => {
  const orderId = buyOfBefore();
  floor.limit(alice, 'sell', '0.5', '100');
  const [made, taken] = floor.facts('orderFilled').slice(-2);
  expect([made?.fill, taken?.fill].map((fill) => [fill?.fee, fill?.feeAsset])).toEqual([
    ['0.05', 'USDT'],
    ['0.05', 'USDT'],
  ]);
  const amended = floor.must(bob, 'amendOrder', { orderId, quantity: '2' });
  expect(summary(amended)).toBe('partiallyFilled 15/20 fee 15000000 held 5005000000');
  const moved = floor.must(bob, 'amendOrder', { orderId, quantity: '4', limitPrice: '99' });
  expect(summary(moved)).toBe('partiallyFilled 15/40 fee 15000000 held 24774750000');
  expect(moved).not.toHaveProperty('feeInBase', true);
  floor.limit(alice, 'sell', '2.5', '99');
  floor.audit();
  // 100, and then 50 and 247.5 with 0.1 % on top.
  expect(floor.funds(bob)).toBe('99602.2025/0');
});

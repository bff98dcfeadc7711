import { FIRST_USER } from '@assay/core/ledger/owners';
import { formatDecimal } from '@assay/core/num/decimal';
import type { Fact } from '@assay/platform/engine/machine';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFailure, explore } from '../orders/testing/explore.ts';
import type { Pair } from '../orders/testing/pair.ts';
import { isInBook, type World } from '../orders/testing/reference/state.ts';
import { SPOT_SUBJECT } from './testing/spot-realm.ts';

const SEEDS = [1, 2, 3] as const;
const COMMANDS = 4_000;

const units = (amount: bigint) => formatDecimal(amount, 8);

const SPOT = ['spotBase', 'spotQuote', 'spotFee', 'spotFeeRounding'];

/** The purposes that the postings of a command may have; a new one must be added here. */
const MAY_POST: Readonly<Record<string, readonly string[]>> = {
  fundHouse: ['capital'],
  openVirtualAccount: ['virtualGrant'],
  resetVirtualAccount: ['virtualGrant', 'virtualReturn'],
  endVirtualAccount: ['virtualReturn'],
  placeOrder: SPOT,
  placeOto: SPOT,
  amendOrder: SPOT,
  recordPrices: SPOT,
};

/** Each moves the mark price or begins what is due: stops may fire, in few of the runs. */
const MAY_FIRE = [
  'placeOco',
  'cancelOrder',
  'cancelAllOrders',
  'withdrawStaleQuotes',
  'fireStops',
  'setMarketStatus',
];

/** Commands that move no value at all. */
const POST_NOTHING = [
  'setCalendarDay',
  ...['upgrade', 'listAsset', 'listMarket', 'setFeeTier'],
  ...['setMarketFees', 'setMarketLimits', 'setMarketStage', 'expireOrders'],
];

/** Commands of other modules: not sent here, and their purposes are those of their own tests. */
const OF_OTHERS = [
  ...['declareCapital', 'transferFunds', 'creditDeposit', 'requestWithdrawal', 'cancelWithdrawal'],
  ...['approveWithdrawal', 'refuseWithdrawal', 'payWithdrawal', 'settleWithdrawal'],
  ...['returnWithdrawal', 'recallWithdrawal', 'convertSmallBalances'],
  ...['acceptPurchase', 'cancelPurchase', 'expirePurchase', 'releasePurchase', 'refundPurchase'],
  ...['requestBankWithdrawal', 'returnBankWithdrawal'],
  ...['listCfd', 'setCfdTerms', 'placeCfdOrder', 'cancelCfdOrder', 'closeCfdPositions'],
  ...['protectCfdPosition', 'setCfdMode', 'workCfdTicks'],
  ...['listOptionMarket', 'setOptionMarket', 'buyOption', 'sellOption', 'limitOptions'],
  ...['followTicks', 'settleOptions', 'voidWindow', 'makeGoodWindow', 'payMadeGood'],
  ...['listEarnProduct', 'setEarnProduct', 'subscribeEarn', 'renewEarn', 'redeemEarn'],
  ...['rejectRedemption', 'workEarn', 'listEarnStrategy', 'setEarnStrategy'],
  ...['subscribeStrategy', 'redeemStrategy', 'workStrategies'],
  ...['signIn', 'fundPromotions', 'bindReferral', 'payCommissions', 'closeCommissionDay'],
  ...['joinCluster', 'leaveCluster'],
  ...['publishTask', 'endTask', 'takeVoucher', 'payVouchers', 'endVoucher'],
  ...['listLaunch', 'publishLaunch', 'cancelLaunch', 'subscribeLaunch', 'withdrawSubscription'],
  ...['stepLaunches', 'payOutLaunch', 'drawLaunch'],
  ...['listLoanProduct', 'setLoanProduct', 'offerLoan', 'endLoanOffer', 'signLoan', 'repayLoan'],
  ...['creditRepayment', 'chargeLoans', 'writeOffLoan'],
  ...['listCollateral', 'setCollateral', 'openCollateralLoan', 'addCollateral'],
  ...['releaseCollateral', 'repayCollateralLoan', 'workCollateralTicks'],
];

/** The runs that were made; each is made once. */
const runs = new Map<number, Pair>();

function runOf(seed: number): Pair {
  const made = runs.get(seed);
  if (made !== undefined) return made;
  const { pair, found } = explore(SPOT_SUBJECT, seed, COMMANDS);
  if (found !== null) expect.fail(describeFailure(seed, found));
  runs.set(seed, pair);
  return pair;
}

describe.each(SEEDS)('the machine beside the plain model, seed %i', (seed) => {
  let pair: Pair;

  beforeAll(() => {
    pair = runOf(seed);
  }, 180_000);

  it('SPOT-110 SPOT-111 LEDG-036 agrees with it after each of 4,000 commands', () => {
    expect(pair.decided).toBeGreaterThan(COMMANDS);
    // The run covers enough: trades, resting orders, stops, and refusals for many reasons.
    expect(pair.reference.world.trades.length).toBeGreaterThan(500);
    expect(pair.refusals.size).toBeGreaterThan(17);
    expect(pair.reference.world.ended.filter((order) => order.trigger > 0n).length).toBeGreaterThan(
      50,
    );
  });

  it('LEDG-044 posts only for the purposes that are listed for each command', () => {
    const commands = pair.machine.sequencer.commandTypes.sort();
    const listed = [...Object.keys(MAY_POST), ...MAY_FIRE, ...POST_NOTHING, ...OF_OTHERS];
    expect(commands).toEqual(listed.sort());
    for (const [command, purposes] of pair.causes) {
      const allowed = MAY_FIRE.includes(command) ? SPOT : MAY_POST[command];
      expect(allowed, command).toEqual(expect.arrayContaining([...purposes]));
    }
  });

  it('SPOT-112 house:rounding has less than a unit for each order, and the fees sum up exactly', () => {
    const { world } = pair.reference;
    const fees = new Map<string, bigint>();
    const orders = [...world.open, ...world.ended];
    for (const order of new Set(orders)) {
      const { base, quote } = order.market;
      const asset = order.side === 'buy' ? base : quote;
      fees.set(asset, (fees.get(asset) ?? 0n) + order.feeExact);
    }
    for (const [asset, exact] of fees) {
      const earned = world.balance(1, asset).available;
      const rounding = world.balance(9, asset).available;
      expect(rounding).toBeGreaterThanOrEqual(0n);
      expect(rounding).toBeLessThan(BigInt(orders.length));
      expect((earned + rounding) * 1_000_000n).toBeGreaterThanOrEqual(exact);
      expect(earned * 1_000_000n).toBeLessThanOrEqual(exact);
    }
  });

  it('SPOT-114 publishes each trade once and in order', () => {
    const trades = pair.facts.filter((fact) => fact.type === 'tradeMade');
    const { world } = pair.reference;
    expect(
      trades.map(({ market, trade, buyer, seller }) => ({ market, trade, buyer, seller })),
    ).toEqual(
      world.trades.map(({ id, price, quantity, taker, maker }) => ({
        market: taker.market.symbol,
        trade: expect.objectContaining({
          id,
          price: units(price),
          quantity: units(quantity),
          takerSide: taker.side,
        }),
        buyer: (taker.side === 'buy' ? taker : maker).user,
        seller: (taker.side === 'buy' ? maker : taker).user,
      })),
    );
    const fills = pair.facts.filter((fact) => fact.type === 'orderFilled');
    const sides = world.trades.flatMap(({ taker, maker }) => [taker, maker]);
    expect(fills.length).toBe(sides.filter((order) => order.user >= FIRST_USER).length);
  });

  it('SPOT-114 balances, orders and books follow from all facts together', () => {
    const { world } = pair.reference;
    const seen = { balances: new Map(), orders: new Map(), books: new Map() };
    for (const fact of pair.facts) takeFact(seen, fact);
    for (const [key, { available, held }] of world.balances) {
      if (Number(key.split(' ')[0]) < FIRST_USER) continue;
      expect(seen.balances.get(key), key).toBe(`${units(available)} ${units(held)}`);
    }
    for (const order of [...world.open, ...world.ended]) {
      if (order.user < FIRST_USER) continue;
      const last = world.ended.findLast((one) => one.id === order.id) ?? order;
      const view = seen.orders.get(order.id);
      expect([view?.status, view?.filledQuantity]).toEqual([last.status, units(last.filled)]);
    }
    for (const market of world.markets.values()) {
      const levels = seen.books.get(market.symbol) ?? new Map();
      expect(Object.fromEntries(levels)).toEqual(levelsOf(world, market.symbol));
    }
  });
});

describe('what these runs cover together', () => {
  let pairs: readonly Pair[];
  let all: readonly World[];

  beforeAll(() => {
    pairs = SEEDS.map(runOf);
    all = pairs.map(({ reference }) => reference.world);
  }, 500_000);

  it('SPOT-120 SPOT-121 SPOT-122 SPOT-123 SPOT-085 has OCOs that end in every way', () => {
    const ended = all.flatMap((world) => world.ended.filter(({ oco }) => oco > 0));
    const ways = new Set(ended.map((leg) => `${leg.type} ${leg.status} ${leg.filled > 0n}`));
    const wanted = [
      'limit filled true',
      'limit expired false',
      'limit canceled false',
      'stopLimit filled true',
      'stopMarket filled true',
      'stopLimit expired false',
      'stopMarket canceled false',
    ];
    expect(wanted.filter((way) => !ways.has(way))).toEqual([]);
    for (const pair of pairs) expect(pair.refusals.get('partOfOco')).toBeGreaterThan(2);
  });

  it('SPOT-470 SPOT-471 SPOT-472 SPOT-473 has orders that waited for another and end in every way', () => {
    const waited = all.flatMap((world) => world.ended.filter(({ follows }) => follows));
    const ways = new Set(waited.map(({ type, status }) => `${type} ${status}`));
    const wanted = [
      'limit filled',
      'limit canceled',
      'limit expired',
      'limit rejected',
      'market filled',
      'stopLimit rejected',
      'stopMarket canceled',
      'stopMarket expired',
      'stopMarket filled',
      'stopMarket rejected',
    ];
    expect(wanted.filter((way) => !ways.has(way))).toEqual([]);
    const reasons = new Set(waited.map(({ rejection }) => rejection));
    for (const reason of ['insufficientBalance', 'triggersAtOnce', 'wouldTake', 'ocoPrices']) {
      expect(reasons).toContain(reason);
    }
  });

  it('LEDG-044 each listed purpose of each command is posted', () => {
    for (const [command, purposes] of Object.entries(MAY_POST)) {
      const posted = pairs.flatMap(({ causes }) => [...(causes.get(command) ?? [])]);
      expect([...new Set(posted)].sort(), command).toEqual([...purposes].sort());
    }
  });
});

type Seen = Record<'balances' | 'orders' | 'books', Map<unknown, unknown>>;

function takeFact(seen: Seen, fact: Fact): void {
  if (fact.type === 'balanceChanged') {
    seen.balances.set(`${fact.userId} ${fact.asset}`, `${fact.available} ${fact.held}`);
  } else if (fact.type === 'orderChanged') {
    seen.orders.set(fact.order.id, fact.order);
  } else if (fact.type === 'bookChanged') {
    const levels = (seen.books.get(fact.market) ?? new Map()) as Map<string, string>;
    seen.books.set(fact.market, levels);
    for (const [side, price, quantity, house] of fact.levels) {
      if (quantity === '0') levels.delete(`${side} ${price}`);
      else levels.set(`${side} ${price}`, `${quantity} ${house}`);
    }
  }
}

/** Side and price → quantity and the house's part of it. */
function levelsOf(world: World, symbol: string): Record<string, string> {
  const market = world.markets.get(symbol);
  const sums = new Map<string, { all: bigint; house: bigint }>();
  for (const order of market === undefined ? [] : world.open) {
    if (order.market !== market || !isInBook(order)) continue;
    const key = `${order.side === 'buy' ? 0 : 1} ${units(order.price)}`;
    const sum = sums.get(key) ?? { all: 0n, house: 0n };
    sum.all += order.shown;
    if (order.user === 2) sum.house += order.shown;
    sums.set(key, sum);
  }
  return Object.fromEntries(
    Array.from(sums, ([key, { all, house }]) => [key, `${units(all)} ${units(house)}`]),
  );
}

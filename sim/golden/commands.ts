import { OWNER } from '@assay/core/ledger/owners';
import type { Dice } from '@assay/core/testing/dice';
import { Reference } from '../../modules/orders/testing/reference/reference.ts';
import { CommandMaker, makeSteps } from '../../modules/orders/testing/steps.ts';
import { grantsOf, type Sent } from '../../modules/orders/testing/subject.ts';
import { plainSpot } from '../../modules/spot/testing/plain-spot.ts';
import { MARKETS, SPOT_SUBJECT, setUp } from '../../modules/spot/testing/spot-realm.ts';

/** Users that trade at random, and two whose orders are written down below. */
const TRADERS = [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007] as const;
const MAKER = 1008;
const TAKER = 1009;
const FUNDS = { USDT: '50000', BTC: '2', DOGE: '90000', ETH: '20', GOLD: '30' };

/** A command without its time. */
type Draft = Omit<Sent, 'now'>;

/** A command, and how it must end: `accepted`, `refused` for any reason, or with that refusal. */
export interface RecordedCommand extends Sent {
  readonly ends: string;
}

/**
 * The commands of a recording, every type and refusal among them. The reference model of spot
 * decides the same commands, so that they refer to orders that exist and the recording can be
 * compared with it.
 */
export function* recording(
  dice: Dice,
  count: number,
  start: number,
): IterableIterator<RecordedCommand> {
  const model = new Reference([plainSpot()]);
  const maker = new CommandMaker(SPOT_SUBJECT, start);
  const { world } = model;
  const modelled = (draft: Draft): RecordedCommand => {
    const command = { ...draft, now: maker.now };
    const verdict = model.decide(command.type, command.actor, command.body, command.now);
    return { ...command, ends: 'refusal' in verdict ? verdict.refusal : 'accepted' };
  };
  /** Commands that the model does not know change only its sequence number and time. */
  const beside = (draft: Draft, ends: string): RecordedCommand => {
    world.seq += 1;
    world.at = Math.max(world.at, maker.now);
    return { ...draft, now: maker.now, ends };
  };
  for (const command of setUp(TRADERS, start)) yield modelled(command);
  for (const user of [MAKER, TAKER]) yield modelled(open(user));
  for (let n = 0; n < FLOODS; n += 1) yield beside(FLOOD, 'accepted');
  for (const draft of OPENING) yield modelled(draft);
  const steps = makeSteps(SPOT_SUBJECT, dice, count, TRADERS);
  const every = Math.floor(count / REFUSED.length);
  for (const [at, step] of steps.entries()) {
    yield modelled(maker.command(step, world));
    const draft = at % every === 0 ? REFUSED[at / every] : undefined;
    if (draft !== undefined) yield beside(draft, 'refused');
  }
  for (const draft of ENDING) yield modelled(draft);
}

const as = (type: string, actor: number, body: Sent['body']) => ({ type, actor, body });
const open = (userId: number) =>
  as('openVirtualAccount', userId, { userId, grants: grantsOf(FUNDS) });
const place = (user: number, body: Sent['body']) => as('placeOrder', user, body);
const setStatus = (market: string, status: string) =>
  as('setMarketStatus', OWNER.setup, { market, status });
const setStage = (market: string, stage: string) =>
  as('setMarketStage', OWNER.setup, { market, stage });
/** Limits as those of a listing that names none. */
const setLimits = (market: string, other: Sent['body'] = {}) =>
  as('setMarketLimits', OWNER.setup, {
    ...{ market, minNotional: '0.4', priceWarningPpm: 50_000 },
    ...{ bidMultiplierUpPpm: 5_000_000, bidMultiplierDownPpm: 200_000 },
    ...{ askMultiplierUpPpm: 5_000_000, askMultiplierDownPpm: 200_000 },
    ...other,
  });

const grant = (amount: string) => [{ asset: 'GOLD', amount }];
/** The most that one command may bring in, and how often before the ledger has no more room. */
const MOST = '1000000000';
const FLOODS = 92;
const FLOOD = as('fundHouse', OWNER.setup, {
  ...{ owner: OWNER.promotions, asset: 'GOLD', amount: MOST },
});

/** More stops than a person may have in one market. */
const OPENING: readonly Draft[] = [
  as('recordPrices', OWNER.feeds, { prices: [{ index: 'DOGE-USDT', price: '0.16', n: 1 }] }),
  ...Array.from({ length: 27 }, (_, at) =>
    place(TAKER, {
      ...{ market: 'DOGEUSDT', side: 'sell', type: 'stopLimit', quantity: '100' },
      ...{ triggerPrice: `0.0${10 + at}`, limitPrice: '0.05' },
    }),
  ),
  as('placeOco', TAKER, {
    ...{ market: 'DOGEUSDT', side: 'sell', quantity: '100' },
    ...{ limitPrice: '0.17', triggerPrice: '0.05' },
  }),
];

/** Operators, feeds and strangers who ask for what they may not have. */
const REFUSED: readonly Draft[] = [
  as('listAsset', TAKER, { symbol: 'SOL', name: 'Solana' }),
  as('listAsset', OWNER.setup, { symbol: 'sol', name: 'Solana' }),
  as('listAsset', OWNER.setup, { symbol: 'SOL', name: '' }),
  as('listAsset', OWNER.setup, { symbol: 'BTC', name: 'Bitcoin' }),
  as('listMarket', TAKER, { ...MARKETS[0] }),
  as('listMarket', OWNER.setup, { ...MARKETS[0], symbol: 'btc' }),
  as('listMarket', OWNER.setup, { ...MARKETS[0], symbol: 'SOLUSDT', base: 'SOL' }),
  as('listMarket', OWNER.setup, { ...MARKETS[0] }),
  as('listMarket', OWNER.setup, { ...MARKETS[1], symbol: 'DOGEBTC', quote: 'BTC', tickSize: '0' }),
  as('setMarketStatus', TAKER, { market: 'BTCUSDT', status: 'halted' }),
  as('setMarketStatus', OWNER.setup, { market: 'BTCUSDT', status: 'closed' }),
  as('setMarketStatus', OWNER.setup, { market: 'SOLUSDT', status: 'halted' }),
  ...(['setMarketStage', 'expireOrders'] as const).map((type) =>
    as(type, TAKER, { market: 'BTCUSDT', stage: 'delisted' }),
  ),
  as('setMarketStage', OWNER.setup, { market: 'BTCUSDT', stage: 'preOpen' }),
  as('setMarketStage', OWNER.setup, { market: 'SOLUSDT', stage: 'open' }),
  as('expireOrders', OWNER.engine, { market: 'SOLUSDT' }),
  as('expireOrders', OWNER.engine, { market: 'BTCUSDT' }),
  as('setMarketFees', TAKER, { market: 'BTCUSDT', makerFeePpm: 0, takerFeePpm: 0 }),
  as('setMarketFees', OWNER.setup, { market: 'BTCUSDT', makerFeePpm: 0, takerFeePpm: 10_001 }),
  as('setMarketFees', OWNER.setup, { market: 'SOLUSDT', makerFeePpm: 0, takerFeePpm: 0 }),
  setLimits('BTCUSDT', { minNotional: '90001' }),
  setLimits('BTCUSDT', { bidMultiplierDownPpm: 1.5 }),
  setLimits('SOLUSDT'),
  { ...setLimits('BTCUSDT'), actor: TAKER },
  as('recordPrices', TAKER, { prices: [{ index: 'BTC-USDT', price: '1', n: 99_999 }] }),
  as('recordPrices', OWNER.feeds, { prices: [{ index: 'BTC-USDT', price: '-1', n: 99_999 }] }),
  as('recordPrices', OWNER.feeds, { prices: [] }),
  as('fundHouse', TAKER, { owner: OWNER.marketMaker, asset: 'USDT', amount: '1' }),
  as('fundHouse', OWNER.setup, { owner: OWNER.marketMaker, asset: 'SOL', amount: '1' }),
  as('fundHouse', OWNER.setup, { owner: TAKER, asset: 'USDT', amount: '1' }),
  as('fundHouse', OWNER.setup, { owner: OWNER.marketMaker, asset: 'USDT', amount: '0' }),
  as('openVirtualAccount', TAKER, { userId: TAKER, grants: grantsOf(FUNDS) }),
  as('openVirtualAccount', TAKER, { userId: 1010, grants: grantsOf(FUNDS) }),
  as('openVirtualAccount', OWNER.setup, { userId: 999, grants: grantsOf(FUNDS) }),
  as('openVirtualAccount', 1010, { userId: 1010, grants: [{ asset: 'USDT', amount: '-5' }] }),
  as('resetVirtualAccount', 1010, { userId: 1010, grants: grantsOf(FUNDS) }),
  as('resetVirtualAccount', MAKER, { userId: TAKER, grants: grantsOf(FUNDS) }),
  as('setFeeTier', TAKER, { userId: TAKER, makerPpm: 0, takerPpm: 0 }),
  as('setFeeTier', OWNER.setup, { userId: TAKER, makerPpm: 0, takerPpm: 10_001 }),
  as('setFeeTier', OWNER.setup, { userId: 999, makerPpm: 0, takerPpm: 0 }),
  as('withdrawStaleQuotes', TAKER, {}),
  FLOOD,
  as('openVirtualAccount', 1010, { userId: 1010, grants: grant(MOST) }),
  as('resetVirtualAccount', TAKER, { userId: TAKER, grants: grant(MOST) }),
  as('mintMoney', OWNER.setup, { userId: TAKER, amount: '1000000' }),
];

/** What the order that rests at the end cannot become. */
const AMENDMENTS = [
  { quantity: '0' },
  { quantity: '3.3' },
  { quantity: '41' },
  { limitPrice: '0' },
  { limitPrice: '2701' },
  { limitPrice: '1000005' },
  { limitPrice: '14000' },
  { quantity: '40' },
];

/** Pairs that somebody got wrong. */
const PAIRS = [
  { market: 'SOLUSDT' },
  { side: 'both' },
  { quantity: '-1' },
  { limitPrice: 'much' },
  { limitPrice: '2701' },
  { limitPrice: '1000005' },
  { limitClientOrderId: 'a b' },
];

/** A market that opens while the others trade, and is delisted with what rests in it. */
const LATE = {
  ...{ symbol: 'DOGEBTC', base: 'DOGE', quote: 'BTC', tickSize: '0.00000001', stepSize: '1' },
  ...{ maxPrice: '1', minQuantity: '1', maxQuantity: '100000', minNotional: '0.000001' },
  ...{ maxNotional: '5', makerFeePpm: 500, takerFeePpm: 900 },
};
const late = (user: number, side: string, quantity: string) =>
  place(user, {
    ...{ market: LATE.symbol, side, type: 'limit', quantity, limitPrice: '0.00000265' },
  });

/** What an order that waits sells. */
const EXIT = { side: 'sell', quantity: '1' };

/** An end at which orders of every kind are open, and the house quotes. */
const ENDING: readonly Draft[] = [
  ...MARKETS.map(({ symbol }) => setStatus(symbol, 'trading')),
  setLimits('GOLDUSDT'),
  // A price in a halted market withdraws the house's quotes: in gold people trade with each other.
  setStatus('GOLDUSDT', 'halted'),
  as('recordPrices', OWNER.feeds, { prices: [{ index: 'GOLD-USDT', price: '2650', n: 100_000 }] }),
  setStatus('GOLDUSDT', 'trading'),
  as('cancelAllOrders', MAKER, {}),
  as('setFeeTier', OWNER.setup, { userId: MAKER, makerPpm: 321, takerPpm: 654 }),
  ...TRADERS.map((user) => as('cancelAllOrders', user, { market: 'GOLDUSDT' })),
  as('recordPrices', OWNER.feeds, {
    prices: [
      { index: 'BTC-USDT', price: '61234.56789', n: 100_000 },
      { index: 'DOGE-USDT', price: '0.171234', n: 100_000 },
      { index: 'ETH-BTC', price: '0.04321', n: 100_000 },
    ],
  }),
  place(MAKER, {
    ...{ market: 'GOLDUSDT', side: 'sell', type: 'limit', postOnly: true },
    ...{ quantity: '8', limitPrice: '2700', clientOrderId: 'resting-named' },
  }),
  place(TAKER, {
    ...{ market: 'GOLDUSDT', side: 'buy', type: 'limit', timeInForce: 'ioc' },
    ...{ quantity: '2.5', limitPrice: '2700' },
  }),
  // What rests keeps its rates and its price; the next order has others, and a bound that refuses.
  as('setMarketFees', OWNER.setup, { market: 'GOLDUSDT', makerFeePpm: 432, takerFeePpm: 765 }),
  setLimits('GOLDUSDT', { minNotional: '3000', bidMultiplierUpPpm: 1_010_000 }),
  ...['1', '1.5'].map((quantity) =>
    place(TAKER, {
      ...{ market: 'GOLDUSDT', side: 'buy', type: 'limit', timeInForce: 'ioc' },
      ...{ quantity, limitPrice: '2700' },
    }),
  ),
  place(TAKER, { market: 'GOLDUSDT', side: 'buy', type: 'market', quantity: '1.5' }),
  setLimits('GOLDUSDT'),
  as('amendOrder', MAKER, {
    ...{ clientOrderId: 'resting-named', quantity: '7', newClientOrderId: 'renamed' },
  }),
  ...AMENDMENTS.map((change) => as('amendOrder', MAKER, { clientOrderId: 'renamed', ...change })),
  as('cancelAllOrders', MAKER, { market: 'SOLUSDT' }),
  place(TAKER, {
    ...{ market: 'GOLDUSDT', side: 'buy', type: 'limit', quantity: '1', limitPrice: '2701' },
  }),
  place(TAKER, { market: 'GOLDUSDT', side: 'buy', type: 'market', quoteAmount: '1e3' }),
  place(MAKER, {
    ...{ market: 'GOLDUSDT', side: 'sell', type: 'stopLimit', quantity: '1' },
    ...{ triggerPrice: '2500', limitPrice: '2450', clientOrderId: 'waiting' },
  }),
  place(MAKER, {
    ...{ market: 'GOLDUSDT', side: 'buy', type: 'stopMarket', quoteAmount: '3000' },
    ...{ triggerPrice: '2900', maxSlippagePpm: 20_000, selfTrade: 'decrement' },
  }),
  as('placeOco', MAKER, {
    ...{ market: 'GOLDUSDT', side: 'sell', quantity: '3', limitPrice: '2800' },
    ...{ triggerPrice: '2600', stopLimitPrice: '2550' },
    ...{ limitClientOrderId: 'pair-limit', stopClientOrderId: 'pair-stop' },
  }),
  ...PAIRS.map((wrong) =>
    as('placeOco', TAKER, {
      ...{ market: 'GOLDUSDT', side: 'sell', quantity: '3' },
      ...{ limitPrice: '2800', triggerPrice: '2600' },
      ...wrong,
    }),
  ),
  as('placeOco', TAKER, {
    ...{ market: 'GOLDUSDT', side: 'buy', quantity: '2', limitPrice: '2500' },
    ...{ triggerPrice: '2850' },
  }),
  as('placeOco', MAKER, {
    ...{ market: 'GOLDUSDT', side: 'sell', quantity: '1', takeProfitPrice: '2900' },
    ...{ triggerPrice: '2550', limitPrice: '2890' },
  }),
  as('placeOto', TAKER, {
    market: 'GOLDUSDT',
    working: { side: 'buy', type: 'limit', quantity: '1', limitPrice: '2400' },
    pending: [
      { ...EXIT, type: 'limit', limitPrice: '2950', postOnly: true },
      { ...EXIT, type: 'stopMarket', triggerPrice: '2300', triggerWhen: 'falls' },
    ],
  }),
  // A buy that has paid a fee, and is still open.
  place(TAKER, {
    ...{ market: 'GOLDUSDT', side: 'buy', type: 'limit', quantity: '2', limitPrice: '2690' },
  }),
  place(MAKER, {
    ...{ market: 'GOLDUSDT', side: 'sell', type: 'limit', timeInForce: 'ioc' },
    ...{ quantity: '1', limitPrice: '2690' },
  }),
  as('listMarket', OWNER.setup, { ...LATE, stage: 'preOpen' }),
  late(MAKER, 'sell', '500'),
  setStage(LATE.symbol, 'open'),
  late(MAKER, 'sell', '500'),
  late(TAKER, 'buy', '200'),
  late(MAKER, 'buy', '100'),
  // Last, because the engine then goes on by itself and ends what is open.
  setStage(LATE.symbol, 'delisted'),
];

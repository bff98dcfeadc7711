// Quotes both sides of a market around its middle: node examples/market-maker.mjs
// A lesson in the API, not in earning money: traders who know more than the book profit from it.
import { connect } from './client.mjs';

const symbol = process.env.SYMBOL ?? 'BTC/USDT';
/** Distance of each quote from the middle, as a fraction of it. */
const SPREAD = 0.0005;
/** How far a full position moves both quotes, as a fraction of the middle. */
const SKEW = 0.0003;
/** Quote currency in each order, and in the largest position to either side of the start. */
const SIZE = 50;
const POSITION_MAX = 500;
/** An order is moved when its price is off by more than this fraction. */
const TOLERANCE = 0.0001;
/** The time between rounds, and the number of rounds, by default unlimited. */
const EVERY_MS = Number(process.env.EVERY_MS ?? 1_000);
const rounds = Number(process.env.ROUNDS ?? Number.POSITIVE_INFINITY);

const exchange = connect();
await exchange.loadMarkets();
const { base } = exchange.market(symbol);
/** Our order of each side, as far as we know. */
const quotes = { buy: null, sell: null };
let stopping = false;
process.on('SIGINT', () => {
  stopping = true;
});

/** The middle of others' quotes: the program must not follow its own orders. */
async function middle() {
  const { bids, asks } = await exchange.fetchOrderBook(symbol, 10);
  const best = (levels, own) =>
    levels.find(([price, amount]) => own?.price !== price || amount > own.remaining)?.[0];
  const [bid, ask] = [best(bids, quotes.buy), best(asks, quotes.sell)];
  return bid === undefined || ask === undefined ? null : (bid + ask) / 2;
}

async function held() {
  return (await exchange.fetchBalance())[base]?.total ?? 0;
}

/** The price that each side should quote; null for a side whose position is full. */
function wanted(price, position) {
  const share = Math.max(-1, Math.min(1, (position * price) / POSITION_MAX));
  const at = (factor) => Number(exchange.priceToPrecision(symbol, price * factor));
  return {
    buy: share < 1 ? at(1 - SPREAD - share * SKEW) : null,
    sell: share > -1 ? at(1 + SPREAD - share * SKEW) : null,
  };
}

/** Runs a request that may be too late: the order is gone, or would no longer rest. */
async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    const late = ['OrderNotFound', 'OrderImmediatelyFillable', 'InsufficientFunds'];
    if (!late.includes(error.constructor.name)) throw error;
    console.log(error.constructor.name);
    return null;
  }
}

async function cancel(side) {
  const order = quotes[side];
  quotes[side] = null;
  if (order !== null) await attempt(() => exchange.cancelOrder(order.id, symbol));
}

/** Moves the order of a side to its price. */
async function adjust(side, price, open) {
  const order = open.find(({ id }) => id === quotes[side]?.id) ?? null;
  quotes[side] = order;
  if (order !== null && price !== null) {
    if (Math.abs(order.price - price) <= price * TOLERANCE) return;
  }
  await cancel(side);
  if (price === null) return;
  const amount = exchange.amountToPrecision(symbol, SIZE / price);
  quotes[side] = await attempt(() =>
    exchange.createOrder(symbol, 'limit', side, amount, price, { postOnly: true }),
  );
}

// Buys a position to sell from, if there is none: a sale must be covered.
if ((await held()) * ((await middle()) ?? 0) < POSITION_MAX) {
  await exchange.createMarketBuyOrderWithCost(symbol, POSITION_MAX);
}
const start = await held();
try {
  for (let round = 0; round < rounds && !stopping; round += 1) {
    const [price, open, now] = [
      await middle(),
      await exchange.fetchOpenOrders(symbol),
      await held(),
    ];
    if (price !== null) {
      const { buy, sell } = wanted(price, now - start);
      await adjust('buy', buy, open);
      await adjust('sell', sell, open);
      console.log(
        'middle',
        price,
        'bid',
        quotes.buy?.price,
        'ask',
        quotes.sell?.price,
        'position',
        now - start,
      );
    }
    await exchange.sleep(EVERY_MS);
  }
} finally {
  // Leaves no orders behind, whatever happened.
  await cancel('buy');
  await cancel('sell');
  await exchange.close();
}

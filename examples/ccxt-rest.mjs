// The life of orders over REST: node examples/ccxt-rest.mjs
import { connect } from './client.mjs';

const symbol = process.env.SYMBOL ?? 'BTC/USDT';
const exchange = connect();
await exchange.loadMarkets();
const market = exchange.market(symbol);
console.log(symbol, 'tick', market.precision.price, 'step', market.precision.amount);

const { bids, asks } = await exchange.fetchOrderBook(symbol, 5);
console.log('bid', bids[0], 'ask', asks[0]);

// An order that rests: well below the best bid, and post-only.
const amount = exchange.amountToPrecision(symbol, 20 / bids[0][0]);
const price = exchange.priceToPrecision(symbol, bids[0][0] * 0.98);
const resting = await exchange.createOrder(symbol, 'limit', 'buy', amount, price, {
  postOnly: true,
});
console.log('resting', resting.id, resting.status, resting.amount, '@', resting.price);
const open = await exchange.fetchOpenOrders(symbol);
console.log('open', open.length);
const canceled = await exchange.cancelOrder(resting.id, symbol);
console.log('then', canceled.status);

// An order that trades at once, and what it cost.
const bought = await exchange.createOrder(symbol, 'market', 'buy', amount);
console.log('bought', bought.filled, '@', bought.average, 'fee', bought.fee);
for (const trade of await exchange.fetchMyTrades(symbol, undefined, 5)) {
  console.log('trade', trade.id, trade.side, trade.amount, '@', trade.price, trade.takerOrMaker);
}
const balance = await exchange.fetchBalance();
console.log(
  'balance',
  market.base,
  balance[market.base].total,
  market.quote,
  balance[market.quote].total,
);

// A refusal gives its reason.
try {
  await exchange.createOrder(symbol, 'limit', 'buy', amount, price * 0.01);
} catch (error) {
  console.log('refused', error.constructor.name, error.message);
}

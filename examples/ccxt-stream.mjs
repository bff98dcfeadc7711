// Book, trades and own orders as they change: node examples/ccxt-stream.mjs
import { connect } from './client.mjs';

const symbol = process.env.SYMBOL ?? 'BTC/USDT';
/** The number of changes of the book to show. */
const changes = Number(process.env.CHANGES ?? 10);

const exchange = connect();
await exchange.loadMarkets();

async function followBook() {
  for (let seen = 0; seen < changes; seen += 1) {
    const { bids, asks, nonce } = await exchange.watchOrderBook(symbol);
    console.log('book', nonce, bids[0], asks[0]);
  }
}

async function followTrades() {
  for (;;) {
    for (const { side, amount, price } of await exchange.watchTrades(symbol)) {
      console.log('trade', side, amount, '@', price);
    }
  }
}

/** Ends when the order that is placed below has been cancelled. */
async function followOrders() {
  for (;;) {
    for (const { id, status, filled, remaining } of await exchange.watchOrders(symbol)) {
      console.log('order', id, status, 'filled', filled, 'left', remaining);
      if (status === 'canceled') return;
    }
  }
}

async function trade() {
  const { bids } = await exchange.fetchOrderBook(symbol, 5);
  const amount = exchange.amountToPrecision(symbol, 20 / bids[0][0]);
  const price = exchange.priceToPrecision(symbol, bids[0][0] * 0.98);
  await exchange.createOrder(symbol, 'market', 'buy', amount);
  const { id } = await exchange.createOrder(symbol, 'limit', 'buy', amount, price);
  await exchange.cancelOrder(id, symbol);
}

// Runs until the socket is closed below.
followTrades().catch(() => undefined);
const orders = followOrders();
// Events before the subscription is active are not sent.
await exchange.sleep(1_000);
await trade();
await Promise.all([orders, followBook()]);
await exchange.close();

import { type Account, ask, call, type From, openAccount, tokenOf } from './ask.ts';

const MARKETS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT', 'ADAUSDT'];
const AT_ONCE = 48;
/** In one of so many rounds an order takes, else it rests and is cancelled. */
const TAKES_EVERY = 4;
const OPEN_ORDERS = 1_000;

interface Resting {
  readonly market: string;
  readonly price: string;
  readonly quantity: string;
}

/** Far enough from the market to rest, near enough for the price band; for some 10 USDT. */
export async function restingIn(from: From, market: string): Promise<Resting> {
  const { body } = await ask(from, { path: `/web/getDepth?market=${market}&limit=5` });
  const best: string = JSON.parse(body).data.bids.at(-1)[0];
  const decimals = best.includes('.') ? best.length - best.indexOf('.') - 1 : 0;
  const price = (Number(best) * 0.8).toFixed(decimals);
  const view = await ask(from, { path: `/web/getCurrencyMessage?market=${market}` });
  const { stepSize, quantityDecimals } = JSON.parse(view.body).data;
  const steps = Math.ceil(12 / Number(price) / Number(stepSize));
  return { market, price, quantity: (steps * Number(stepSize)).toFixed(quantityDecimals) };
}

/**
 * An account with a long history, made by trading: of `commands` a quarter take, the others place
 * and cancel. It ends with as many open orders as there may be.
 */
export async function openLongAccount(from: From, commands: number): Promise<Account> {
  const account = await openAccount(from);
  const resting = await Promise.all(MARKETS.map((market) => restingIn(from, market)));
  const headers = tokenOf(account.token);
  const post = (name: string, form: string) =>
    ask(from, { method: 'POST', path: `/web/${name}`, form, headers });
  const rest = ({ market, price, quantity }: Resting) =>
    post(
      'placeOrder',
      `market=${market}&side=buy&type=limit&quantity=${quantity}&limitPrice=${price}`,
    );
  let sent = 0;
  const rounds = async (_: unknown, worker: number) => {
    for (let round = 0; sent < commands; round += 1) {
      const one = resting[(worker + round) % resting.length]!;
      if (round % TAKES_EVERY === 0) {
        const side = round % (2 * TAKES_EVERY) === 0 ? 'buy' : 'sell';
        const form = `market=${one.market}&side=${side}&type=market&quoteAmount=12`;
        await post('placeOrder', form);
        sent += 1;
        continue;
      }
      const orderId = /"order":\{"id":(\d+)/.exec((await rest(one)).body)?.[1];
      await post('cancelOrder', `orderId=${orderId}`);
      sent += 2;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, rounds));
  await call(from, 'cancelAllOrders', '', account.token);
  for (let placed = 0, failed = 0; placed < OPEN_ORDERS && failed < 100; ) {
    const { body } = await rest(resting[placed % resting.length]!);
    if (body.startsWith('{"code":0,')) placed += 1;
    else if (++failed === 1) console.error(body);
  }
  return account;
}

import {
  assetOf,
  OWNER,
  ownerName,
  ownerOf,
  WALLET_NAMES,
  walletOf,
} from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { type BookRules, priceText } from '@assay/core/order/market';
import type { RealmMachines } from '../../apps/server/realm.ts';
import { Field } from '../../core/order/life/trade-layout.ts';
import {
  type OrderWords,
  orderWords,
  type TradeNumbers,
  type TradeWords,
  tradeWords,
} from './words.ts';

/**
 * The state of a realm as the machines have it, in a form that is independent of them. When classes
 * are renamed or split, this file and `tables.ts` are adapted; the form stays as it is.
 */
export type StandingState = ReturnType<typeof standingState>;

/** What is in memory once an engine has loaded. */
export function standingState(machines: RealmMachines) {
  const orders = [...machines.orders.state.open()].map((order) =>
    orderWords(rulesOf(machines, order.market), order),
  );
  return {
    markets: marketsOf(machines),
    referencePrices: referencePricesOf(machines),
    feeRates: feeRatesOf(machines),
    balances: balancesOf(machines),
    openOrders: orders.sort((a, b) => a.id - b.id),
  };
}

/** What leaves memory with its batch: trades, and orders as they ended. */
export interface History {
  readonly endedOrders: OrderWords[];
  readonly trades: TradeWords[];
}

/**
 * Adds to the history what the command just decided has made; to be called after each command, each
 * in a batch of its own. Quotes of the house that nobody took are no history.
 */
export function takeHistory(machines: RealmMachines, { endedOrders, trades }: History): void {
  const { state } = machines.orders;
  for (const ref of state.dirty.all) {
    const order = state.orderAt(ref);
    const isUntakenQuote = order.userId === OWNER.marketMaker && order.filled === 0;
    if (order.open || isUntakenQuote) continue;
    endedOrders.push(orderWords(rulesOf(machines, order.market), order));
  }
  for (let row = 0; row < state.trades.count; row += 1) {
    const field = (name: keyof TradeNumbers) => state.trades.get(row, Field[name]);
    trades.push(
      tradeWords(rulesOf(machines, field('market')), {
        market: field('market'),
        id: field('id'),
        seq: field('seq'),
        at: field('at'),
        ticks: field('ticks'),
        lots: field('lots'),
        takerSide: field('takerSide'),
        takerOrder: field('takerOrder'),
        makerOrder: field('makerOrder'),
        takerUser: field('takerUser'),
        makerUser: field('makerUser'),
        takerFee: field('takerFee'),
        makerFee: field('makerFee'),
        buyerFeeInBase: field('buyerFeeInBase'),
      }),
    );
  }
}

/** The rules of a market by its number. */
export function rulesOf({ markets }: Pick<RealmMachines, 'markets'>, id: number): BookRules {
  const market = markets.marketById(id);
  assert(market !== undefined, `market ${id} is listed`);
  return market.rules;
}

function marketsOf({ markets, orders }: RealmMachines) {
  return [...markets.markets()].map(({ rules, listing, status }) => {
    const market = orders.market(rules.symbol);
    assert(market !== undefined, `market ${rules.symbol} has a book`);
    return {
      symbol: rules.symbol,
      base: listing.base,
      quote: listing.quote,
      status,
      lastPrice: market.lastTicks > 0 ? priceText(rules, market.lastTicks) : '',
      lastTradeId: market.lastTradeId,
    };
  });
}

/** The index that each market follows, however old. */
function referencePricesOf({ markets, feeds }: RealmMachines) {
  return [...markets.markets()].flatMap(({ rules: { symbol, index } }) => {
    const price = feeds.lastIndex(index);
    if (price === undefined) return [];
    return [{ market: symbol, price: price.price, tick: price.n, at: price.at }];
  });
}

/** Of users who have rates of their own. */
function feeRatesOf({ spot }: RealmMachines) {
  return spot.feeTiers().map(({ userId: user, byCut: _, ...rates }) => ({ user, ...rates }));
}

/** Of every account that has anything. */
function balancesOf({ ledger, markets }: RealmMachines) {
  const balances: Record<'owner' | 'wallet' | 'asset' | 'available' | 'held', string>[] = [];
  ledger.ledger.forEach((account, available, held) => {
    if (available === 0n && held === 0n) return;
    balances.push({
      owner: ownerName(ownerOf(account)),
      wallet: WALLET_NAMES[walletOf(account)] ?? '',
      asset: markets.assetSymbol(assetOf(account)),
      available: formatDecimal(available, SCALE),
      held: formatDecimal(held, SCALE),
    });
  });
  return balances;
}

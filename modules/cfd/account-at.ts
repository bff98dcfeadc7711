import { formatDecimal, formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import {
  type Direction,
  gainOf,
  LONG,
  marginOf,
  quantityOf,
  type Rate,
  rateOf,
} from '@assay/core/position/value';
import type { TicksLost } from '@assay/modules/feeds';
import type { TickView } from '@assay/modules/feeds/schema';
import type { z } from 'zod';
import { sideName } from './machine/state.ts';
import {
  type KeptAccount,
  type KeptPosition,
  type KeptQuote,
  readKept,
} from './rules/close-out.ts';
import { accountNow, holdingsOf } from './rules/index.ts';
import { quoteAt, type Session } from './rules/quote.ts';
import type { ContractListing } from './rules/terms.ts';
import type { accountAtView } from './schema/views.ts';

type AccountAt = z.output<typeof accountAtView>;
type Market = AccountAt['markets'][number];

/** A contract with its prices at a tick. */
interface Priced {
  readonly contract: number;
  readonly indexPrice: number;
  readonly spread: number;
  readonly terms: ContractListing;
}

/** Where what an account rests on is read. */
interface Sources {
  /** A version of the terms of a contract, as it was published. */
  listingAt(contract: number, version: number): Promise<string | undefined>;
  sessionAt(index: string, at: number): Session | null;
  ticksUntil(index: string, tick: number, recent: string): Promise<TickView[] | TicksLost>;
}

/**
 * What a receipt says of the account that was closed out, if it says any, and the ticks of the
 * account's other markets; or why they are lost.
 */
export async function accountAt(
  receipt: Priced & { readonly account: string | null },
  { listingAt, sessionAt, ticksUntil }: Sources,
): Promise<
  { readonly part: { readonly account?: AccountAt }; readonly others: TickView[][] } | TicksLost
> {
  if (receipt.account === null) return { part: {}, others: [] };
  const kept = readKept(receipt.account);
  const priced: Priced[] = [receipt];
  const markets: Market[] = [];
  const others: TickView[][] = [];
  for (const quote of kept.quotes) {
    const listing = await listingAt(quote.contract, quote.version);
    assert(listing !== undefined, 'every version of the terms is there');
    const terms: ContractListing = JSON.parse(listing);
    const ticks = await ticksUntil(terms.index, quote.tick, quote.recent);
    if (typeof ticks === 'string') return ticks;
    others.push(ticks);
    priced.push({ ...quote, terms });
    markets.push(marketOf(quote, terms, sessionAt(terms.index, quote.tickAt)));
  }
  return { part: { account: { ...figuresOf(kept, priced), markets } }, others };
}

function marketOf(quote: KeptQuote, terms: ContractListing, session: Session | null): Market {
  const { tick, tickAt, indexPrice, spread, recent } = quote;
  return {
    ...{ contract: terms.symbol, tick, tickAt, indexPrice: price(indexPrice) },
    ...{ spread: price(spread), recent: recent.split(',').map((one) => price(Number(one))), terms },
    session: session && { opensAt: session.opensAt, closesAt: session.closesAt },
  };
}

/** What an account had, and the figures by which it was due. */
function figuresOf(kept: KeptAccount, priced: readonly Priced[]): Omit<AccountAt, 'markets'> {
  const { since, wallet, deficit, closeOutPercent, positions } = kept;
  const quotes = new Map(priced.map((one) => [one.contract, one]));
  const prices = new Map(priced.map(({ terms, indexPrice }) => [terms.index, indexPrice]));
  const rates = new Map(priced.map((one) => [one.terms.symbol, rateNow(one.terms, prices)]));
  const valued = positions.map((one) => {
    const { terms } = quotes.get(one.contract)!;
    return atExit(one, quotes.get(one.contract)!, rates.get(terms.symbol)!);
  });
  const used = valued.reduce((sum, { margin }) => sum + margin, 0n);
  const exits = new Map(valued.map(({ contract, side, exit }) => [`${contract} ${side}`, exit]));
  const { equity, riskRatePpm } = accountNow(
    { wallet: wallet - deficit, used, reserved: 0n, closeOutPercent },
    holdingsOf(valued),
    ({ contract, side }) => exits.get(`${contract} ${side}`)!,
    ({ contract }) => rates.get(contract)!,
  );
  return {
    ...{ since, wallet: amount(wallet), deficit: amount(deficit), equity: amount(equity) },
    ...{ used: amount(used), closeOutPercent, riskRatePpm: String(riskRatePpm ?? '') },
    positions: valued.map(({ conversionEntry: converted, ...one }) => ({
      ...{ id: one.id, contract: one.contract, side: sideName(one.side), lots: amount(one.lots) },
      ...{ leverage: one.leverage, entry: price(one.entry), margin: amount(one.margin) },
      ...{ exit: price(one.exit), gain: amount(one.gain) },
      ...(converted === null ? {} : { conversionEntry: price(converted) }),
    })),
  };
}

/** What a unit of a price's currency is in USDT, by the last price of what converts it. */
function rateNow(terms: ContractListing, prices: ReadonlyMap<string, number>): Rate {
  const { conversionIndex, conversionWay } = terms;
  return rateOf(prices.get(conversionIndex ?? ''), conversionWay);
}

function atExit(position: KeptPosition, { indexPrice, spread, terms }: Priced, rate: Rate) {
  const { id, lots, entry, leverage, conversionEntry } = position;
  const side = position.side as Direction;
  const { bid, ask } = quoteAt(indexPrice, spread);
  const exit = side === LONG ? bid : ask;
  const quantity = quantityOf(lots, parseDecimal(terms.contractSize, SCALE)!);
  const margin = marginOf(entry, quantity, leverage, rateOf(conversionEntry, terms.conversionWay));
  const gain = gainOf(side, entry, exit, quantity, rate);
  const of = { id, contract: terms.symbol, side, lots, entry, leverage, conversionEntry };
  return { ...of, quantity, margin, exit, gain };
}

function amount(units: bigint): string {
  return formatDecimal(units, SCALE);
}

function price(units: number): string {
  return formatSafe(units, SCALE);
}

import { lesser, mulDivCeil } from '@assay/core/num/integer';
import {
  type Direction,
  gainOf,
  LONG,
  marginOf,
  ONE,
  quantityOf,
  type Rate,
  shareOf,
} from '@assay/core/position/value';
import { fitsValue, readGuarded, readLots, readPrice } from './order.ts';
import { indexOf } from './quote.ts';
import type { Terms } from './terms.ts';

/** An order as somebody writes it: decimal text, "" for what is not said. */
export interface Draft {
  readonly side: Direction;
  readonly kind: 'market' | 'limit' | 'stop';
  readonly lots: string;
  readonly leverage: number;
  readonly price: string;
  readonly slippage: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly trailing: string;
  readonly guaranteed: boolean;
}

/** What is wrong with a draft, in the order in which the engine refuses it. */
export type Problem =
  | 'badLots'
  | 'leverageTooHigh'
  | 'badPrice'
  | 'badSlippage'
  | 'badProtection'
  | 'insufficientBalance';

/** The account and the contract, as the prices stand. */
interface Standing {
  readonly bid: number;
  readonly ask: number;
  /** What a unit of the currency of the price is in USDT; null before that is known. */
  readonly rate: Rate | null;
  readonly maxLeverage: number;
  readonly netted: boolean;
  readonly available: bigint;
  readonly equity: bigint;
  readonly used: bigint;
  /** The share of the margin at which the account is closed out. */
  readonly closeOutPercent: number;
  /** What is open of the contract, in units of the base. */
  readonly long: bigint;
  readonly short: bigint;
  /** What that gains by the prices now. */
  readonly gain: bigint;
}

/** What an order needs and leads to: prices in their own currency, amounts in USDT. */
export interface Preview {
  /** The price by which its margin is held: its own, or that of the side now. */
  readonly price: number;
  readonly quantity: bigint;
  /** What that is worth at the price. */
  readonly value: bigint;
  readonly margin: bigint;
  readonly premium: bigint;
  /** What is held from the acceptance on. */
  readonly held: bigint;
  /** What opening and closing at the prices now would cost: the spread, rounded up. */
  readonly spreadCost: bigint;
  /** The price at which the account would be closed out if no other moves; null: none is. */
  readonly closeOut: number | null;
  readonly problem: Problem | null;
}

/**
 * What the engine would hold for a draft, by its own arithmetic; null before there are lots that
 * the contract can be traded in, and prices.
 */
export function previewOrder(terms: Terms, standing: Standing, draft: Draft): Preview | null {
  const { side, leverage, guaranteed } = draft;
  const { bid, ask, rate } = standing;
  const lots = readLots(draft.lots, terms, terms.minLots, terms.maxLots);
  if (lots === null || ask === 0 || rate === null) return null;
  const [entry, exit] = side > 0 ? [ask, bid] : [bid, ask];
  const asked = draft.kind === 'market' ? 0 : readPrice(draft.price, terms);
  const price = asked === null || asked === 0 ? entry : asked;
  const quantity = quantityOf(lots, terms.contractSize);
  const other = side > 0 ? standing.short : standing.long;
  const opens = quantity - (standing.netted ? lesser(other, quantity) : 0n);
  const margin = opens === 0n ? 0n : marginOf(price, opens, leverage, rate);
  const premium = guaranteed ? shareOf(price, opens, terms.premiumPpm, rate) : 0n;
  const held = margin + premium;
  const spreadCost = -gainOf(LONG, ask, bid, quantity, rate);
  const opened = { side, quantity, exit, margin, premium, spreadCost };
  const closeOut = closeOutPrice(terms, standing, opened, rate);
  const problem = problemOf(terms, standing, draft, { lots, price, exit, held, rate });
  const value = worthOf(quantity, price, rate);
  return { price, quantity, value, margin, premium, held, spreadCost, closeOut, problem };
}

/** What a quantity is worth at a price, or by a move of it, in USDT, rounded down. */
export function worthOf(quantity: bigint, price: number, { of, per }: Rate): bigint {
  return (BigInt(price) * quantity * of) / (ONE * per);
}

interface Asked {
  readonly lots: bigint;
  readonly price: number;
  readonly exit: number;
  readonly held: bigint;
  readonly rate: Rate;
}

function problemOf(
  terms: Terms,
  { maxLeverage, available }: Standing,
  draft: Draft,
  at: Asked,
): Problem | null {
  const isMarket = draft.kind === 'market';
  if (draft.leverage > maxLeverage) return 'leverageTooHigh';
  const asked = isMarket ? 0 : readPrice(draft.price, terms);
  if (!isMarket && (asked === null || asked === 0)) return 'badPrice';
  if (!fitsValue(at.lots, terms, at.price, at.rate)) return 'badLots';
  const slippage = readPrice(draft.slippage, terms);
  const hasBound = slippage !== null && (slippage === 0 || draft.kind !== 'limit');
  if (!hasBound || slippage >= at.price) return 'badSlippage';
  const against = isMarket ? at.exit : at.price;
  if (readGuarded(draft, terms, draft.side, against) === null) return 'badProtection';
  return available < at.held ? 'insufficientBalance' : null;
}

interface Opened {
  readonly side: Direction;
  readonly quantity: bigint;
  readonly exit: number;
  readonly margin: bigint;
  readonly premium: bigint;
  readonly spreadCost: bigint;
}

/**
 * Where the account is due to be closed out: an estimate, because other prices move too. They are
 * held fixed, the one that converts among them. Where the contract's own index converts, it moves
 * with the price for all that is open of this contract, and is held fixed for that of others.
 */
function closeOutPrice(
  { index, conversionIndex }: Pick<Terms, 'index' | 'conversionIndex'>,
  { bid, ask, equity, used, closeOutPercent, long, short, gain }: Standing,
  opened: Opened,
  rate: Rate,
): number | null {
  const net = long - short + BigInt(opened.side) * opened.quantity;
  if (net === 0n) return null;
  const direction = net > 0n ? 1n : -1n;
  const left = equity - opened.spreadCost - opened.premium;
  const room = left * 100n - (used + opened.margin) * BigInt(closeOutPercent);
  if (room <= 0n) return opened.exit;
  // By its own index a price w is worth 1/w: a move of m takes (net - gain) m / (w - m).
  const isOwn = conversionIndex === index;
  const size = 100n * direction * (isOwn ? net - gain + opened.spreadCost : net);
  const lost = isOwn ? size + direction * room : size * rate.of;
  if (lost <= 0n) return null;
  const from = isOwn ? BigInt(indexOf({ bid, ask })) : ONE * rate.per;
  const price = BigInt(opened.exit) - direction * mulDivCeil(room, from, lost);
  return price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(price) : null;
}

import { lesser, mulDivCeil } from '@assay/core/num/integer';
import { type Direction, marginOf, ONE, quantityOf, shareOf } from '@assay/core/position/value';
import { fitsValue, readGuarded, readLots, readPrice } from './order.ts';
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
}

/** What an order needs and leads to, in units of 1e-8. */
export interface Preview {
  /** The price by which its margin is held: its own, or that of the side now. */
  readonly price: number;
  readonly quantity: bigint;
  readonly margin: bigint;
  readonly premium: bigint;
  /** What is held from the acceptance on. */
  readonly held: bigint;
  /** What opening and closing at the prices now would cost: the spread, rounded up. */
  readonly spreadCost: bigint;
  /** What a move of the price by one step is worth, rounded down. */
  readonly step: bigint;
  /** The price at which the account would be closed out if no other moves; null: none is. */
  readonly closeOut: number | null;
  readonly problem: Problem | null;
}

/**
 * What the engine would hold for a draft, by its own arithmetic; null before there are lots that
 * the contract can be traded in.
 */
export function previewOrder(terms: Terms, standing: Standing, draft: Draft): Preview | null {
  const { side, leverage, guaranteed } = draft;
  const lots = readLots(draft.lots, terms, terms.minLots, terms.maxLots);
  if (lots === null || standing.ask === 0) return null;
  const entry = side > 0 ? standing.ask : standing.bid;
  const exit = side > 0 ? standing.bid : standing.ask;
  const asked = draft.kind === 'market' ? 0 : readPrice(draft.price, terms);
  const price = asked === null || asked === 0 ? entry : asked;
  const quantity = quantityOf(lots, terms.contractSize);
  const other = side > 0 ? standing.short : standing.long;
  const opens = quantity - (standing.netted ? lesser(other, quantity) : 0n);
  const margin = opens === 0n ? 0n : marginOf(price, opens, leverage);
  const premium = guaranteed ? shareOf(price, opens, terms.premiumPpm) : 0n;
  const held = margin + premium;
  const spreadCost = mulDivCeil(BigInt(standing.ask - standing.bid), quantity, ONE);
  const step = (BigInt(terms.tickSize) * quantity) / ONE;
  const closeOut = closeOutPrice(standing, { side, quantity, exit, margin, premium, spreadCost });
  const problem = problemOf(terms, standing, draft, { lots, price, exit, held });
  return { price, quantity, margin, premium, held, spreadCost, step, closeOut, problem };
}

function problemOf(
  terms: Terms,
  { maxLeverage, available }: Standing,
  draft: Draft,
  at: { readonly lots: bigint; readonly price: number; readonly exit: number; held: bigint },
): Problem | null {
  const isMarket = draft.kind === 'market';
  if (draft.leverage > maxLeverage) return 'leverageTooHigh';
  const asked = isMarket ? 0 : readPrice(draft.price, terms);
  if (!isMarket && (asked === null || asked === 0)) return 'badPrice';
  if (!fitsValue(at.lots, terms, at.price)) return 'badLots';
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

/** Where the account is due to be closed out: an estimate, because other prices move too. */
function closeOutPrice(
  { equity, used, closeOutPercent, long, short }: Standing,
  opened: Opened,
): number | null {
  const net = long - short + BigInt(opened.side) * opened.quantity;
  if (net === 0n) return null;
  const direction = net > 0n ? 1n : -1n;
  const left = equity - opened.spreadCost - opened.premium;
  const room = left * 100n - (used + opened.margin) * BigInt(closeOutPercent);
  if (room <= 0n) return opened.exit;
  const move = mulDivCeil(room, ONE, 100n * net * direction);
  const price = BigInt(opened.exit) - direction * move;
  return price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(price) : null;
}

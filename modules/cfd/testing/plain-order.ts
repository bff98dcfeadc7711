import {
  type Body,
  type Contract,
  fits,
  isCount,
  isLater,
  isPriced,
  isSmallEnough,
  type PlainHours,
  read,
  readGuard,
  readPrice,
  units,
} from './plain-values.ts';

/** An order as the plain model reads it, or why it is none whoever sends it. */
export function readOrder(body: Body, contract: Contract, at: number, hours: PlainHours) {
  const { terms } = contract;
  const [leverage, most] = [body.leverage as number, body.policyLeverage as number];
  const { policyCloseOut: share = 50 } = body as { readonly policyCloseOut?: number };
  if (!isCount(most) || !isCount(share) || share < 50 || share > 100) return 'notOfferedHere';
  if (!['buy', 'sell'].includes(body.side as string)) return 'badOrder';
  if (!['market', 'limit', 'stop'].includes(body.kind as string)) return 'badOrder';
  const lots = read(body.lots);
  if (lots === null || !fits(lots, terms, units(terms.minLots), units(terms.maxLots)))
    return 'badLots';
  if (!isCount(leverage)) return 'badLeverage';
  if (leverage > most || leverage > (terms.maxLeverage as number)) return 'leverageTooHigh';
  const price = readPrice(body.price, terms);
  if (price === null || (price === 0n) !== (body.kind === 'market')) return 'badPrice';
  const slippage = readPrice(body.slippage, terms);
  if (slippage === null || (slippage > 0n && body.kind === 'limit')) return 'badSlippage';
  const { expiresAt = 0 } = body as { readonly expiresAt?: number };
  if (expiresAt !== 0 && !isLater(expiresAt, at)) return 'badExpiry';
  if (!isPriced(contract)) return 'noPriceYet';
  if (terms.status === 'closeOnly') return 'closeOnly';
  if (body.kind === 'market' && hours(terms.index, at) === null) return 'marketClosed';
  const side = body.side === 'buy' ? 1n : -1n;
  const reference = price > 0n ? price : side > 0n ? contract.ask : contract.bid;
  if (!isSmallEnough(contract, lots, reference)) return 'badLots';
  if (slippage >= reference) return 'badSlippage';
  const against = price > 0n ? price : side > 0n ? contract.bid : contract.ask;
  const guard = readGuard(body, terms, side, against);
  if (guard === null) return 'badProtection';
  const counts = { leverage: BigInt(leverage), share: BigInt(share) };
  return { side, lots, price, slippage, reference, guard, expiresAt, ...counts };
}

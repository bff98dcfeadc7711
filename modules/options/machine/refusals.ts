import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { SECOND } from '@assay/core/time';
import { type OptionQuote, QUOTE_MS } from '../rules/quote.ts';
import type { BuyOption } from '../schema/commands.ts';
import type { MarketRow } from '../store/tables.ts';

const SIGNATURE = /^[0-9a-f]{128}$/;
const PPM = 1_000_000;

/** Why a quote cannot be bought at, whatever the terms are; null: it can be read and holds. */
export function refuseQuote(
  { quote, signature, slippagePpm }: BuyOption,
  at: number,
  realm: Realm,
): 'invalidQuote' | 'quoteExpired' | null {
  const { stake, spot, spotN, issuedAt, expiresAt, direction } = quote;
  const numbers = [stake, spot, spotN, issuedAt, expiresAt];
  const isRead = numbers.every((one) => Number.isSafeInteger(one) && one > 0);
  const isSide = direction === 'up' || direction === 'down';
  const isSlip =
    slippagePpm === null || (Number.isSafeInteger(slippagePpm) && isWithin(slippagePpm, 0, PPM));
  const isSigned = typeof signature === 'string' && SIGNATURE.test(signature);
  const isBounded = stake <= Number.MAX_SAFE_INTEGER / 4;
  const isWhole = isRead && isSide && isSlip && isSigned && isBounded;
  if (!isWhole || quote.realm !== realm) return 'invalidQuote';
  // A quote from the future would be one that holds longer.
  const isOver = at > expiresAt || issuedAt > at + SECOND || expiresAt !== issuedAt + QUOTE_MS;
  return isOver ? 'quoteExpired' : null;
}

export function refuseStake(
  { leastStake, mostStake }: MarketRow,
  { stake, asset }: Pick<OptionQuote, 'stake' | 'asset'>,
) {
  const bound = (amount: number) => ({ amount: formatSafe(amount, SCALE), asset });
  if (stake < leastStake) {
    return { refusal: 'stakeBelowLeast', detail: bound(leastStake) } as const;
  }
  return stake > mostStake
    ? ({ refusal: 'stakeAboveMost', detail: bound(mostStake) } as const)
    : null;
}

export function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

import { accountId, OWNER, trialOwner, WALLET } from '@assay/core/ledger/owners';
import { mulDivCeil, mulDivFloor } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';

const PPM = 1_000_000n;

/**
 * Bounds of what two people can publish. A voucher gives back half of a fee at most, as invitations
 * do: so both together never bring more than was paid (decision 0095). Amounts in units of 1e-8.
 */
export const VOUCHER = {
  least: 10_000_000,
  most: 100_000_000_000,
  mostSharePpm: 500_000,
  mostDays: 365,
  mostPeople: 1_000_000,
} as const;

/** The UTC day of an instant, in days since 1970-01-01. */
export const dayOf = (at: number) => Math.floor(at / DAY);
export const dayStart = (day: number) => day * DAY;

/** What the promotion can still give, and what of it is set aside for vouchers. */
export const fundOf = (asset: number) => accountId(OWNER.promotions, WALLET.currency, asset);
export const escrowOf = (asset: number) => accountId(OWNER.promotions, WALLET.contract, asset);

/** The account of trial funds for contracts: nothing else is in it. */
export const trialOf = (voucherId: number, asset: number) =>
  accountId(trialOwner(voucherId), WALLET.contract, asset);

/** A voucher as a day's fees meet it; amounts in units of 1e-8. */
export interface Usable {
  readonly voucherId: number;
  readonly remaining: number;
  readonly sharePpm: number;
  readonly lastDay: number;
}

/** What of a day's fees a voucher meets, and what it gives back of that. */
export interface Given<V extends Usable> {
  readonly voucher: V;
  readonly fees: bigint;
  readonly amount: bigint;
}

/**
 * Shares a day's fees out: the voucher that ends first gives back its share, rounded down, up to
 * what is left of it; what that comes to in fees, rounded up, meets no other one. So of a fee one
 * voucher gives something back, half at most.
 */
export function givenBack<V extends Usable>(vouchers: readonly V[], fees: bigint): Given<V>[] {
  const inOrder = [...vouchers].sort(
    (one, other) => one.lastDay - other.lastDay || one.voucherId - other.voucherId,
  );
  let rest = fees;
  return inOrder.flatMap((voucher) => {
    const [share, remaining] = [BigInt(voucher.sharePpm), BigInt(voucher.remaining)];
    const wanted = mulDivFloor(rest, share, PPM);
    const amount = wanted < remaining ? wanted : remaining;
    if (amount === 0n) return [];
    const met = wanted <= remaining ? rest : mulDivCeil(amount, PPM, share);
    rest -= met;
    return [{ voucher, fees: met, amount }];
  });
}

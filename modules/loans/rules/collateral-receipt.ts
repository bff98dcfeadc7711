import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type CollateralTerms, endsAt, reaches, sumOf, takeFor } from './collateral.ts';

/** What a receipt of a conversion says, as text: getCollateralReceipt. */
export interface CollateralReceipt extends CollateralTerms {
  readonly asset: string;
  readonly periodDays: number;
  readonly openedAt: number;
  readonly event: Readonly<
    Record<
      | ('hadCollateral' | 'owedInterest' | 'owedPrincipal' | 'price' | 'collateral')
      | ('value' | 'fee' | 'interest' | 'principal' | 'lost'),
      string
    >
  > & { readonly seq: number; readonly at: number; readonly what: string };
  readonly postings: readonly {
    readonly seq: number;
    readonly from: string;
    readonly to: string;
    readonly asset: string;
    readonly amount: string;
    readonly purpose: string;
  }[];
}

const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/**
 * Computes a conversion again: whether its share or its time was reached, whether every amount
 * follows from the terms, and whether exactly that was posted. Anybody can, with the receipt alone.
 */
export function recomputed(receipt: CollateralReceipt) {
  const { event, liquidationPpm, initialPpm, feePpm, asset, postings } = receipt;
  const owed = { interest: units(event.owedInterest), principal: units(event.owedPrincipal) };
  const [collateral, price] = [units(event.hadCollateral), units(event.price)];
  const isOver = event.at >= endsAt(receipt);
  const target = isOver ? 0 : initialPpm;
  const isReached = isOver || reaches(sumOf(owed), collateral, price, liquidationPpm);
  const taken = takeFor(owed, collateral, price, feePpm, target);
  const amounts = Object.entries(taken) as [keyof typeof taken, bigint][];
  const [posting] = postings;
  return {
    reached: isReached && event.what === (isOver ? 'matured' : 'taken'),
    amounts: amounts.every(([name, amount]) => units(event[name]) === amount),
    postings:
      postings.length === 1 &&
      posting?.seq === event.seq &&
      posting.asset === asset &&
      posting.purpose === 'loanCollateral' &&
      posting.from === 'person currency' &&
      posting.to === 'house:lending currency' &&
      posting.amount === event.collateral,
  };
}

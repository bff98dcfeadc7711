import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { areCollateralTerms, COLLATERAL_BOUNDS } from '../rules/collateral.ts';
import type { COLLATERAL_TERMS_REFUSALS, SetCollateral } from '../schema/collateral-commands.ts';
import type { CollateralTermsRow, collateralTerms } from '../store/collateral-tables.ts';

/** How long terms that are worse for whoever borrows are announced before they take effect. */
const TERMS_NOTICE_MS = DAY;

type Wrong = Extract<
  (typeof COLLATERAL_TERMS_REFUSALS)[number],
  'invalidLoanAmounts' | 'invalidTerms'
>;

/** The terms of collateral by asset, with all their versions. */
export class CollateralTermsBook {
  readonly #table: ObjectTable<typeof collateralTerms>;

  constructor(table: ObjectTable<typeof collateralTerms>) {
    this.#table = table;
  }

  get(asset: number, version: number): CollateralTermsRow | undefined {
    return this.#table.get(asset, version);
  }

  /** Those that hold; a version that has taken effect replaces all before it. */
  at(asset: number, at: number): CollateralTermsRow | undefined {
    return this.#of(asset).findLast(({ validFrom }) => validFrom <= at);
  }

  /** Those that are announced; null: none. */
  announced(asset: number, at: number): CollateralTermsRow | null {
    const last = this.#of(asset).at(-1);
    return last !== undefined && last.validFrom > at ? last : null;
  }

  /** The assets that have terms, by their numbers. */
  assets(): number[] {
    return [...new Set(this.#table.rows().map(({ asset }) => asset))];
  }

  has(asset: number): boolean {
    return this.get(asset, 1) !== undefined;
  }

  set(asset: number, body: SetCollateral, setAt: number): CollateralTermsRow {
    const { isOpen, initialPpm, callPpm, liquidationPpm, feePpm, aprPpm } = body;
    const next = {
      ...{ asset, version: this.#of(asset).length + 1, isOpen, initialPpm, callPpm },
      ...{ liquidationPpm, feePpm, aprPpm, least: amount(body.least)!, most: amount(body.most)! },
      capacity: amount(body.capacity)!,
    };
    const now = this.at(asset, setAt);
    const notice = now !== undefined && isAgainst(now, next) ? TERMS_NOTICE_MS : 0;
    return this.#table.insert({ ...next, setAt, validFrom: setAt + notice });
  }

  #of(asset: number): CollateralTermsRow[] {
    return this.#table.rows().filter((row) => row.asset === asset);
  }
}

type Terms = Omit<CollateralTermsRow, 'setAt' | 'validFrom'>;

/**
 * Whether terms are worse for whoever wants to borrow. To lend less or nothing takes no notice:
 * nobody has a claim to be lent anything, and what is lent keeps its terms.
 */
function isAgainst(now: Terms, next: Terms): boolean {
  return (
    next.initialPpm < now.initialPpm ||
    next.callPpm < now.callPpm ||
    next.liquidationPpm < now.liquidationPpm ||
    next.feePpm > now.feePpm ||
    next.aprPpm > now.aprPpm ||
    next.least > now.least ||
    next.most < now.most
  );
}

/** Why terms cannot be set; null when they can. */
export function wrongCollateralTerms(body: SetCollateral): Wrong | null {
  const [least, most, capacity] = [amount(body.least), amount(body.most), amount(body.capacity)];
  const bounds = COLLATERAL_BOUNDS;
  if (least === null || most === null || capacity === null) return 'invalidLoanAmounts';
  if (least < bounds.least || most < least || most > bounds.most) return 'invalidLoanAmounts';
  if (capacity > bounds.capacity) return 'invalidLoanAmounts';
  return typeof body.isOpen === 'boolean' && areCollateralTerms(body) ? null : 'invalidTerms';
}

const amount = (text: unknown): bigint | null =>
  typeof text === 'string' ? parseDecimal(text, SCALE) : null;

/** The terms that an installation begins with; two people change them. */
export const COLLATERAL_TERMS: readonly SetCollateral[] = [
  { asset: 'BTC', initialPpm: 650_000, callPpm: 750_000, liquidationPpm: 830_000, aprPpm: 87_600 },
  { asset: 'ETH', initialPpm: 550_000, callPpm: 700_000, liquidationPpm: 800_000, aprPpm: 87_600 },
  { asset: 'BNB', initialPpm: 500_000, callPpm: 650_000, liquidationPpm: 750_000, aprPpm: 109_500 },
  { asset: 'SOL', initialPpm: 500_000, callPpm: 650_000, liquidationPpm: 750_000, aprPpm: 109_500 },
].map((one) => ({
  ...one,
  ...{ isOpen: true, feePpm: 5_000, least: '50', most: '100000', capacity: '200000' },
}));

import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { areTerms, BOUNDS, LENT } from '../rules/index.ts';
import type { PRODUCT_REFUSALS, SetLoanProduct } from '../schema/commands.ts';
import type { loanProduct, ProductRow } from '../store/tables.ts';

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const LENDER_MAX = 70;

type Wrong = Exclude<(typeof PRODUCT_REFUSALS)[number], 'onlyReal' | 'notAllowed'>;

/** The products with all their versions. */
export class LoanProducts {
  readonly #table: ObjectTable<typeof loanProduct>;

  constructor(table: ObjectTable<typeof loanProduct>) {
    this.#table = table;
  }

  get(product: string, version: number): ProductRow | undefined {
    return this.#table.get(product, version);
  }

  /** The last version of each, by name. */
  latest(): ProductRow[] {
    // Rows come in the order of their keys: a later version replaces those before it.
    return [...new Map(this.#table.rows().map((row) => [row.product, row])).values()];
  }

  last(product: string): ProductRow | undefined {
    return this.latest().find((row) => row.product === product);
  }

  set(body: SetLoanProduct, setAt: number): ProductRow {
    const { product, isOpen, lender, dailyPpm, periodDays, instalments, method } = body;
    const { lateHundredths, capPpm } = body;
    return this.#table.insert({
      ...{ product, version: (this.last(product)?.version ?? 0) + 1, isOpen, lender },
      ...{ least: amount(body.least)!, most: amount(body.most)! },
      ...{ dailyPpm, periodDays, instalments, method, lateHundredths, capPpm, setAt },
    });
  }
}

/** Why a product cannot be set; null when it can. */
export function wrongProduct(body: SetLoanProduct): Wrong | null {
  const { product, isOpen, lender } = body;
  if (typeof product !== 'string' || !NAME.test(product)) return 'invalidLoanProduct';
  if (typeof isOpen !== 'boolean') return 'invalidLoanProduct';
  if (typeof lender !== 'string' || lender.trim() === '' || lender.length > LENDER_MAX) {
    return 'invalidLoanLender';
  }
  const [least, most] = [amount(body.least), amount(body.most)];
  const areAmounts = least !== null && most !== null && least >= BOUNDS.least && most >= least;
  if (!areAmounts || most > BOUNDS.most) return 'invalidLoanAmounts';
  return areTerms(body) ? null : 'invalidTerms';
}

function amount(text: unknown): bigint | null {
  return typeof text === 'string' ? parseDecimal(text, SCALE) : null;
}

/** The products that an installation begins with; two people change them. */
export const LOAN_PRODUCTS: readonly SetLoanProduct[] = [
  { product: 'short', periodDays: 30, instalments: 1, method: 'interestFirst', most: '5000' },
  { product: 'quarter', periodDays: 90, instalments: 3, method: 'equal', most: '20000' },
  { product: 'half-year', periodDays: 180, instalments: 6, method: 'equal', most: '50000' },
  { product: 'year', periodDays: 360, instalments: 12, method: 'interestFirst', most: '50000' },
].map((one) => ({
  ...(one as Pick<SetLoanProduct, 'product' | 'periodDays' | 'instalments' | 'method' | 'most'>),
  ...{ isOpen: true, lender: `Assay (house:lending, ${LENT})`, least: '100' },
  ...{ dailyPpm: 500, lateHundredths: 150, capPpm: 500_000 },
}));

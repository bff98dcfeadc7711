import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { MOST_CYCLE_DAYS, MOST_DAILY_PPB, PAYOUTS } from '../rules.ts';
import type { SetEarnProduct } from '../schema/commands.ts';
import type { earnProduct, ProductRow } from '../store/tables.ts';

const NAME = /^[A-Z0-9]{1,16}-[A-Z0-9-]{1,20}$/;
const MOST_AMOUNT = Math.floor(Number.MAX_SAFE_INTEGER / 4);
const PPB = 1_000_000_000;
const PPM = 1_000_000;

type Bounds = Pick<SetEarnProduct, 'least' | 'most' | 'mostPerson' | 'quota'>;

/** The products with their terms, which are the same for everybody. */
export class Products {
  readonly #table: ObjectTable<typeof earnProduct>;

  constructor(table: ObjectTable<typeof earnProduct>) {
    this.#table = table;
  }

  get(product: string): ProductRow | undefined {
    return this.#table.get(product);
  }

  rows(): readonly ProductRow[] {
    return this.#table.rows();
  }

  /** New terms hold for what is accepted from now on; orders keep those that they have. */
  set(body: SetEarnProduct, asset: number, version: number): void {
    const { product, status, cycleDays, dailyPpb, payout, costPpm } = body;
    const { least, most, mostPerson, quota } = body;
    const terms = { status, cycleDays, dailyPpb, payout, costPpm, least, most, mostPerson, quota };
    const row = this.#table.get(product);
    if (row === undefined) this.#table.insert({ product, asset, ...terms, version });
    else this.#table.change(row, { ...terms, version });
  }
}

export function isProductName(product: unknown): product is string {
  return typeof product === 'string' && NAME.test(product);
}

export function isProduct({ product, status, payout }: SetEarnProduct): boolean {
  return (
    isProductName(product) && (status === 'open' || status === 'closed') && PAYOUTS.includes(payout)
  );
}

/** The yield of a term is never above its principal, so that a cost never is. */
export function areTerms(body: SetEarnProduct): boolean {
  const { cycleDays, dailyPpb, costPpm } = body;
  return (
    isWithin(cycleDays, 1, MOST_CYCLE_DAYS) &&
    isWithin(dailyPpb, 1, MOST_DAILY_PPB) &&
    cycleDays * dailyPpb <= PPB &&
    isWithin(costPpm, 0, PPM) &&
    areBounds(body)
  );
}

/** Of an order, of one person, and of all. */
export function areBounds({ least, most, mostPerson, quota }: Bounds): boolean {
  return (
    isWithin(least, 1, most) &&
    isWithin(most, 1, mostPerson) &&
    isWithin(mostPerson, 1, MOST_AMOUNT) &&
    isWithin(quota, 1, MOST_AMOUNT)
  );
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

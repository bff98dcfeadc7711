import type { FillView } from '../schema/index.ts';
import { readStrategyFills } from '../store/account-fills.ts';
import type { FillCursor, Reads } from '../store/reads.ts';
import { NEWEST, readCursor, storedFill, writeCursor } from './lists.ts';
import type { OrdersRealm } from './realm.ts';

/** A fill with the command that made it, and the two assets of its market. */
export interface AccountFill extends FillView {
  readonly seq: number;
  readonly base: string;
  readonly quoteAsset: string;
}

export interface AccountFills {
  readonly fills: AccountFill[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** The public fills of the account of a strategy, newest first. */
export async function listStrategyFills(
  reads: Reads,
  realm: OrdersRealm,
  account: number,
  before: string | undefined,
  limit: number,
): Promise<AccountFills> {
  const from: FillCursor = before === undefined ? NEWEST : readCursor(before);
  const rows = await readStrategyFills(reads, realm.name, account, from, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    fills: page.map((row) => {
      const rules = realm.rulesById(row.market);
      const base = rules?.base ?? '';
      const quoteAsset = rules === undefined ? '' : realm.assetSymbol(rules.quoteAsset);
      return { ...storedFill(realm, row), seq: row.seq, base, quoteAsset };
    }),
    next: rows.length > limit && last !== undefined ? writeCursor(last) : null,
  };
}

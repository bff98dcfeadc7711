import type { LimitTable, WindowRule } from '@assay/core/schema/limits';
import { SECOND } from '@assay/core/time';

/**
 * The limits of calls that name no row by `limit`: `read` for GET, `write` for POST. Modules
 * declare rows of their own beside their calls. (Numbers: ASVS 5.0 §2.4 and §6.3.1 leave them to
 * the product; these are ours.)
 */
export const basicLimits = {
  read: {
    account: [{ max: 300, ms: 10 * SECOND }],
    network: [{ max: 1200, ms: 10 * SECOND }],
    members: [{ max: 12_000, ms: 10 * SECOND }],
  },
  write: {
    account: [{ max: 50, ms: 5 * SECOND }],
    network: [{ max: 100, ms: SECOND }],
    members: [{ max: 1_000, ms: SECOND }],
  },
} as const satisfies LimitTable;

/** One table of all rows. Throws for a name used twice: a programmer's error. */
export function joinLimits(...tables: readonly LimitTable[]): LimitTable {
  const rows = tables.flatMap((table) => Object.entries(table));
  const names = rows.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two rows of limits are named ${twice}`);
  return Object.fromEntries(rows);
}

/** All limits times `factor`, for load tests and machines that share one address. */
export function scaleLimits(table: LimitTable, factor: number): LimitTable {
  const scaled = (rules: readonly WindowRule[] | undefined): WindowRule[] =>
    (rules ?? []).map((rule) => ({ ms: rule.ms, max: Math.max(1, Math.ceil(rule.max * factor)) }));
  const rows = Object.entries(table).map(([name, row]) => [
    name,
    {
      account: scaled(row.account),
      network: scaled(row.network),
      members: scaled(row.members),
      site: scaled(row.site),
      everybody: scaled(row.everybody),
    },
  ]);
  return Object.fromEntries(rows);
}

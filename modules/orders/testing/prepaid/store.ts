import { type RowOf, record } from '@assay/core/schema/record';
import { migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';

/** The position of a holder in one market; no row means no position. */
export const position = record({
  table: 'prepaid_position',
  key: ['userId', 'market'],
  removable: true,
  fields: {
    userId: { type: 'bigint' },
    market: { type: 'smallint' },
    /** Above zero of the long side, below zero of the short side. */
    lots: { type: 'bigint', changes: true },
  },
});

export type Position = RowOf<typeof position>;

export const prepaidMigrations = () =>
  migrationSets(import.meta.url, 'prepaid', { realm: rightsOf(position) });

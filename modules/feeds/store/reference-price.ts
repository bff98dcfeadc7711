import { numberArray, type RowWriter, textArray } from '@assay/platform/engine/machine';
import type { ReferencePrice } from '../machine.ts';

const SQL = `INSERT INTO reference_price (index_name, index_price, n, at)
  SELECT * FROM unnest($1::text[], $2::numeric[], $3::bigint[], $4::bigint[])
  ON CONFLICT (index_name) DO UPDATE
  SET index_price = excluded.index_price, n = excluded.n, at = excluded.at`;

export const LOAD_REFERENCE_PRICES = `SELECT index_name AS index, index_price::text AS price, n, at
  FROM reference_price ORDER BY index_name`;

/** Writes each index's last price of the batch, once. */
export function referencePriceWriter(pending: Map<string, ReferencePrice>): RowWriter {
  return {
    sql: SQL,
    columns: 4,
    drain() {
      const rows = [...pending.values()];
      pending.clear();
      return [
        textArray(rows.map((row) => row.index)),
        textArray(rows.map((row) => row.price)),
        numberArray(rows.map((row) => row.n)),
        numberArray(rows.map((row) => row.at)),
      ];
    },
  };
}

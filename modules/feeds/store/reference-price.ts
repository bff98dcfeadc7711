import { numberArray, type RowWriter, textArray } from '@assay/platform/engine/machine';
import type { ReferencePrice } from '../machine.ts';

const SQL = `INSERT INTO reference_price (symbol, index_price, n, at)
  SELECT * FROM unnest($1::text[], $2::numeric[], $3::bigint[], $4::bigint[])
  ON CONFLICT (symbol) DO UPDATE
  SET index_price = excluded.index_price, n = excluded.n, at = excluded.at`;

export const LOAD_REFERENCE_PRICES = `SELECT symbol, index_price::text AS index, n, at
  FROM reference_price ORDER BY symbol`;

/** Writes each symbol's last price of the batch, once. */
export function referencePriceWriter(pending: Map<string, ReferencePrice>): RowWriter {
  return {
    sql: SQL,
    columns: 4,
    drain() {
      const rows = [...pending.values()];
      pending.clear();
      return [
        textArray(rows.map((row) => row.symbol)),
        textArray(rows.map((row) => row.index)),
        numberArray(rows.map((row) => row.n)),
        numberArray(rows.map((row) => row.at)),
      ];
    },
  };
}

import type { Rates } from '@assay/core/order/order';
import { numberArray, type RowReader, type RowWriter } from '@assay/platform/engine/machine';

const SQL = `INSERT INTO spot_fee_tier (user_id, maker_ppm, taker_ppm)
  SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[])
  ON CONFLICT (user_id) DO UPDATE SET maker_ppm = excluded.maker_ppm,
    taker_ppm = excluded.taker_ppm`;

/** Writes the rates of users that were set since the last batch. */
export function tierWriter(rates: ReadonlyMap<number, Rates>, changed: Set<number>): RowWriter {
  return {
    sql: SQL,
    columns: 3,
    drain() {
      const users = [...changed];
      changed.clear();
      const of = (userId: number) => rates.get(userId) as Rates;
      return [
        numberArray(users),
        numberArray(users.map((userId) => of(userId).makerPpm)),
        numberArray(users.map((userId) => of(userId).takerPpm)),
      ];
    },
  };
}

/** Visits the fee rates of users who have their own. */
export async function readFeeTiers(
  reader: RowReader,
  visit: (tier: Rates & { readonly userId: number }) => void,
): Promise<void> {
  const rows = await reader.rows<{ user_id: string; maker_ppm: number; taker_ppm: number }>(
    'SELECT user_id::text, maker_ppm, taker_ppm FROM spot_fee_tier',
  );
  for (const { user_id: userId, maker_ppm: makerPpm, taker_ppm: takerPpm } of rows) {
    visit({ userId: Number(userId), makerPpm, takerPpm });
  }
}

import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';

export interface ConversionRow {
  readonly seq: number;
  readonly asset: number;
  readonly amount: bigint;
  /** In USDT; the person got the value less the fee. */
  readonly value: bigint;
  readonly fee: bigint;
  readonly at: number;
}

interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** What a person converted, the latest first. */
export async function readConversions(
  db: Pick<Database['pool'], 'query'>,
  realm: Realm,
  userId: number,
  { from = 0, to = Number.MAX_SAFE_INTEGER, limit }: Span,
): Promise<ConversionRow[]> {
  const { rows } = await db.query<
    Omit<ConversionRow, 'amount' | 'value' | 'fee'> & Record<'amount' | 'value' | 'fee', string>
  >(
    `select seq, asset, amount::text, value::text, fee::text, at from ${realm}.conversion
     where user_id = $1 and at >= $2 and at <= $3 order by seq desc, asset limit $4`,
    [userId, from, to, limit],
  );
  return rows.map(({ amount, value, fee, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    value: BigInt(value),
    fee: BigInt(fee),
  }));
}

/** What a person converted by commands after one, up to another, the earliest first. */
export async function readConversionsSince(
  db: Pick<Database['pool'], 'query'>,
  realm: Realm,
  userId: number,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<Pick<ConversionRow, 'seq' | 'asset' | 'amount' | 'value' | 'fee'>[]> {
  const { rows } = await db.query<
    { seq: number; asset: number } & Record<'amount' | 'value' | 'fee', string>
  >(
    `select seq, asset, amount::text, value::text, fee::text from ${realm}.conversion
     where user_id = $1 and seq > $2 and seq <= $3 order by seq, asset limit $4`,
    [userId, after, upTo, limit],
  );
  return rows.map(({ amount, value, fee, ...row }) => ({
    ...row,
    ...{ amount: BigInt(amount), value: BigInt(value), fee: BigInt(fee) },
  }));
}

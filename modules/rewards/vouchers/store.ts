import type { Database } from '@assay/platform/db/database';

type Reads = Database['pool'];

export interface VoucherPayment {
  readonly seq: number;
  readonly voucherId: number;
  readonly day: number;
  readonly fees: number;
  readonly amount: number;
  readonly at: number;
}

/** What a person's vouchers have given back, the latest first. */
export async function paymentsOf(
  reads: Reads,
  userId: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<VoucherPayment[]> {
  const { rows } = await reads.query<VoucherPayment>(
    `select seq, voucher_id as "voucherId", day, fees, amount, at from real.voucher_payment
     where user_id = $1 and seq < $2 order by seq desc, voucher_id limit $3`,
    [userId, before, limit],
  );
  return rows;
}

/** What vouchers have given back of a person's fees of one day. */
export interface GivenBack {
  readonly userId: number;
  /** What of the fees met a voucher, and what was given back; in units of 1e-8 USDT. */
  readonly met: bigint;
  readonly amount: bigint;
  /** Whether a voucher is good for the day, and has not been asked yet. */
  readonly isOpen: boolean;
}

/** Of those of these people who had a voucher on a day; both figures are of one instant. */
export async function readGivenBack(
  reads: Reads,
  users: readonly number[],
  day: number,
): Promise<GivenBack[]> {
  const { rows } = await reads.query<
    Omit<GivenBack, 'met' | 'amount'> & { met: string; amount: string }
  >(
    `select v.user_id as "userId", coalesce(sum(p.fees), 0)::text as met,
       coalesce(sum(p.amount), 0)::text as amount,
       bool_or(v.ended_at is null and v.paid_day < $2) as "isOpen"
     from real.fee_voucher v left join real.voucher_payment p
       on p.voucher_id = v.voucher_id and p.day = $2
     where v.user_id = any ($1) and v.gives = 'fees' and v.from_day <= $2 and v.last_day >= $2
     group by v.user_id order by v.user_id`,
    [users, day],
  );
  return rows.map((row) => ({ ...row, met: BigInt(row.met), amount: BigInt(row.amount) }));
}

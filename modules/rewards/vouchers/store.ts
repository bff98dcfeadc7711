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

/** What the vouchers of each task have given back so far, in units of 1e-8. */
export async function paidByTask(reads: Reads): Promise<Map<number, bigint>> {
  const { rows } = await reads.query<{ taskId: number; amount: string }>(
    `select v.task_id as "taskId", sum(p.amount)::text as amount from real.voucher_payment p
     join real.fee_voucher v using (voucher_id) group by 1`,
  );
  return new Map(rows.map(({ taskId, amount }) => [taskId, BigInt(amount)]));
}

import { id } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import type { Parts } from './parts.ts';
import { advance, type StepOptions } from './steps.ts';
import {
  addPayout,
  lockEnd,
  paidBy,
  type Withdrawal,
  withdrawalById,
} from './store/withdrawals.ts';

const settleByHand = z.strictObject({
  withdrawalId: id,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** The hash of the transaction that staff have sent. */
  transaction: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^0x[0-9a-f]{64}$/),
});
type SettleByHand = z.infer<typeof settleByHand>;

/** Why a transaction cannot be entered or confirmed, in the order in which it is checked. */
type ByHandRefusal =
  | 'unknownWithdrawal'
  | 'otherDigest'
  | 'wrongState'
  | 'paidByBank'
  | 'paidBySigner'
  | 'transactionUsed';

/**
 * That staff have paid a withdrawal: one enters the transaction, another confirms it (see
 * modules/operators). The row is written with the last decision; the engine settles after that,
 * and the job does it where the server dies in between.
 */
export function settleByHandCommand(parts: Parts, options: StepOptions) {
  return {
    read: (body: object) => settleByHand.safeParse(body).data ?? null,
    customer: async (body: object, client: PoolClient) =>
      (await withdrawalById(client, settleByHand.parse(body).withdrawalId))?.userId ?? null,
    prepared: async (body: object, client: PoolClient) => {
      const one = await payable(client, settleByHand.parse(body));
      return typeof one === 'string' ? one : null;
    },
    run: async (body: object, client: PoolClient, now: number) => {
      const given = settleByHand.parse(body);
      await lockEnd(client, given.withdrawalId);
      const one = await payable(client, given);
      if (typeof one === 'string') return { refusal: one };
      const added = await addPayout(client, one, given.transaction, now);
      if (!added) return { refusal: 'transactionUsed' as const };
      return { outcome: { withdrawalId: one.withdrawalId } };
    },
    done: async (body: object, now: number): Promise<void> => {
      const { withdrawalId } = settleByHand.parse(body);
      const one = await withdrawalById(parts.database.pool, withdrawalId);
      if (one?.state === 'paying' && one.transaction !== null) {
        await advance(parts, options, one, now);
      }
    },
  };
}

async function payable(
  client: PoolClient,
  { withdrawalId, digest, transaction }: SettleByHand,
): Promise<Withdrawal | ByHandRefusal> {
  const one = await withdrawalById(client, withdrawalId);
  if (one === null) return 'unknownWithdrawal';
  if (one.digest !== digest) return 'otherDigest';
  if (one.state !== 'paying' || one.transaction !== null) return 'wrongState';
  if (one.bank !== null) return 'paidByBank';
  if (one.payer !== 'hand') return 'paidBySigner';
  const used = await paidBy(client, one.chainId, transaction);
  return used === null ? one : 'transactionUsed';
}

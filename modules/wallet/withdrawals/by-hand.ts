import { id } from '@assay/core/schema/fields';
import { DAY } from '@assay/core/time';
import type { Paid, Payment } from '@assay/platform/chain/paid';
import type { PoolClient } from '@assay/platform/db/database';
import { transaction as within } from '@assay/platform/db/transaction';
import { z } from 'zod';
import type { Parts } from './parts.ts';
import { addEntry, decideEntry, isEntered, type OpenEntry, openEntries } from './store/by-hand.ts';
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
  | 'transactionEntered'
  | 'chainNotRead'
  | 'transactionUsed';

export interface PaidOptions {
  /** Whether somebody reads a chain. */
  isRead(chainId: number): boolean;
  /** What a chain has of a payment; null where nobody reads it. */
  paid(chainId: number, payment: Payment): Promise<Paid | null>;
}

/** What the chain does not have by then was not sent. */
const ABSENT_MS = DAY;

/**
 * That staff have paid a withdrawal: one enters the transaction, another confirms it (see
 * modules/operators), and whoever reads the chain confirms amount and address before it counts.
 */
export function settleByHandCommand(options: PaidOptions) {
  const payable = async (client: PoolClient, given: SettleByHand) => {
    const one = await named(client, given);
    if (typeof one === 'string') return one;
    if (!options.isRead(one.chainId)) return 'chainNotRead';
    const used =
      (await paidBy(client, one.chainId, given.transaction)) !== null ||
      (await isEntered(client, one.chainId, given.transaction));
    return used ? 'transactionUsed' : one;
  };
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
      const added = await addEntry(client, one, given.transaction, now);
      if (!added) return { refusal: 'transactionUsed' as const };
      return { outcome: { withdrawalId: one.withdrawalId } };
    },
  };
}

async function named(
  client: PoolClient,
  { withdrawalId, digest }: SettleByHand,
): Promise<Withdrawal | ByHandRefusal> {
  const one = await withdrawalById(client, withdrawalId);
  if (one === null) return 'unknownWithdrawal';
  if (one.digest !== digest) return 'otherDigest';
  if (one.state !== 'paying' || one.transaction !== null) return 'wrongState';
  if (one.bank !== null) return 'paidByBank';
  if (one.payer !== 'hand') return 'paidBySigner';
  return one.entered === null ? one : 'transactionEntered';
}

function paymentOf({ transaction, token, address, sum }: OpenEntry): Payment {
  const lower = (text: string) => text.toLowerCase() as Payment['transaction'];
  return {
    transaction: lower(transaction),
    token: token === null ? null : lower(token),
    recipient: lower(address),
    amount: BigInt(sum),
  };
}

/** Asks the chains for what was entered. What one has confirmed is settled by the next step. */
export async function confirmEntries(parts: Parts, options: PaidOptions, at: number) {
  for (const entry of await openEntries(parts.database.pool)) {
    const said = await options.paid(entry.chainId, paymentOf(entry));
    if (said === null || said === 'early') continue;
    if (said === 'absent' && at < entry.enteredAt + ABSENT_MS) continue;
    await note(parts, entry, said, at);
  }
}

function note(
  { database }: Parts,
  { entryId, withdrawalId, chainId, transaction }: OpenEntry,
  outcome: Exclude<Paid, 'early'>,
  at: number,
): Promise<void> {
  return within(database.pool, async (client) => {
    await lockEnd(client, withdrawalId);
    const added =
      outcome !== 'paid' || (await addPayout(client, { withdrawalId, chainId }, transaction, at));
    // One transaction pays one withdrawal, whoever has sent it.
    await decideEntry(client, entryId, added ? outcome : 'other', at);
  });
}

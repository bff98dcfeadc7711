import { type PaidWithdrawal, PayoutReader } from '@assay/modules/payouts';
import type { Database } from '@assay/platform/db/database';
import type { Job } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

const EVERY_MS = 2_000;

export interface PayoutOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly engine: RealmEngine;
  /** Takes note that a transaction paid a withdrawal, which the engine settles then. */
  readonly record: (paid: PaidWithdrawal, at: number) => Promise<unknown>;
}

/** What the server knows of its signers: on which chains there is one, and what they have paid. */
export async function startPayouts({ db, engine, record }: PayoutOptions) {
  const reader = new PayoutReader(db);
  let signed = await reader.chains();
  const run = async (at: number): Promise<void> => {
    signed = await reader.chains();
    const rows = engine.machines.wallet.withdrawals.rows();
    const paying = rows.filter(({ state }) => state === 'paying').map(({ id }) => id);
    if (paying.length === 0) return;
    for (const paid of await reader.paid(paying)) await record(paid, at);
  };
  const job: Job = { name: 'recordPayouts', everyMs: EVERY_MS, run };
  const payer = (chainId: number): 'signer' | 'hand' => (signed.has(chainId) ? 'signer' : 'hand');
  return { job, payer, carries: (withdrawalId: number) => reader.carries(withdrawalId) };
}

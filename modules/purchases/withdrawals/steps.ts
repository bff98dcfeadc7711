import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { paymentDigest } from '../digest.ts';
import type { Parts } from '../parts.ts';
import { refundOf } from '../rules.ts';
import { openReturns } from '../store/lines.ts';

const TOGETHER = 100;

/**
 * Gives back what banks have sent back, as two people have decided. Where the house has not enough
 * for one at this moment, it waits: the engine would refuse it, and remember that under its id.
 */
export async function settleReturns(parts: Parts, now: number): Promise<void> {
  const { pool } = parts.database;
  for (const line of await openReturns(pool, TOGETHER)) {
    const { withdrawalId, amount } = line;
    if (withdrawalId === null) continue;
    const one = await parts.ofBanks.byId(pool, withdrawalId);
    if (one === null) continue;
    const refund = refundOf(one.amount - one.fee, amount, one.bank!.proceeds);
    if (parts.realm.available() < refund) continue;
    const { digest } = one;
    const returned = formatDecimal(amount, SCALE);
    // The engine gives back once, whatever the id: another attempt has another one.
    await parts.realm.submit({
      ...{ type: 'returnBankWithdrawal', actor: OWNER.custody },
      id: `returnBankWithdrawal ${withdrawalId} ${now}`,
      body: { withdrawalId, digest, returned, payment: paymentDigest(line) },
    });
  }
}

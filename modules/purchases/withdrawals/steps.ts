import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { HOUR } from '@assay/core/time';
import { paymentDigest } from '../digest.ts';
import type { Parts } from '../parts.ts';
import { refundOf } from '../rules.ts';
import { type Line, openReturns } from '../store/lines.ts';

const TOGETHER = 100;

/**
 * Gives back what banks have sent back, as two people have decided. Where the house has not enough
 * for one at this moment, it waits: the engine would refuse it, and remember that under its id.
 * What it refuses is tried again in the next hour, and keeps none of the later ones waiting.
 */
export async function settleReturns(parts: Parts, now: number): Promise<void> {
  for (let after = 0; ; ) {
    const lines = await openReturns(parts.database.pool, after, TOGETHER);
    for (const line of lines) await settleReturn(parts, line, now);
    const last = lines.at(-1);
    if (last === undefined || lines.length < TOGETHER) return;
    after = last.lineId;
  }
}

async function settleReturn({ ofBanks, realm, database }: Parts, line: Line, now: number) {
  const { withdrawalId, amount } = line;
  if (withdrawalId === null) return;
  const one = await ofBanks.byId(database.pool, withdrawalId);
  if (one === null) return;
  const refund = refundOf(one.amount - one.fee, amount, one.bank!.proceeds);
  if (realm.available() < refund) return;
  const { digest } = one;
  const returned = formatDecimal(amount, SCALE);
  // The engine gives back once, whatever the id: the attempt of another hour has another one.
  await realm.submit({
    ...{ type: 'returnBankWithdrawal', actor: OWNER.custody },
    id: `returnBankWithdrawal ${withdrawalId} hour ${Math.floor(now / HOUR)}`,
    body: { withdrawalId, digest, returned, payment: paymentDigest(line) },
  });
}

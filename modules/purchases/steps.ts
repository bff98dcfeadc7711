import { OWNER } from '@assay/core/ledger/owners';
import { SECOND } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Job } from '@assay/platform/jobs/jobs';
import { paymentDigest } from './digest.ts';
import type { Parts } from './parts.ts';
import type { Currency } from './rules.ts';
import { lineById } from './store/lines.ts';
import {
  decidedOrders,
  findLost,
  lockOrder,
  type Order,
  overdueOrders,
  setEnding,
} from './store/orders.ts';
import { payeesOf } from './store/payees.ts';
import { isUnpaid } from './views.ts';
import { settleReturns } from './withdrawals/steps.ts';

const STEP_EVERY_MS = 2 * SECOND;
/** A request whose answer is so old is looked for: the engine answers much sooner. */
const LOST_MS = 10 * SECOND;
const TOGETHER = 200;

/** What goes on by itself: what is overdue expires, and the engine learns what was decided. */
export function purchasesJob(parts: Parts): Job {
  const { database, realm } = parts;
  return {
    name: 'stepPurchases',
    everyMs: STEP_EVERY_MS,
    run: async (at) => {
      const { pool } = database;
      for (const { isOpen, currency } of await payeesOf(pool)) {
        if (isOpen) await realm.list(currency as Currency);
      }
      await findLost(pool, at - LOST_MS);
      for (const digest of await overdueOrders(pool, at, TOGETHER)) {
        await endUnpaid(parts, digest, 'expired');
      }
      const decided = await decidedOrders(pool, TOGETHER);
      await Promise.all(decided.map((order) => settle(parts, order)));
      await settleReturns(parts, at);
    },
  };
}

/** Decides that an order ends of which nothing says that it was paid; null when something does. */
export function endUnpaid(
  { database }: Parts,
  digest: string,
  ending: 'cancelled' | 'expired',
): Promise<Order | null> {
  return transaction(database.pool, async (client) => {
    const order = await lockOrder(client, digest);
    if (order === null || !isUnpaid(order)) return null;
    await setEnding(client, digest, ending, '');
    return { ...order, ending };
  });
}

/** Has the engine do what was decided in the order's row; its command id is permanent. */
export async function settle(parts: Parts, order: Order): Promise<void> {
  const { purchaseId, digest, ending, userId, reason } = order;
  if (purchaseId === null) return;
  const { realm } = parts;
  const by = (type: string) => ({ actor: OWNER.custody, id: `${type} ${purchaseId}` });
  const about = { purchaseId, digest };
  if (ending === 'cancelled') {
    const of = { actor: userId, id: `cancelPurchase ${purchaseId}`, body: { purchaseId } };
    await realm.submit({ type: 'cancelPurchase', ...of });
  } else if (ending === 'expired') {
    await realm.submit({ type: 'expirePurchase', ...by('expirePurchase'), body: about });
  } else if (ending === 'refunded') {
    const body = { ...about, reason: reason as 'notPaid' };
    await realm.submit({ type: 'refundPurchase', ...by('refundPurchase'), body });
  } else await releaseOn(parts, order);
}

/** What a line of a statement pays: the engine gets the digest of that line. */
async function releaseOn({ database, realm }: Parts, order: Order): Promise<void> {
  const { purchaseId, digest, lineId, lineGround: ground, rules } = order;
  if (purchaseId === null || lineId === null || ground === null || rules === null) return;
  const line = await lineById(database.pool, lineId);
  if (line === null) return;
  const body = { purchaseId, digest, payment: paymentDigest(line), rules, ground };
  const id = `releasePurchase ${purchaseId}`;
  await realm.submit({ type: 'releasePurchase', actor: OWNER.custody, id, body });
}

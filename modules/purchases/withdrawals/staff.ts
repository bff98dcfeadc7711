import { refuse } from '@assay/core/schema/outcome';
import type { Withdrawal } from '@assay/modules/wallet';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers } from '@assay/platform/http/context';
import { asSelf } from '../own-import.ts';
import type { Parts } from '../parts.ts';
import { debitDifferences, referencesIn } from '../rules.ts';
import type { purchaseStaffCalls } from '../schema/staff.ts';
import { type Debit, debitById, debits } from '../store/debits.ts';
import { type Line, openLines } from '../store/lines.ts';
import { debitView, lineView } from '../views.ts';
import { dueOf, payBy } from './decided.ts';

type OfStaff = Pick<
  Handlers<typeof purchaseStaffCalls>,
  'getBankDebits' | 'payBankWithdrawalAlone'
>;

const SHOWN = 200;

/** The calls of staff about withdrawals that a bank carries, beside those of all withdrawals. */
export function bankWithdrawalHandlers(parts: Parts): OfStaff {
  const { ofBanks, record } = parts;
  const { pool } = parts.database;
  return {
    getBankDebits: async ({ withdrawalId }) => {
      const open = await debits(pool, true, SHOWN);
      if (withdrawalId === undefined) {
        const all = [...open, ...(await debits(pool, false, SHOWN))];
        return { debits: await Promise.all(all.map((one) => named(parts, one))), credits: [] };
      }
      const one = await ofBanks.byId(pool, withdrawalId);
      if (one === null) return refuse('unknownWithdrawal');
      const credits = await openLines(pool, SHOWN);
      return {
        debits: byFit(open, one).map((debit) =>
          debitView(debit, { ...dueOf(one), withdrawalId: one.withdrawalId }),
        ),
        credits: credits
          .filter((line) => maySendBack(line, one))
          .map((line) => lineView(line, null, one.withdrawalId)),
      };
    },
    payBankWithdrawalAlone: async ({ withdrawalId, lineId }, context) => {
      const { now, actor } = context;
      const one = await ofBanks.byId(pool, withdrawalId);
      if (one === null) return refuse('unknownWithdrawal');
      const { operatorId } = actor.operator;
      const isMine = one.claimedBy === operatorId && (one.claimedUntil ?? 0) > now;
      if (!isMine) return refuse('notClaimed');
      const { digest, userId } = one;
      if (actor.operator.accounts.includes(userId)) return refuse('ownMatter');
      const { person } = actor.operator;
      const given = { withdrawalId, digest, lineId, alone: person } as const;
      const why = await transaction(pool, (client) => payBy(parts, client, given, now));
      if (why === 'otherDigest') return refuse('wrongState', { state: one.state });
      if (why !== null) return refuse(why, { state: one.state });
      const subject = `user:${userId}`;
      const self = await asSelf(parts, await debitById(pool, lineId), person);
      const detail = { withdrawalId, lineId, digest, ...self };
      await record(context, { action: 'withdrawalPaidByBank', subject, detail });
      await ofBanks.settle(withdrawalId, now);
      return {};
    },
  };
}

/** With the withdrawal that its reference names. */
async function named({ ofBanks, database }: Parts, debit: Debit) {
  const [reference] = referencesIn(debit.remittance, 'BW');
  const one = reference === undefined ? null : await ofBanks.byReference(database.pool, reference);
  return debitView(debit, one && { ...dueOf(one), withdrawalId: one.withdrawalId });
}

/** What differs least first. */
function byFit(open: readonly Debit[], one: Withdrawal): Debit[] {
  const due = dueOf(one);
  const rank = (debit: Debit) => debitDifferences(debit, due).length;
  return [...open].sort((a, b) => rank(a) - rank(b) || a.lineId - b.lineId);
}

/** A payment of no more than was sent, in its currency, once the withdrawal is paid. */
function maySendBack({ currency, amount, remittance }: Line, { state, bank }: Withdrawal): boolean {
  if (state !== 'paid' || bank === null || bank.back !== null) return false;
  const isNamed = referencesIn(remittance, 'BW').includes(bank.reference);
  return isNamed || (currency === bank.currency && amount <= bank.proceeds);
}

import { rightsOfRoles } from '@assay/core/approval/rights';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema/index.ts';
import type { Member } from '../store/staff.ts';
import type { Parts } from './parts.ts';

type Names = 'getStaff' | 'makeStaffLink' | 'declareOwnAccount' | 'endStaff';

/** Who is of the staff; invitations and roles are proposals. */
export function staffCalls(
  parts: Pick<Parts, 'store' | 'staff' | 'sessions' | 'isCustomer'>,
): Pick<Handlers<typeof calls>, Names> {
  const { store, staff, sessions, isCustomer } = parts;
  return {
    getStaff: async () => ({ members: await staff.list() }),
    makeStaffLink: async ({ operatorId }, { actor, ip, now }) => {
      const member = await staff.member(operatorId);
      if (member === null || member.endedAt !== null) return refuse('unknownMember');
      if (member.enrolled) return refuse('alreadyEnrolled');
      const subject = `staff:${operatorId}`;
      await store.record(actor.sessionId, { action: 'madeLink', subject }, ip, now);
      return { link: await sessions.newLink(now, operatorId) };
    },
    declareOwnAccount: async ({ account }, { actor, ip, now }) => {
      if (!(await isCustomer(account))) return refuse('noSuchCustomer');
      const entry = { action: 'declaredAccount', subject: `user:${account}` };
      await store.record(actor.sessionId, entry, ip, now);
      const isAdded = await staff.addAccount(actor.operator.person, account, now);
      return isAdded ? {} : refuse('tooManyAccounts');
    },
    endStaff: async ({ operatorId, reason }, { actor, ip, now }) => {
      const refusalOf = (members: readonly Member[]) => {
        const active = members.filter(({ endedAt }) => endedAt === null);
        const member = active.find((one) => one.operatorId === operatorId);
        if (member === undefined) return 'unknownMember';
        if (member.person === actor.operator.person) return 'ownMatter';
        const others = active.filter((one) => one !== member);
        return canAdmit(active) && !canAdmit(others) ? 'lastOfStaff' : null;
      };
      const entry = { action: 'endedStaff', subject: `staff:${operatorId}`, detail: { reason } };
      const refusal = await staff.end(operatorId, now, refusalOf, (client) =>
        store.recordIn(client, actor.sessionId, entry, ip, now),
      );
      return refusal === null ? {} : refuse(refusal);
    },
  };
}

/**
 * Whether these can still admit others: one prepares and another person approves. Without two such
 * people nobody could ever be admitted again.
 */
function canAdmit(members: readonly Member[]): boolean {
  const may = (right: 'staff.prepare' | 'staff.approve') =>
    members.filter(({ roles }) => rightsOfRoles(roles).has(right)).map(({ person }) => person);
  const approvers = may('staff.approve');
  return may('staff.prepare').some((person) => approvers.some((other) => other !== person));
}

import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import { isLastOfStaff } from '../rules.ts';
import type { calls } from '../schema/index.ts';
import type { Member } from '../store/staff.ts';
import type { Parts } from './parts.ts';

type Names = 'getStaff' | 'makeStaffLink' | 'makeLinkCode' | 'declareOwnAccount' | 'endStaff';

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
      return { link: await sessions.newLink(now, operatorId, actor.operator.person) };
    },
    makeLinkCode: async ({ operatorId }, { actor, ip, now }) => {
      const { code, set } = await sessions.newCode(now, operatorId, actor.operator.person);
      if (set === 'none') return refuse('noLink');
      if (set === 'samePerson') return refuse('samePerson');
      const entry = { action: 'madeLinkCode', subject: `staff:${operatorId}` };
      await store.record(actor.sessionId, entry, ip, now);
      return { code };
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
        return isLastOfStaff(active, others) ? 'lastOfStaff' : null;
      };
      const entry = { action: 'endedStaff', subject: `staff:${operatorId}`, detail: { reason } };
      const refusal = await staff.end(operatorId, now, refusalOf, (client) =>
        store.recordIn(client, actor.sessionId, entry, ip, now),
      );
      return refusal === null ? {} : refuse(refusal);
    },
  };
}

import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { byStaff, type Parts, withClaimed } from '../parts.ts';
import { CLAIM_MS } from '../rules/index.ts';
import type { calls } from '../schema/index.ts';
import * as tickets from '../store/tickets.ts';
import { keepFilesOf } from './person.ts';

type OfLeaving = Pick<
  Handlers<typeof calls>,
  'handOverSupport' | 'closeSupportCase' | 'getSupportColleagues'
>;

/** The calls by which a member of staff leaves a conversation: to another, or to its end. */
export function leavingCalls(parts: Parts): OfLeaving {
  const { live, colleagues } = parts;
  return {
    handOverSupport: async ({ ticketId, to, note }, context) => {
      const { now } = context;
      const others = await othersOf(parts, context);
      const handed = await withClaimed(parts, ticketId, context, async (ticket, _by, client) => {
        const isKnown = others.some(({ operatorId }) => operatorId === to);
        if (to !== undefined && !isKnown) return refuse('colleagueUnknown');
        await tickets.setNote(client, ticketId, note);
        await tickets.claim(client, ticketId, to ?? null, to === undefined ? 0 : now + CLAIM_MS);
        return ticket;
      });
      if (handed instanceof Refusal) return handed;
      const detail = to === undefined ? {} : { to: byStaff(to) };
      const subject = `ticket:${ticketId}`;
      await colleagues.record(context, { action: 'supportHandOver', subject, detail });
      live.changed(handed);
      return {};
    },
    closeSupportCase: async ({ ticketId }, context) => {
      const { now } = context;
      const closed = await withClaimed(parts, ticketId, context, async (ticket, _by, client) => {
        await tickets.closeTicket(client, ticketId, 'staff', now);
        return ticket;
      });
      if (closed instanceof Refusal) return closed;
      await keepFilesOf(parts, [ticketId], now);
      const subject = `ticket:${ticketId}`;
      await colleagues.record(context, { action: 'supportClose', subject });
      live.changed(closed);
      return {};
    },
    getSupportColleagues: async (_input, context) => ({
      colleagues: await othersOf(parts, context),
    }),
  };
}

async function othersOf({ colleagues }: Parts, { actor }: StaffContext) {
  const all = await colleagues.answering();
  return all.filter(({ operatorId }) => operatorId !== actor.operator.operatorId);
}

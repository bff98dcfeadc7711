import { maskEmail, maskName, maskPhone } from '@assay/core/mask';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import { transaction } from '@assay/platform/db/transaction';
import type { Handlers, StaffContext } from '@assay/platform/http/context';
import { byStaff, type Parts } from '../parts.ts';
import { UNMASK_A_DAY } from '../rules/index.ts';
import type { CustomerView, calls } from '../schema/index.ts';
import { addLook, lockLooks, unmasksSince, worksFor } from '../store/looks.ts';
import { type Queryable, ticketsOf } from '../store/tickets.ts';

type OfCustomers = Pick<Handlers<typeof calls>, 'getCustomer' | 'unmaskCustomer'>;

const TICKETS_SHOWN = 10;

/** The calls of staff about customers, whose data are masked (integrity reference §2.11). */
export function customerCalls(parts: Parts): OfCustomers {
  const { database, registered, colleagues } = parts;
  return {
    getCustomer: async ({ account }, context) => {
      const userId = await registered.findCustomer(account);
      if (userId === null) return refuse('customerUnknown');
      await colleagues.record(context, { action: 'customerOpened', subject: `user:${userId}` });
      return customerOf(parts, database.pool, userId, context);
    },
    unmaskCustomer: async ({ userId, field, reason }, context) => {
      const { operatorId } = context.actor.operator;
      const { now } = context;
      const customer = await registered.customer(userId);
      const shown = await transaction(database.pool, async (client) => {
        await lockLooks(client, operatorId);
        const isOpen = await hasCase(parts, client, operatorId, userId, now);
        if (customer === null || !isOpen) return refuse('noOpenCase');
        const unmasks = await unmasksSince(client, operatorId, now - DAY);
        if (unmasks >= UNMASK_A_DAY) return refuse('unmaskLimit');
        const value = customer[field];
        if (value === '') return refuse('fieldEmpty');
        await addLook(client, { userId, operatorId, kind: field, fileId: null, reason, at: now });
        return { value, left: UNMASK_A_DAY - unmasks - 1 };
      });
      if (shown instanceof Refusal) return shown;
      // Both records come before the answer: nobody sees anything unrecorded.
      const entry = { action: 'unmask', subject: `user:${userId}`, detail: { field, reason } };
      await colleagues.record(context, entry);
      await registered.noteUnmasked(userId, `${byStaff(operatorId)} ${field} ${reason}`, now);
      return shown;
    },
  };
}

/** Whether a member works for a person now: in a conversation, or on their verification. */
async function hasCase(
  { verified }: Parts,
  client: Queryable,
  operatorId: number,
  userId: number,
  now: number,
): Promise<boolean> {
  const isAnswering = await worksFor(client, operatorId, userId, now);
  return isAnswering || verified.worksFor(operatorId, userId, now);
}

/** A customer, masked. Somebody who has gone is only a number. */
export async function customerOf(
  parts: Parts,
  client: Queryable,
  userId: number,
  { actor, now }: StaffContext,
): Promise<CustomerView> {
  const { registered, verified } = parts;
  const { operatorId } = actor.operator;
  const customer = await registered.customer(userId);
  const restrictions = await registered.restrictionsOf(userId, now);
  const tickets = await ticketsOf(client, userId, TICKETS_SHOWN);
  const { name = '', email = '', phone = '', country = '', createdAt = 0 } = customer ?? {};
  return {
    ...{ userId, country, createdAt },
    name: name === '' ? '' : maskName(name),
    email: email === '' ? '' : maskEmail(email),
    phone: phone === '' ? '' : maskPhone(phone),
    levels: await verified.levelsOf(userId),
    restrictions: restrictions.map(({ restrictionId, kind, reason, expiresAt }) => ({
      ...{ restrictionId, kind, reason, expiresAt },
    })),
    tickets: tickets.map(({ ticketId, topic, status, openedAt, rating }) => ({
      ...{ ticketId, topic, status, openedAt, rating },
    })),
    openCase: await hasCase(parts, client, operatorId, userId, now),
    unmasksLeft: Math.max(0, UNMASK_A_DAY - (await unmasksSince(client, operatorId, now - DAY))),
  };
}

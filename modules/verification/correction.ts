import { id, oneOf } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { byStaff, entryOf } from './calls/staff.ts';
import type { Parts } from './parts.ts';
import { areReasons, LEVELS, REASONS_MAX } from './rules.ts';
import { fieldReason } from './schema.ts';
import * as cases from './store/cases.ts';
import { record } from './store/log.ts';

const correctVerification = z.strictObject({
  userId: id,
  level: oneOf(...LEVELS),
  /** The conversation in which the customer has asked for it. */
  ticketId: id,
  /** What is not right any more; the customer reads it. */
  reasons: z.array(fieldReason).min(1).max(REASONS_MAX),
});

/** Whether a conversation of support is this person's. */
export type HasTicket = (ticketId: number, userId: number) => Promise<boolean>;

/** Why nothing is corrected, in the order in which it is checked. */
type CorrectionRefusal = 'notVerified' | 'reasonsUnfit' | 'ticketUnknown';

/**
 * How what was approved is corrected: two people end a level by a conversation in which its owner
 * has asked for that, and its owner proves it again. What was approved stays as it was.
 */
export function correctionCommand(parts: Parts, hasTicket: HasTicket) {
  const against = async (body: object, client: PoolClient): Promise<CorrectionRefusal | null> => {
    const { userId, level, ticketId, reasons } = correctVerification.parse(body);
    const latest = await cases.latestCases(client, userId);
    const isApproved = latest.some((one) => one.level === level && one.status === 'approved');
    if (!isApproved) return 'notVerified';
    if (!areReasons(level, reasons)) return 'reasonsUnfit';
    return (await hasTicket(ticketId, userId)) ? null : 'ticketUnknown';
  };
  return {
    read: (body: object) => correctVerification.safeParse(body).data ?? null,
    customer: async (body: object) => correctVerification.parse(body).userId,
    prepared: against,
    run: async (body: object, client: PoolClient, now: number, signers: readonly number[]) => {
      const why = await against(body, client);
      if (why !== null) return { refusal: why };
      const { userId, level, ticketId, reasons } = correctVerification.parse(body);
      const one = await cases.reopenCase(client, userId, level, reasons);
      if (one === null) return { refusal: 'notVerified' as const };
      const by = signers.map((operatorId) => byStaff({ operatorId })).join(' and ');
      const what = reasons.map(({ field, reason }) => `${field}:${reason}`).join(' ');
      await record(client, entryOf(one, 'reopened', by, `#${ticketId} ${what}`, now));
      return { outcome: { caseId: one.caseId } };
    },
    done: async (body: object): Promise<void> => {
      const { userId, level } = correctVerification.parse(body);
      parts.publish({ fact: 'verificationReopened', userId, level });
    },
  };
}

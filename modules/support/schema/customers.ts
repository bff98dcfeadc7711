import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { id, integer, missingOr, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import {
  FREEZE_DAYS_MAX,
  FREEZE_HOURS_MAX,
  FREEZE_REASONS,
  MASKED_FIELDS,
  SESSION_REASONS,
  UNMASK_REASONS,
} from '../rules/index.ts';
import { customerView } from './shapes.ts';

const sessionId = z
  .string({ error: missingOr('sessionId') })
  .regex(/^[A-Za-z0-9_-]{22}$/, 'sessionId');

/** A freeze that two people decide on. */
export const freezeLonger = z.strictObject({
  userId: id,
  reason: oneOf(...FREEZE_REASONS),
  days: integer(1, FREEZE_DAYS_MAX),
});

/** Factors that a customer has lost, which two people remove. */
export const removeLostFactors = z.strictObject({ userId: id });

/** What a customer has stopped and cannot lift, which two people do. */
export const liftOwnFreeze = z.strictObject({ userId: id });

/** The calls of staff about customers. */
export const customerCalls = defineCalls({
  getCustomer: {
    method: 'GET',
    auth: 'operator',
    right: 'users.read',
    summary:
      'A customer by number, e-mail address or phone number, written in full; masked, recorded.',
    input: z.strictObject({ account: text(1, 254) }),
    output: customerView,
    refusals: ['customerUnknown'],
  },
  unmaskCustomer: {
    method: 'POST',
    auth: 'operator',
    right: 'users.unmask',
    summary: 'One field of a customer in full; recorded, and shown to the customer.',
    input: z.strictObject({
      userId: id,
      field: oneOf(...MASKED_FIELDS),
      reason: oneOf(...UNMASK_REASONS),
    }),
    output: z.strictObject({ value: z.string(), left: z.int() }),
    refusals: ['noOpenCase', 'unmaskLimit', 'fieldEmpty'],
  },
  freezeCustomer: {
    method: 'POST',
    auth: 'operator',
    right: 'users.freeze',
    summary: 'Stops the withdrawals of a customer for hours; recorded, and the customer reads it.',
    input: z.strictObject({
      userId: id,
      reason: oneOf(...FREEZE_REASONS),
      hours: integer(1, FREEZE_HOURS_MAX),
    }),
    output: z.strictObject({ until: z.int() }),
    refusals: ['ownMatter', 'customerUnknown', 'frozenBefore'],
  },
  unfreezeCustomer: {
    method: 'POST',
    auth: 'operator',
    right: 'users.freeze',
    summary: 'Lifts what staff have placed on a customer; what the customer placed stays.',
    input: z.strictObject({ userId: id, note: text(1, 500) }),
    output: z.strictObject({ lifted: z.int() }),
    refusals: ['ownMatter', 'customerUnknown', 'ownLock', 'notFrozen'],
  },
  getCustomerSessions: {
    method: 'GET',
    auth: 'operator',
    right: 'users.freeze',
    summary: 'Where a customer is logged in, without addresses; recorded.',
    input: z.strictObject({ userId: id }),
    output: z.strictObject({
      sessions: z.array(
        z.strictObject({
          sessionId: z.string(),
          realm: z.enum(REALMS),
          place: z.string(),
          userAgent: z.string(),
          createdAt: z.int(),
          lastSeenAt: z.int(),
        }),
      ),
    }),
    refusals: ['customerUnknown'],
  },
  endCustomerSessions: {
    method: 'POST',
    auth: 'operator',
    right: 'users.freeze',
    summary: 'Ends one session of a customer, or all; recorded, and the customer reads it.',
    input: z.strictObject({
      userId: id,
      sessionId: sessionId.optional(),
      reason: oneOf(...SESSION_REASONS),
    }),
    output: z.strictObject({ ended: z.int() }),
    refusals: ['customerUnknown'],
  },
});

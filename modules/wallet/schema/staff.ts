import { defineCalls } from '@assay/core/schema/call';
import { id } from '@assay/core/schema/fields';
import { z } from 'zod';
import { RISKS } from '../rules/index.ts';
import { STAGES, timelineEvent, withdrawalView } from './withdrawals.ts';

const ground = z.enum(['tier', 'onePerson', 'twoPeople']);
const risk = z.strictObject({
  score: z.int(),
  /** What counted, with its points. */
  inputs: z.array(z.strictObject({ code: z.enum(RISKS), points: z.int() })),
});

/** What of a withdrawal staff see in the queue; nothing of it says who the customer is. */
const queued = z.strictObject({
  withdrawalId: z.int(),
  userId: z.int(),
  asset: z.string(),
  amount: z.string(),
  stage: z.enum(STAGES),
  /** What it takes to approve it. */
  ground,
  score: z.int(),
  requestedAt: z.int(),
  queuedUntil: z.int(),
  /** Until when people have to decide; null where nothing waits for them. */
  dueAt: z.int().nullable(),
  /** A number for each member, no name; null: nobody works on it. */
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});
export type QueuedWithdrawal = z.infer<typeof queued>;

/** The whole story of a withdrawal, for those who decide on it. */
const withdrawalCase = z.strictObject({
  /** As the customer sees it. */
  withdrawal: withdrawalView,
  timeline: z.array(timelineEvent),
  userId: z.int(),
  /** Masked. */
  customer: z.strictObject({
    ...{ name: z.string(), email: z.string(), phone: z.string(), country: z.string() },
    createdAt: z.int(),
  }),
  verified: z.enum(['none', 'junior', 'senior']),
  limits: z.array(
    z.strictObject({ kind: z.string(), reason: z.string(), expiresAt: z.int().nullable() }),
  ),
  kind: z.enum(['ordinary', 'exit', 'return']),
  /** The recipient masked. */
  ...{ recipient: z.string(), provider: z.string() },
  /** What the engine holds of the destination, which whoever decides signs. */
  ...{ digest: z.string(), token: z.string().nullable(), sum: z.string() },
  payer: z.enum(['', 'hand', 'signer']),
  /** The transaction that staff have entered last, and what the chain says of it. */
  byHand: z
    .strictObject({
      transaction: z.string(),
      enteredAt: z.int(),
      /** '' while it is asked; `absent`: there was no such transaction for a day. */
      outcome: z.enum(['', 'paid', 'other', 'absent']),
    })
    .nullable(),
  ground,
  risk,
  /** Where the money is from: what it takes of which deposit; null: of what was won. */
  lots: z.array(
    z.strictObject({
      deposit: z.int().nullable(),
      taken: z.string(),
      amount: z.string().nullable(),
      at: z.int().nullable(),
    }),
  ),
  /** What was done with it, in the asset of the withdrawal. */
  story: z.strictObject({
    ...{ deposited: z.string(), withdrawn: z.string(), turnedOver: z.string() },
    ...{ available: z.string(), held: z.string(), requiredTurnover: z.string() },
  }),
  /** Those before, the latest first. */
  earlier: z.array(
    z.strictObject({
      ...{ withdrawalId: z.int(), amount: z.string(), asset: z.string(), address: z.string() },
      ...{ stage: z.enum(STAGES), requestedAt: z.int() },
    }),
  ),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});
export type WithdrawalCase = z.infer<typeof withdrawalCase>;

const work = ['unknownWithdrawal', 'notClaimed', 'wrongState'] as const;

export const walletStaffCalls = defineCalls({
  getWithdrawalQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Open withdrawals: what is late first, then what people decide on by its deadline.',
    input: z.strictObject({}),
    output: z.strictObject({ waiting: z.int(), late: z.int(), withdrawals: z.array(queued) }),
    refusals: [],
  },
  getWithdrawalCase: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'A withdrawal with the whole story of its money; the record has who looked.',
    input: z.strictObject({ withdrawalId: id }),
    output: withdrawalCase,
    refusals: ['unknownWithdrawal'],
  },
  claimWithdrawal: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Takes a withdrawal to work on for half an hour.',
    input: z.strictObject({ withdrawalId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownWithdrawal', 'wrongState', 'claimedByOther'],
  },
  releaseWithdrawal: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Gives it back to the queue.',
    input: z.strictObject({ withdrawalId: id }),
    output: z.strictObject({}),
    refusals: work,
  },
  approveWithdrawalAlone: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Approves a claimed withdrawal that one person may approve.',
    input: z.strictObject({ withdrawalId: id }),
    output: z.strictObject({}),
    refusals: [...work, 'ownMatter', 'needsTwoPeople'],
  },
});

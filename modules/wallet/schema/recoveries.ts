import { parseSafe, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, id, limit, missingOr, oneOf, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';

export const recoveryLimits = {
  recovery: {
    account: [{ max: 10, ms: HOUR }],
    network: [{ max: 30, ms: HOUR }],
    members: [{ max: 300, ms: HOUR }],
  },
} as const satisfies LimitTable;

/** Networks on which people send by mistake; proper names. Permanent, because rows have them. */
const OTHER_NETWORKS = [
  ...(['TRON', 'BNB Smart Chain', 'Polygon', 'Arbitrum', 'Optimism', 'Base'] as const),
  ...(['Avalanche', 'Solana', 'Bitcoin', 'other'] as const),
] as const;

/** `noticed`: a chain has brought it, and nobody has asked for it. */
export const RECOVERY_STATES = [
  ...(['noticed', 'review', 'crediting', 'credited', 'returned', 'refused'] as const),
] as const;

/** Why staff refuse one, as its owner reads it; with `requiredByLaw` comes the law. Permanent. */
export const REFUSED_RECOVERIES = [
  ...(['notFound', 'notOurs', 'belowLeast', 'outOfReach', 'worthless'] as const),
  ...(['alreadyCredited', 'requiredByLaw'] as const),
] as const;
export type RecoveryReason = (typeof REFUSED_RECOVERIES)[number];

const amount = z
  .string({ error: missingOr('depositAmount') })
  .regex(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?$/, 'depositAmount')
  .refine((written) => parseSafe(written, SCALE) > 0, 'depositAmount');

/** As the networks write them: hexadecimal, or letters and digits. */
const hash = z
  .string({ error: missingOr('transactionHash') })
  .trim()
  .regex(/^[0-9A-Za-z]{32,100}$/, 'transactionHash');

const asked = {
  asset: assetSymbol,
  amount,
  description: text(0, 500).default(''),
  /** Where it may be sent back to; empty: to its sender. */
  returnTo: text(0, 120).default(''),
};

const event = z.strictObject({
  what: z.enum(['noticed', 'asked', 'credited', 'returned', 'refused']),
  at: z.int(),
});

const shared = {
  recoveryId: z.int(),
  /** What a chain has brought; null of what was reported. */
  depositId: z.int().nullable(),
  network: z.string(),
  transaction: z.string(),
  /** What the person says; '' before they have asked. */
  asset: z.string(),
  amount: z.string(),
  description: z.string(),
  returnTo: z.string(),
  state: z.enum(RECOVERY_STATES),
  reason: z.enum(['', ...REFUSED_RECOVERIES]),
  law: z.string(),
  /** By when it is decided; null before it was asked for. */
  dueAt: z.int().nullable(),
  /** The terms that hold for it: the least worth in USDT, and the share that is kept. */
  least: z.string(),
  feePpm: z.int().nullable(),
  /** What was credited, after the fee; '' for nothing. */
  creditAsset: z.string(),
  credited: z.string(),
  fee: z.string(),
  returnTransaction: z.string(),
  /** What became of it, the earliest first. */
  events: z.array(event),
};
const recoveryView = z.strictObject(shared);
export type RecoveryView = z.infer<typeof recoveryView>;

const queued = z.strictObject({
  ...shared,
  userId: z.int(),
  /** What whoever decides names. */
  digest: z.string(),
  /** Of what a chain has brought: who sent it, to which address, which token, in its own parts. */
  sender: z.string(),
  address: z.string(),
  token: z.string(),
  parts: z.string(),
  isLate: z.boolean(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
});
export type QueuedRecovery = z.infer<typeof queued>;

export const recoveryCalls = defineCalls({
  reportTransfer: {
    method: 'POST',
    auth: 'user',
    limit: 'recovery',
    summary: 'Reports a transfer to one’s own address on a network that is not read here.',
    input: z.strictObject({ network: oneOf(...OTHER_NETWORKS), transaction: hash, ...asked }),
    output: z.strictObject({ recovery: recoveryView }),
    refusals: [
      ...(['virtualAccount', 'noDepositAddress'] as const),
      ...(['transactionReported', 'tooManyRecoveries'] as const),
    ],
  },
  askForDeposit: {
    method: 'POST',
    auth: 'user',
    limit: 'recovery',
    summary: 'Asks for what a chain has brought and cannot be credited by itself.',
    input: z.strictObject({ recoveryId: id, ...asked }),
    output: z.strictObject({ recovery: recoveryView }),
    refusals: ['virtualAccount', 'unknownRecovery', 'wrongState', 'tooManyRecoveries'],
  },
  getRecoveries: {
    method: 'GET',
    auth: 'user',
    summary: 'What of this person is recovered, the latest first, and by which terms.',
    input: z.strictObject({ limit: limit(50, 200) }),
    output: z.strictObject({
      recoveries: z.array(recoveryView),
      /** What holds for what is asked for now. */
      terms: z.strictObject({ least: z.string(), feePpm: z.int(), days: z.int() }),
    }),
    refusals: [],
  },
});

export const recoveryStaffCalls = defineCalls({
  getRecoveryQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Recoveries that wait, by their deadlines; last, what nobody has asked for.',
    input: z.strictObject({}),
    output: z.strictObject({ recoveries: z.array(queued) }),
    refusals: [],
  },
  claimRecovery: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Takes a recovery to work on for half an hour.',
    input: z.strictObject({ recoveryId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownRecovery', 'wrongState', 'claimedByOther'],
  },
  unclaimRecovery: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Gives it back to the queue.',
    input: z.strictObject({ recoveryId: id }),
    output: z.strictObject({}),
    refusals: ['unknownRecovery', 'notClaimed'],
  },
});

import { parseSafe, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { assetSymbol, id, integer, limit, missingOr, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';

export const proofLimits = {
  depositProof: {
    account: [{ max: 10, ms: HOUR }],
    network: [{ max: 30, ms: HOUR }],
    members: [{ max: 300, ms: HOUR }],
  },
} as const satisfies LimitTable;

const PROOF_TYPES = ['image/jpeg', 'image/png'] as const;
const PROOF_BELOW_BYTES = 8 * 1024 * 1024;

/** Why staff refuse a proof, as its owner reads it. Permanent. */
export const PROOF_REASONS = [
  ...(['notFound', 'unreadable', 'otherAddress', 'otherPerson', 'alreadyCredited'] as const),
] as const;
export type ProofReason = (typeof PROOF_REASONS)[number];

/** `linked`: to what the chain has brought, which says how that stands. */
export const PROOF_STATES = ['review', 'linked', 'crediting', 'credited', 'refused'] as const;

const amount = z
  .string({ error: missingOr('depositAmount') })
  .regex(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?$/, 'depositAmount')
  .refine((written) => parseSafe(written, SCALE) > 0, 'depositAmount');

const shared = {
  proofId: z.int(),
  ...{ asset: z.string(), amount: z.string(), chainId: z.int(), chain: z.string() },
  description: z.string(),
  state: z.enum(PROOF_STATES),
  reason: z.enum([...PROOF_REASONS, '']),
  sentAt: z.int(),
  decidedAt: z.int().nullable(),
  /** The transaction that it is about; '' before staff have said which. */
  transaction: z.string(),
};
const proofView = z.strictObject(shared);
export type ProofView = z.infer<typeof proofView>;

const queued = z.strictObject({
  ...shared,
  userId: z.int(),
  /** What whoever decides names. */
  digest: z.string(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
  /** By when it is to be decided. */
  dueAt: z.int(),
  /** What the chain has brought to this person that may be it: asset, chain and near in amount. */
  found: z.array(z.strictObject({ transaction: z.string(), amount: z.string(), at: z.int() })),
});
export type QueuedProof = z.infer<typeof queued>;

const work = ['unknownProof', 'notClaimed', 'wrongState'] as const;

export const proofCalls = defineCalls({
  sendDepositProof: {
    method: 'POST',
    auth: 'user',
    limit: 'depositProof',
    upload: { types: PROOF_TYPES, belowBytes: PROOF_BELOW_BYTES },
    summary: 'Sends a picture, the whole body, of a simple transfer that has not arrived.',
    input: z.strictObject({
      chainId: integer(1, Number.MAX_SAFE_INTEGER),
      asset: assetSymbol,
      amount,
      description: text(0, 500).default(''),
      fileName: text(1, 255),
    }),
    output: z.strictObject({ proof: proofView }),
    refusals: [
      ...(['virtualAccount', 'unknownChain', 'unknownAsset', 'tooManyProofs'] as const),
      ...(['quotaObjects', 'quotaBytes', 'quotaEverybody'] as const),
    ],
  },
  getDepositProofs: {
    method: 'GET',
    auth: 'user',
    summary: 'The proofs that this person has sent, the latest first, and what became of them.',
    input: z.strictObject({ limit: limit(50, 200) }),
    output: z.strictObject({ proofs: z.array(proofView) }),
    refusals: [],
  },
});

export const proofStaffCalls = defineCalls({
  getProofQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'Proofs of deposits that wait, the first first, with what the chain has brought.',
    input: z.strictObject({}),
    output: z.strictObject({ proofs: z.array(queued) }),
    refusals: [],
  },
  openDepositProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.read',
    summary: 'The picture of a proof, marked with who looks and when; the record has it.',
    input: z.strictObject({ proofId: id }),
    output: z.never(),
    refusals: ['unknownProof', 'fileGone'],
  },
  claimProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Takes a proof to work on for half an hour.',
    input: z.strictObject({ proofId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: ['unknownProof', 'wrongState', 'claimedByOther'],
  },
  unclaimProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Gives it back to the queue.',
    input: z.strictObject({ proofId: id }),
    output: z.strictObject({}),
    refusals: work,
  },
  linkProof: {
    method: 'POST',
    auth: 'operator',
    right: 'wallet.prepare',
    summary: 'Links a claimed proof to what the chain has brought to its owner; credits nothing.',
    input: z.strictObject({ proofId: id, transaction: z.string().regex(/^0x[0-9a-f]{64}$/) }),
    output: z.strictObject({}),
    refusals: [...work, 'noDeposit', 'transactionUsed'],
  },
});

import { DECISION_REFUSALS } from '@assay/core/approval/proposal';
import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { instant, limit, missingOr, oneOf, text, truth } from '@assay/core/schema/fields';
import { z } from 'zod';
import { proofField } from './access.ts';
import { REASON_MAX } from './staff.ts';

const proposalView = z.strictObject({
  proposalId: z.string(),
  realm: z.enum(REALMS),
  type: z.string(),
  body: z.record(z.string(), z.unknown()),
  reason: z.string(),
  digest: z.string(),
  preparedBy: z.strictObject({ person: z.int(), name: z.string() }),
  preparedAt: z.int(),
  expiresAt: z.int(),
  status: z.enum(['open', 'approved', 'rejected', 'withdrawn', 'expired']),
  /** How many people have to agree, the preparer included. */
  needs: z.int(),
  /** Who works on it now; empty for nobody. */
  claimedBy: z.string(),
  signatures: z.array(
    z.strictObject({
      person: z.int(),
      name: z.string(),
      verdict: z.enum(['approve', 'reject', 'withdraw']),
      at: z.int(),
      /** The passkey that signed what was approved; empty where a trial asks for none. */
      passkey: z.string(),
    }),
  ),
  /** Who prepared it also approved it, which only a trial allows. */
  selfApproved: z.boolean(),
  /** It is about whoever asks, who therefore cannot approve it. */
  own: z.boolean(),
  /** What whoever asks may do with it: the refusals of a decision say why not. */
  may: z.array(z.enum(['approve', 'reject', 'withdraw'])),
});
export type ProposalView = z.infer<typeof proposalView>;

const proposalId = z
  .string({ error: missingOr('proposalId') })
  .regex(/^[A-Za-z0-9-]{16,64}$/, 'proposalId');
const digest = z
  .string({ error: missingOr('commandDigest') })
  .regex(/^[0-9a-f]{64}$/, 'commandDigest');
/** A command's body is read by its own rule. */
const commandBody = z.record(z.string(), z.unknown(), { error: missingOr('commandBody') });

export const proposalCalls = defineCalls({
  getProposals: {
    method: 'GET',
    auth: 'operator',
    right: 'proposals.read',
    summary: 'What waits for a decision, or what no longer does; newest first, in pages.',
    input: z.strictObject({
      open: truth.default(true),
      limit: limit(50, 200),
      /** This one alone. */
      proposalId: proposalId.optional(),
      beforeAt: instant.optional(),
      beforeId: proposalId.optional(),
    }),
    output: z.strictObject({ proposals: z.array(proposalView), more: z.boolean() }),
    refusals: [],
  },
  prepareProposal: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Prepares a command that needs more than one person; takes the right of its policy.',
    input: z.strictObject({
      proposalId,
      realm: oneOf(...REALMS).default('real'),
      type: text(1, 64),
      body: commandBody,
      reason: text(1, REASON_MAX),
    }),
    output: proposalView,
    refusals: [
      ...(['badCommand', 'approvalNotNeeded', 'notAllowed', 'ownMatter'] as const),
      ...(['proposalIdReused', 'commandRefused'] as const),
    ],
  },
  decideProposal: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Approves, rejects or withdraws exactly what was shown; the last approval runs it.',
    input: z.strictObject({
      proposalId,
      verdict: oneOf('approve', 'reject', 'withdraw'),
      digest,
      ...proofField,
    }),
    output: proposalView,
    refusals: [
      ...(['unknownProposal', 'ownMatter'] as const),
      ...DECISION_REFUSALS,
      ...(['passkeyNeeded', 'proofNeeded', 'challengeEnded', 'proofWrong'] as const),
      'commandRefused',
    ],
  },
  claimProposal: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Shows the others for a quarter of an hour who decides on it; takes that right.',
    input: z.strictObject({ proposalId, on: truth.default(true) }),
    output: proposalView,
    refusals: ['unknownProposal', 'notAllowed', 'claimedByOther'],
  },
});

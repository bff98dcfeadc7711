import { defineCalls } from '@assay/core/schema/call';
import { attestation, challengeId, ownName, totpCode } from '@assay/core/schema/factors';
import { missingOr, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { proofField } from './access.ts';

const factorView = z.strictObject({
  kind: z.enum(['passkey', 'totp']),
  factorId: z.string(),
  name: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
export type FactorView = z.infer<typeof factorView>;

const done = z.strictObject({});
/** Asked for once there is a factor to prove it with. */
const proved = ['proofNeeded', 'challengeEnded', 'proofWrong'] as const;

/** Actions that a passkey proves, one by one. */
const PROVED_ACTIONS = [
  ...(['decideProposal', 'askOperatorPasskey'] as const),
  ...(['addOperatorTotp', 'removeOperatorFactor'] as const),
] as const;

export const factorCalls = defineCalls({
  getOperatorFactors: {
    method: 'GET',
    auth: 'operator',
    right: 'own',
    summary: "This member's own passkeys and authenticator apps.",
    input: z.strictObject({}),
    output: z.strictObject({ factors: z.array(factorView) }),
    refusals: [],
  },
  askStaffProof: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'What a passkey signs to prove one action, named by the SHA-256 of its text.',
    input: z.strictObject({
      action: oneOf(...PROVED_ACTIONS),
      digest: z
        .string({ error: missingOr('commandDigest') })
        .regex(/^[0-9a-f]{64}$/, 'commandDigest'),
    }),
    output: z.strictObject({ challengeId: z.string(), options: z.string() }),
    refusals: ['passkeyNeeded'],
  },
  askOperatorPasskey: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Begins the making of a passkey for the console.',
    input: z.strictObject({ name: ownName, ...proofField }),
    output: z.strictObject({ challengeId: z.string(), options: z.string() }),
    refusals: ['reinvitationNeeded', 'tooManyFactors', ...proved],
  },
  addOperatorPasskey: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Adds the passkey that the browser has made; a session by a link goes on with it.',
    input: z.strictObject({ challengeId, credential: attestation }),
    output: done,
    refusals: ['challengeEnded', 'proofWrong'],
  },
  addOperatorTotp: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Makes the secret of an authenticator app, for roles that only read.',
    input: z.strictObject({ name: ownName, ...proofField }),
    output: z.strictObject({
      totpId: z.string(),
      secret: z.string(),
      uri: z.string(),
      /** Names the member at a log-in, beside the code; shown once. */
      key: z.string(),
    }),
    refusals: ['passkeyNeeded', 'tooManyFactors', ...proved],
  },
  confirmOperatorTotp: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Confirms an authenticator app by its first code.',
    input: z.strictObject({ totpId: challengeId, totp: totpCode }),
    output: done,
    refusals: ['challengeEnded', 'proofWrong'],
  },
  removeOperatorFactor: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary:
      'Removes one of the own passkeys or apps; the last one stays, and of the last two people who admit staff the last passkey.',
    input: z.strictObject({
      kind: oneOf('passkey', 'totp'),
      factorId: text(1, 1400),
      ...proofField,
    }),
    output: done,
    refusals: ['factorUnknown', 'lastFactor', 'lastOfStaff', ...proved],
  },
});

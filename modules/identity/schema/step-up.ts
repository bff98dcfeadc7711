import { defineCalls } from '@assay/core/schema/call';
import { assertion, challengeId, totpCode } from '@assay/core/schema/factors';
import { missingOr, oneOf } from '@assay/core/schema/fields';
import { z } from 'zod';
import { loginOutcome } from './account.ts';
import { code, codeId, knownPassword } from './fields.ts';

/**
 * By what a person proves an action or finishes a log-in. `code` (sent by mail or phone) counts
 * only while no factor stands, and for an action together with the password.
 */
export const methods = ['passkey', 'totp', 'recoveryCode', 'code'] as const;
export type Method = (typeof methods)[number];

/** The proof itself; which fields are needed depends on the method. */
const proof = {
  challengeId,
  method: oneOf(...methods),
  totp: totpCode.optional(),
  recoveryCode: z.string().trim().max(40, 'recoveryCode').optional(),
  credential: assertion.optional(),
  password: knownPassword.optional(),
  code: code.optional(),
  codeId: codeId.optional(),
};

const asked = z.strictObject({
  challengeId: z.string(),
  /** The ways that this account has, the best first. */
  methods: z.array(z.enum(methods)),
  /** For `navigator.credentials.get`, as JSON; empty when there is no passkey. */
  passkeyOptions: z.string(),
  /** Of the code that was sent; empty when none was. */
  codeId: z.string(),
  /** Where the code went, masked. */
  sentTo: z.string(),
  expiresAt: z.int(),
});

export const stepUpCalls = defineCalls({
  askStepUp: {
    method: 'POST',
    auth: 'user',
    limit: 'stepUp',
    summary: 'Begins the proof of one exact action, named by the SHA-256 of its canonical text.',
    input: z.strictObject({
      /** The call that carries the action out. */
      action: z.string({ error: missingOr('text') }).regex(/^[A-Za-z_0-9]{1,40}$/, 'invalid'),
      digest: z.string({ error: missingOr('digest') }).regex(/^[0-9a-f]{64}$/, 'digest'),
    }),
    output: asked,
    refusals: ['accountNeeded'],
  },
  proveStepUp: {
    method: 'POST',
    auth: 'user',
    limit: 'stepUp',
    summary: 'Proves the action; the token is good for that action, this session and one use.',
    input: z.strictObject(proof),
    output: z.strictObject({ stepUp: z.string(), expiresAt: z.int() }),
    refusals: ['accountNeeded', 'challengeEnded', 'proofTooNew', 'proofWrong'],
  },
  finishLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'The second step of a log-in, where the account asks for one.',
    input: z.strictObject(proof),
    output: loginOutcome,
    refusals: ['challengeEnded', 'proofWrong'],
  },
  askLostFactors: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'In the second step of a log-in: sends codes by which lost factors are given up.',
    input: z.strictObject({ challengeId }),
    output: z.strictObject({
      codes: z.array(z.strictObject({ codeId: z.string(), sentTo: z.string() })),
    }),
    refusals: ['challengeEnded', 'settingsLocked', 'staffCompare'],
  },
  giveUpFactors: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary:
      'By a code of each address: announces that all factors go; two weeks later removes them.',
    input: z.strictObject({
      ...{ challengeId, code, codeId },
      /** Where the person has two addresses. */
      otherCode: code.optional(),
      otherCodeId: codeId.optional(),
    }),
    /** `from`: from when the same removes them. */
    output: z.strictObject({ removed: z.boolean(), from: z.int() }),
    refusals: ['challengeEnded', 'settingsLocked', 'staffCompare', 'codeWrong'],
  },
  askPasskeyLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Begins a log-in by a passkey alone.',
    input: z.strictObject({}),
    output: z.strictObject({ challengeId: z.string(), options: z.string() }),
    refusals: [],
  },
  passkeyLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Logs in by a passkey, which is two factors by itself.',
    input: z.strictObject({ challengeId, credential: assertion }),
    output: loginOutcome,
    refusals: ['challengeEnded', 'proofWrong'],
  },
});

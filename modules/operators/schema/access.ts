import { RIGHTS } from '@assay/core/approval/rights';
import { defineCalls } from '@assay/core/schema/call';
import { assertion, challengeId, totpCode } from '@assay/core/schema/factors';
import { missingOr, text } from '@assay/core/schema/fields';
import { z } from 'zod';

/** The secret of a one-time link: 256 random bits. */
const linkSecret = z
  .string({ error: missingOr('operatorLink') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'operatorLink');

/** What a second person of the staff adds to a link: 128 random bits. */
const linkCode = z
  .string({ error: missingOr('linkCode') })
  .regex(/^[A-Za-z0-9_-]{22}$/, 'linkCode');

/** The key that names a member at a log-in by an authenticator app; as long as a link's secret. */
const loginKey = z
  .string({ error: missingOr('loginKey') })
  .regex(/^[A-Za-z0-9_-]{43}$/, 'loginKey');

/** By what a session was opened. */
const PROOFS = ['link', 'passkey', 'totp'] as const;
export type Proof = (typeof PROOFS)[number];

/**
 * Proves the exact action that a call carries out: by a passkey, which signs the digest of the
 * action (`askStaffProof`), or by the code of an app, where the member has no passkey.
 */
export const proofField = {
  proof: z
    .strictObject({
      challengeId: challengeId.optional(),
      credential: assertion.optional(),
      totp: totpCode.optional(),
    })
    .optional(),
};
export type ProofInput = z.output<typeof proofField.proof>;

const entered = z.strictObject({ token: z.string(), name: z.string(), expiresAt: z.int() });
const done = z.strictObject({});

const sessionView = z.strictObject({
  sessionId: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  current: z.boolean(),
});

export const accessCalls = defineCalls({
  operatorEnter: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Enters the console by a one-time link, which is used up by it.',
    input: z.strictObject({ link: linkSecret, code: linkCode.optional() }),
    output: entered,
    refusals: ['linkCodeNeeded', 'linkUnknown'],
  },
  askOperatorLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Begins the log-in of a member of staff by a passkey.',
    input: z.strictObject({}),
    output: z.strictObject({ challengeId: z.string(), options: z.string() }),
    refusals: [],
  },
  operatorLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Logs a member of staff in by a passkey.',
    input: z.strictObject({ challengeId, credential: assertion }),
    output: entered,
    refusals: ['challengeEnded', 'proofWrong'],
  },
  operatorTotpLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Logs a member of staff in by their key and the code of their app, to read only.',
    input: z.strictObject({ key: loginKey, totp: totpCode }),
    output: entered,
    refusals: ['proofWrong'],
  },
  operatorLeave: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Ends this operator session.',
    input: z.strictObject({}),
    output: done,
    refusals: [],
  },
  getOperator: {
    method: 'GET',
    auth: 'operator',
    right: 'own',
    summary: 'Who is logged in, with which roles and rights.',
    input: z.strictObject({}),
    output: z.strictObject({
      operatorId: z.int(),
      person: z.int(),
      name: z.string(),
      rights: z.array(z.enum(RIGHTS)),
      /** By what this session was opened. */
      proof: z.enum(PROOFS),
      /** Passkeys and apps to come back with. */
      factors: z.int(),
      /** The roles only read: an authenticator app is enough. */
      readsOnly: z.boolean(),
      /** This session does nothing until a factor is set up. */
      mustEnrol: z.boolean(),
      /** Whether one person may play two: in a trial only. */
      samePersonAllowed: z.boolean(),
      /** The name of each member of staff, whom records have by their number. */
      colleagues: z.array(z.strictObject({ operatorId: z.int(), name: z.string() })),
    }),
    refusals: [],
  },
  getOperatorSessions: {
    method: 'GET',
    auth: 'operator',
    right: 'own',
    summary: "This member's own sessions that are open.",
    input: z.strictObject({}),
    output: z.strictObject({ sessions: z.array(sessionView) }),
    refusals: [],
  },
  endOperatorSession: {
    method: 'POST',
    auth: 'operator',
    right: 'own',
    summary: 'Ends one of the own sessions.',
    input: z.strictObject({ sessionId: text(1, 64) }),
    output: done,
    refusals: ['unknownSession'],
  },
});

import { defineCalls } from '@assay/core/schema/call';
import { attestation, challengeId, ownName, totpCode } from '@assay/core/schema/factors';
import { missingOr, oneOf, text, truth } from '@assay/core/schema/fields';
import { z } from 'zod';
import { loginOutcome } from './account.ts';
import { done, secured, stepUpField } from './fields.ts';

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

export const guards = z.strictObject({
  login: z.boolean(),
  trade: z.boolean(),
  funds: z.boolean(),
});

/** Shown once; an empty list: the person has codes already. */
const recoveryCodes = z.array(z.string());

const walletMessage = z.string({ error: missingOr('text') }).max(3000, 'tooLong');
const signature = z
  .string({ error: missingOr('signature') })
  .regex(/^0x[0-9a-fA-F]{130}$/, 'signature');

export const factorCalls = defineCalls({
  addTotp: {
    method: 'POST',
    auth: 'user',
    summary: 'Makes the secret of an authenticator app; it counts once a code has confirmed it.',
    input: z.strictObject({ name: ownName, ...stepUpField }),
    output: z.strictObject({ totpId: z.string(), secret: z.string(), uri: z.string() }),
    refusals: secured('tooManyFactors'),
  },
  confirmTotp: {
    method: 'POST',
    auth: 'user',
    summary: 'Confirms an authenticator app by its first code.',
    input: z.strictObject({
      totpId: challengeId,
      totp: totpCode,
    }),
    output: z.strictObject({ recoveryCodes }),
    refusals: ['accountNeeded', 'settingsLocked', 'challengeEnded', 'proofWrong'],
  },
  askPasskey: {
    method: 'POST',
    auth: 'user',
    summary: 'Begins the making of a passkey.',
    input: z.strictObject({ name: ownName, ...stepUpField }),
    output: z.strictObject({ challengeId: z.string(), options: z.string() }),
    refusals: secured('tooManyFactors'),
  },
  addPasskey: {
    method: 'POST',
    auth: 'user',
    summary: 'Adds the passkey that the browser has made.',
    input: z.strictObject({ challengeId, credential: attestation }),
    output: z.strictObject({ recoveryCodes }),
    refusals: ['accountNeeded', 'settingsLocked', 'challengeEnded', 'proofWrong'],
  },
  removeFactor: {
    method: 'POST',
    auth: 'user',
    summary: 'Removes an authenticator app or a passkey.',
    input: z.strictObject({ kind: oneOf(...factorKinds), factorId: text(1, 1400), ...stepUpField }),
    output: done,
    refusals: secured('factorUnknown'),
  },
  makeRecoveryCodes: {
    method: 'POST',
    auth: 'user',
    summary: 'Makes ten recovery codes in place of those that exist.',
    input: z.strictObject({ ...stepUpField }),
    output: z.strictObject({ recoveryCodes }),
    refusals: secured('factorNeeded'),
  },
  editCenterLevel: {
    method: 'POST',
    auth: 'user',
    summary: 'Chooses which actions ask for a second factor.',
    input: z.strictObject({ login: truth, trade: truth, funds: truth, ...stepUpField }),
    output: done,
    refusals: secured(),
  },
  askWallet: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'What a message by EIP-4361 must say that a wallet signs here.',
    input: z.strictObject({}),
    output: z.strictObject({
      nonce: z.string(),
      domain: z.string(),
      uri: z.string(),
      chainId: z.int(),
      statement: z.string(),
      issuedAt: z.int(),
      expiresAt: z.int(),
    }),
    refusals: [],
  },
  ethSignlog: {
    method: 'POST',
    getAlias: true,
    auth: 'visitor',
    limit: 'login',
    summary: 'Logs in by a message that a wallet has signed (EIP-4361).',
    input: z.strictObject({ message: walletMessage, signature }),
    output: loginOutcome,
    refusals: ['signatureWrong', 'walletUnknown'],
  },
  bindWallet: {
    method: 'POST',
    auth: 'user',
    summary: 'Lets a wallet log in to this account.',
    input: z.strictObject({ message: walletMessage, signature, name: ownName, ...stepUpField }),
    output: done,
    refusals: secured('signatureWrong', 'walletTaken'),
  },
  removeWallet: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes the log-in away from a wallet.',
    input: z.strictObject({
      address: z.string({ error: missingOr('text') }).regex(/^0x[0-9a-f]{40}$/, 'invalid'),
      ...stepUpField,
    }),
    output: done,
    refusals: secured('factorUnknown'),
  },
});

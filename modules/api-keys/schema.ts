import { defineCalls } from '@assay/core/schema/call';
import { id, missingOr, oneOf, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR } from '@assay/core/time';
import { z } from 'zod';
import { PASSWORD_MAX, stepUpField } from '../identity/schema/index.ts';
import {
  keyKinds,
  LABEL_MAX,
  permissions,
  readIps,
  readPublicKey,
  revokedWhys,
} from './rules/index.ts';

const label = text(1, LABEL_MAX);

/** One text with separators instead of a list, so that forms can send it. Empty: from anywhere. */
const ips = z
  .string({ error: missingOr('text') })
  .max(2000, 'tooLong')
  .transform((given, context): string[] => {
    const read = readIps(given);
    if (typeof read !== 'string') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

const publicKey = z
  .string({ error: missingOr('text') })
  .max(1000, 'tooLong')
  .transform((given, context): string => {
    const read = readPublicKey(given);
    if (typeof read === 'object') return read.base64;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

/** The person's password again; visitors, and people with a second factor, leave it out. */
const password = z
  .string({ error: missingOr('text') })
  .min(1, 'required')
  .max(PASSWORD_MAX, 'tooLong')
  .optional();

const keyView = z.strictObject({
  apiKeyId: z.int(),
  label: z.string(),
  /** Identifies the sender of a request. It does not sign, and opens nothing in other networks. */
  name: z.string(),
  kind: z.enum(keyKinds),
  permission: z.enum(permissions),
  /** Canonical addresses and ranges; an empty list: from anywhere. */
  ips: z.array(z.string()),
  createdAt: z.int(),
  /** Null: the key is valid until it is revoked. */
  expiresAt: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
  /** The network only (/24 or /56); empty for a key that was never used. */
  lastUsedNetwork: z.string(),
  /** Null: the key is live or has expired. */
  revokedAt: z.int().nullable(),
  revokedWhy: z.enum(revokedWhys).nullable(),
});
export type KeyView = z.infer<typeof keyView>;

/** Limits are low because the row of a key is kept forever. */
export const limits = {
  apiKey: {
    account: [
      { max: 60, ms: HOUR },
      { max: 200, ms: DAY },
    ],
    network: [{ max: 120, ms: HOUR }],
  },
} as const satisfies LimitTable;

export const calls = defineCalls({
  getApiKeys: {
    method: 'GET',
    auth: 'user',
    summary:
      'The keys of this account, the oldest first, and for 30 days those that were not revoked by ' +
      'their owner, with the reason; a virtual account has keys of its own.',
    input: z.strictObject({}),
    output: z.strictObject({ apiKeys: z.array(keyView) }),
    refusals: [],
  },
  createApiKey: {
    method: 'POST',
    auth: 'user',
    limit: 'apiKey',
    summary:
      'Makes a key for programs. The secret of an hmac key is in this answer and in no other.',
    input: z
      .strictObject({
        label,
        kind: oneOf(...keyKinds),
        publicKey: publicKey.optional(),
        permission: oneOf(...permissions),
        ips: ips.optional(),
        password,
        ...stepUpField,
      })
      .refine(({ kind, publicKey }) => kind !== 'ed25519' || publicKey !== undefined, {
        path: ['publicKey'],
        error: 'required',
      })
      .refine(({ kind, publicKey }) => kind !== 'hmac' || publicKey === undefined, {
        path: ['publicKey'],
        error: 'unknown',
      }),
    output: z.strictObject({
      apiKey: keyView,
      /** 64 letters and digits; null for a key whose secret half the server never had. */
      secret: z.string().nullable(),
    }),
    refusals: [
      ...(['settingsLocked', 'passwordWrong', 'stepUpNeeded', 'stepUpWrong'] as const),
      ...(['tooManyApiKeys', 'sessionEnded'] as const),
    ],
  },
  changeApiKey: {
    method: 'POST',
    auth: 'user',
    limit: 'apiKey',
    summary:
      'Changes label, permission or addresses; more rights need the password or the second factor again.',
    input: z.strictObject({
      apiKeyId: id,
      label: label.optional(),
      permission: oneOf(...permissions).optional(),
      ips: ips.optional(),
      password,
      ...stepUpField,
    }),
    output: z.strictObject({ apiKey: keyView }),
    refusals: [
      ...(['apiKeyUnknown', 'apiKeyExpired', 'settingsLocked'] as const),
      ...(['passwordWrong', 'stepUpNeeded', 'stepUpWrong', 'sessionEnded'] as const),
    ],
  },
  revokeApiKey: {
    method: 'POST',
    auth: 'user',
    summary: 'Ends a key for good: the next request with it is refused.',
    input: z.strictObject({ apiKeyId: id }),
    output: z.strictObject({}),
    refusals: ['apiKeyUnknown'],
  },
});

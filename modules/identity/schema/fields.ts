import { missingOr } from '@assay/core/schema/fields';
import { z } from 'zod';

/** Eight while nothing else stands between a code and an account: no second factor is asked for. */
export const CODE_DIGITS = 8;
/** NIST SP 800-63B-4: 15 without a second factor, 8 with one; ASVS 5.0 §6.2.1: 8. */
export const PASSWORD_MIN = 10;
/** Long enough for any phrase, short enough that hashing stays cheap. */
export const PASSWORD_MAX = 128;

export const account = z
  .string({ error: missingOr('text') })
  .trim()
  .min(1, 'required')
  .max(254, 'tooLong');

/** ISO 3166-1 alpha-2. The server checks that the country has a calling code. */
export const country = z.string({ error: missingOr('country') }).regex(/^[A-Z]{2}$/, 'country');

export const code = z
  .string({ error: missingOr('verificationCode') })
  .regex(new RegExp(`^[0-9]{${CODE_DIGITS}}$`), 'verificationCode');

/** The id that `getCode` returned: it ties the code to the request for it. */
export const codeId = z
  .string({ error: missingOr('codeId') })
  .regex(/^[A-Za-z0-9_-]{22}$/, 'codeId');

/** A password that is only compared: no rule but a length that can be hashed. */
export const knownPassword = z
  .string({ error: missingOr('text') })
  .min(1, 'required')
  .max(PASSWORD_MAX, 'tooLong');

/** Proves the exact action that a call carries out; see `askStepUp`. */
export const stepUpField = {
  stepUp: z
    .string({ error: missingOr('stepUp') })
    .regex(/^[A-Za-z0-9_-]{43}$/, 'stepUp')
    .optional(),
};

const before = ['accountNeeded', 'settingsLocked'] as const;
const proved = ['stepUpNeeded', 'stepUpWrong'] as const;

/** The refusals of a change of an account's security: the proof is used up last. */
export const secured = <const R extends readonly string[]>(...own: R) =>
  [...before, ...own, ...proved] as const;
export type SecurityRefusal = (typeof before)[number] | (typeof proved)[number];

export const done = z.strictObject({});

import { defineCalls } from '@assay/core/schema/call';
import { missingOr, oneOf, text, truth } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { z } from 'zod';

/** How a person is reached and logs in. */
export const accountKinds = ['phone', 'email'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Purposes of verification codes; a code for one is invalid for another. */
export const codePurposes = ['register', 'login', 'reset'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** NIST SP 800-63B-4: 15 without a second factor, 8 with one; ASVS 5.0 §6.2.1: 8. */
export const PASSWORD_MIN = 10;
/** Long enough for any phrase, short enough that hashing stays cheap. */
export const PASSWORD_MAX = 128;
/** Eight while nothing else stands between a code and an account: no second factor is asked for. */
export const CODE_DIGITS = 8;

const account = z
  .string({ error: missingOr('text') })
  .trim()
  .min(1, 'required')
  .max(254, 'tooLong');

/** ISO 3166-1 alpha-2. The server checks that the country has a calling code. */
const country = z.string({ error: missingOr('country') }).regex(/^[A-Z]{2}$/, 'country');

const code = z
  .string({ error: missingOr('verificationCode') })
  .regex(new RegExp(`^[0-9]{${CODE_DIGITS}}$`), 'verificationCode');

/** The id that `getCode` returned: it ties the code to the request for it. */
const codeId = z.string({ error: missingOr('codeId') }).regex(/^[A-Za-z0-9_-]{22}$/, 'codeId');

/** A new password. */
const newPassword = z
  .string({ error: missingOr('text') })
  .min(1, 'required')
  .min(PASSWORD_MIN, 'passwordShort')
  .max(PASSWORD_MAX, 'tooLong');

/** A password that is only compared: no rule but a length that can be hashed. */
const knownPassword = z
  .string({ error: missingOr('text') })
  .min(1, 'required')
  .max(PASSWORD_MAX, 'tooLong');

const invitationCode = z
  .string({ error: missingOr('invitationCode') })
  .trim()
  .toUpperCase()
  .regex(/^(?:[A-Z0-9]{6,12})?$/, 'invitationCode');

const passwordPair = { password: newPassword, passwordAgain: knownPassword };

/** Reports passwords that differ as an error of the second field. */
const equalPasswords = {
  check: (input: { password: string; passwordAgain: string }) =>
    input.password === input.passwordAgain,
  params: { path: ['passwordAgain'], error: 'passwordsDiffer' },
};

/** The profile with the field names of the specification; our own are in camelCase. */
export const userInfo = z.strictObject({
  userId: z.int(),
  /** `demo` while in the virtual account. */
  realm: z.enum(['real', 'demo']),
  /** True for a visitor's virtual account, behind which there is no real one. */
  demoOnly: z.boolean(),
  country: z.string(),
  createdAt: z.int(),
  name: z.string(),
  invitation_code: z.string(),
  /** Masked: the whole value is only shown after a second proof (ASVS 5.0 §14.2.6). */
  email: z.string(),
  phone: z.string(),
  transaction_password: z.union([z.literal(0), z.literal(1)]),
  bank_name: z.string(),
  bank_number: z.string(),
  alipay_account: z.string(),
  weixin_nickname: z.string(),
  weixin_account: z.string(),
  /** Available USDT of the session's realm, as a decimal. */
  usdt: z.string(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** The answer to a login; the token is never shown again. */
export const loginReply = z.strictObject({ token: z.string(), ...userInfo.shape });
export type LoginReply = z.infer<typeof loginReply>;

const shortInfo = userInfo.pick({
  userId: true,
  realm: true,
  demoOnly: true,
  name: true,
  email: true,
  phone: true,
  invitation_code: true,
});

const sessionView = z.strictObject({
  sessionId: z.string(),
  realm: z.enum(['real', 'demo']),
  current: z.boolean(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  /** When the session ends at the latest; without use it ends earlier. */
  expiresAt: z.int(),
  /** The network only (/24 or /56), enough for people to recognise their own. */
  network: z.string(),
  userAgent: z.string(),
});
export type SessionView = z.infer<typeof sessionView>;

const countryView = z.strictObject({
  country: z.string(),
  /** In the language of the caller. */
  name: z.string(),
  /** Digits without "+". */
  callingCode: z.string(),
});
export type CountryView = z.infer<typeof countryView>;

const done = z.strictObject({});

const target = { kind: oneOf(...accountKinds), account, country: country.optional() };
const proof = { code, codeId };

/** `loginFailure`, `codeSend`, `codeVerify`, `codeGuess` and `register` are counted by handlers. */
export const limits = {
  login: {
    network: [
      { max: 60, ms: MINUTE },
      { max: 1000, ms: HOUR },
    ],
  },
  loginFailure: {
    network: [
      { max: 20, ms: MINUTE },
      { max: 200, ms: HOUR },
    ],
  },
  codeSend: {
    account: [
      { max: 1, ms: MINUTE },
      { max: 5, ms: HOUR },
      { max: 10, ms: DAY },
    ],
    network: [
      { max: 10, ms: HOUR },
      { max: 50, ms: DAY },
    ],
    everybody: [{ max: 20_000, ms: DAY }],
  },
  codeVerify: { network: [{ max: 30, ms: HOUR }] },
  /** Codes for logging in and resetting, of all strangers together: 48,000 of 10^8 a day. */
  codeGuess: { everybody: [{ max: 2_000, ms: HOUR }] },
  register: {
    network: [
      { max: 5, ms: HOUR },
      { max: 20, ms: DAY },
    ],
  },
  demo: { network: [{ max: 30, ms: HOUR }] },
  // Accounts of new visitors, by decision 0025: in the thirty days that one may live, all together
  // cannot use up half of the virtual money.
  visitor: { site: [{ max: 60, ms: HOUR }], everybody: [{ max: 400, ms: HOUR }] },
  /** The first ones of a site, which a crowd of others cannot keep out. */
  firstVisitor: { site: [{ max: 2, ms: HOUR }], everybody: [{ max: 200, ms: HOUR }] },
} as const satisfies LimitTable;

export const calls = defineCalls({
  getTelCode: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Countries with their calling codes, and what registration asks for.',
    input: z.strictObject({}),
    output: z.strictObject({
      countries: z.array(countryView),
      invitationRequired: z.boolean(),
      /** False: a code can be sent by e-mail only. */
      phoneAvailable: z.boolean(),
    }),
    refusals: [],
  },
  getCode: {
    method: 'POST',
    getAlias: true,
    auth: 'visitor',
    summary: 'Sends a verification code to a phone or an e-mail address.',
    input: z.strictObject({ ...target, purpose: oneOf(...codePurposes) }),
    output: z.strictObject({
      codeId: z.string(),
      resendAfterSeconds: z.int(),
      expiresAt: z.int(),
    }),
    refusals: ['phoneUnavailable'],
  },
  reg_checkcode: {
    method: 'POST',
    getAlias: true,
    auth: 'visitor',
    summary: 'Checks a code before the last step of a form; it stays usable.',
    input: z.strictObject({ ...target, purpose: oneOf(...codePurposes), ...proof }),
    output: done,
    refusals: ['codeWrong'],
  },
  userRegister: {
    method: 'POST',
    auth: 'visitor',
    summary: 'Opens an account and logs in to it.',
    input: z
      .strictObject({
        ...target,
        country,
        ...proof,
        ...passwordPair,
        invitationCode: invitationCode.optional(),
        agreement: truth.refine((agreed) => agreed, 'agreement'),
      })
      .refine(equalPasswords.check, equalPasswords.params),
    output: loginReply,
    refusals: ['phoneUnavailable', 'codeWrong', 'invitationUnknown'],
  },
  userLogin: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Logs in by phone or e-mail and password; after many failures also by a code.',
    input: z.strictObject({
      kind: oneOf(...accountKinds).optional(),
      account,
      country: country.optional(),
      password: knownPassword,
      code: code.optional(),
      codeId: codeId.optional(),
    }),
    output: loginReply,
    refusals: ['codeWrong', 'codeNeeded', 'wrongCredentials'],
  },
  logout: {
    method: 'POST',
    auth: 'user',
    summary: 'Ends this session, and with it the virtual account opened from it.',
    input: z.strictObject({}),
    output: done,
    refusals: [],
  },
  getInfo: {
    method: 'GET',
    auth: 'user',
    summary: 'The whole profile.',
    input: z.strictObject({}),
    output: userInfo,
    refusals: [],
  },
  info: {
    method: 'GET',
    auth: 'user',
    summary: 'The short profile for a stored token.',
    input: z.strictObject({}),
    output: shortInfo,
    refusals: [],
  },
  updatePassword: {
    method: 'POST',
    auth: 'visitor',
    limit: 'login',
    summary: 'Sets a new password: with a code (forgotten) or the old one (changed).',
    input: z
      .strictObject({
        kind: oneOf(...accountKinds).optional(),
        account: account.optional(),
        country: country.optional(),
        code: code.optional(),
        codeId: codeId.optional(),
        oldPassword: knownPassword.optional(),
        ...passwordPair,
      })
      .refine(equalPasswords.check, equalPasswords.params),
    /** Resetting a forgotten password revokes the API keys that can trade. */
    output: z.strictObject({ apiKeysRevoked: z.int() }),
    refusals: ['phoneUnavailable', 'codeWrong', 'wrongCredentials'],
  },
  getSessions: {
    method: 'GET',
    auth: 'user',
    summary: 'Where this person is logged in.',
    input: z.strictObject({}),
    output: z.strictObject({ sessions: z.array(sessionView) }),
    refusals: [],
  },
  endSession: {
    method: 'POST',
    auth: 'user',
    summary: 'Ends one session of this person, or all but the present one.',
    input: z.strictObject({
      sessionId: text(1, 40).optional(),
      others: truth.optional(),
    }),
    output: z.strictObject({ ended: z.int() }),
    refusals: ['sessionUnknown'],
  },
  tempLogin: {
    method: 'POST',
    getAlias: true,
    auth: 'visitor',
    limit: 'demo',
    summary: 'Opens or resumes the virtual account; a visitor gets one of their own.',
    input: z.strictObject({}),
    output: loginReply,
    refusals: ['tooManyVisitors', 'virtualMoneyUsedUp', 'sessionEnded'],
  },
  exitVirtualAccount: {
    method: 'POST',
    auth: 'user',
    summary: 'Leaves the virtual account, back to the real session if there is one.',
    input: z.strictObject({}),
    output: z.strictObject({ login: loginReply.nullable() }),
    refusals: ['notInVirtualAccount'],
  },
  resetVirtualAccount: {
    method: 'POST',
    auth: 'user',
    limit: 'demo',
    summary: 'Sets the virtual account back to its first balance.',
    input: z.strictObject({}),
    output: done,
    refusals: ['notOpen', 'noRoom'],
  },
});

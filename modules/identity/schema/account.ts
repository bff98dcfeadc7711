import { defineCalls } from '@assay/core/schema/call';
import { integer, missingOr, oneOf, text, truth } from '@assay/core/schema/fields';
import { z } from 'zod';
import {
  account,
  code,
  codeId,
  country,
  done,
  knownPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './fields.ts';

/** How a person is reached and logs in. */
export const accountKinds = ['phone', 'email'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Purposes of verification codes; a code for one is invalid for another. */
export const codePurposes = ['register', 'login', 'reset', 'bind'] as const;
/** The others are sent by the server itself, to whoever has given a right password. */
export type CodePurpose = (typeof codePurposes)[number] | 'stepUp' | 'secondStep' | 'lostFactors';

/** A new password. */
const newPassword = z
  .string({ error: missingOr('text') })
  .min(1, 'required')
  .min(PASSWORD_MIN, 'passwordShort')
  .max(PASSWORD_MAX, 'tooLong');

const invitationCode = z
  .string({ error: missingOr('invitationCode') })
  .trim()
  .toUpperCase()
  .regex(/^(?:[A-Z0-9]{6,12})?$/, 'invitationCode');

export const passwordPair = { password: newPassword, passwordAgain: knownPassword };

/** Reports passwords that differ as an error of the second field. */
export const equalPasswords = {
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

/** What the second step of a log-in needs. */
export const secondFactor = z.strictObject({
  challengeId: z.string(),
  methods: z.array(z.enum(['passkey', 'totp', 'recoveryCode', 'code'])),
  passkeyOptions: z.string(),
  codeId: z.string(),
  sentTo: z.string(),
  expiresAt: z.int(),
});

/** A session, or what is still to be proved before there is one. */
export const loginOutcome = z.union([loginReply, z.strictObject({ secondFactor })]);
export type LoginOutcome = z.infer<typeof loginOutcome>;

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
  /** The country of the network, ISO 3166-1 alpha-2; empty when it is not known. */
  place: z.string(),
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

export const target = { kind: oneOf(...accountKinds), account, country: country.optional() };
export const codeProof = { code, codeId };

export const accountCalls = defineCalls({
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
    input: z.strictObject({ ...target, purpose: oneOf(...codePurposes), ...codeProof }),
    output: done,
    refusals: ['codeWrong'],
  },
  smsReport: {
    method: 'POST',
    auth: 'visitor',
    limit: 'smsReport',
    summary: 'Takes a delivery report of the gateway that sends messages to phones.',
    input: z.strictObject({
      key: text(1, 200),
      id: integer(1, Number.MAX_SAFE_INTEGER),
      status: text(1, 60),
    }),
    output: done,
    refusals: ['reportWrong'],
  },
  userRegister: {
    method: 'POST',
    auth: 'visitor',
    summary: 'Opens an account and logs in to it.',
    input: z
      .strictObject({
        ...target,
        country,
        ...codeProof,
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
    output: loginOutcome,
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
    refusals: ['phoneUnavailable', 'settingsLocked', 'codeWrong', 'wrongCredentials'],
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

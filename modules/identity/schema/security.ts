import { defineCalls } from '@assay/core/schema/call';
import {
  instant,
  integer,
  limit,
  missingOr,
  oneOf,
  text,
  timeRange,
} from '@assay/core/schema/fields';
import { z } from 'zod';
import { faultOfBankNumber, plainBankNumber } from '../rules/bank-number.ts';
import { codeProof, equalPasswords } from './account.ts';
import { factorKinds, guards } from './factors.ts';
import { account, country, done, secured, stepUpField } from './fields.ts';

/** What can limit an account, and for how long it can last. */
export const restrictionKinds = [
  'withdrawalHold',
  'selfFreeze',
  'notMe',
  'settingsLock',
  'staffFreeze',
] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** A settings lock lasts so many days at most. */
export const LOCK_DAYS_MAX = 30;

/** What can happen to an account; texts stand in the catalogues under these names. */
export const eventKinds = [
  ...(['registered', 'login', 'loginFailed', 'newDevice', 'logout', 'sessionsEnded'] as const),
  ...(['passwordChanged', 'passwordReset'] as const),
  ...(['tradePasswordSet', 'tradePasswordChanged', 'tradePasswordReset'] as const),
  ...(['totpAdded', 'totpRemoved', 'passkeyAdded', 'passkeyRemoved'] as const),
  ...(['recoveryCodesMade', 'recoveryCodeUsed', 'guardsRaised', 'guardsLowered'] as const),
  ...(['walletAdded', 'walletRemoved', 'emailChanged', 'phoneChanged', 'nameChanged'] as const),
  'receivingChanged',
  ...(['apiKeyMade', 'apiKeyChanged', 'apiKeyRevoked'] as const),
  ...(['phishingCodeSet', 'questionSet', 'settingsLocked', 'frozen', 'unfrozen'] as const),
  ...([
    'notMe',
    'staffFrozen',
    'staffUnfrozen',
    'staffEndedSessions',
    'factorRemovalAsked',
    'factorsRemoved',
    'factorLossClaimed',
    'factorsGivenUp',
    'lossVerified',
    'freezeLiftAsked',
    'freezeLifted',
    'unmasked',
    'dataExported',
  ] as const),
  ...(['deletionRequested', 'deletionWithdrawn'] as const),
] as const;
export type EventKind = (typeof eventKinds)[number];
export type ApiKeyEvent = Extract<EventKind, `apiKey${string}`>;

/** What keeps an account from being strong. */
export const shortcomings = [
  'secondFactor',
  'guards',
  'recoveryCodes',
  'tradePassword',
  'phishingCode',
] as const;
export type Shortcoming = (typeof shortcomings)[number];

/** An IBAN, a card or another number of an account; '' takes it away. */
const bankNumber = z
  .string({ error: missingOr('text') })
  .transform(plainBankNumber)
  .superRefine((number, { addIssue }) => {
    const fault = faultOfBankNumber(number);
    if (fault !== null) addIssue(fault);
  });

const pin = z.string({ error: missingOr('tradePassword') }).regex(/^[0-9]{6}$/, 'tradePassword');
const pinPair = { password: pin, passwordAgain: pin };

const restrictionView = z.strictObject({
  restrictionId: z.int(),
  kind: z.enum(restrictionKinds),
  reason: z.string(),
  createdAt: z.int(),
  /** Null: until it is lifted. */
  expiresAt: z.int().nullable(),
  /** The owner can lift it. */
  liftable: z.boolean(),
});

const eventView = z.strictObject({
  eventId: z.int(),
  at: z.int(),
  kind: z.enum(eventKinds),
  detail: z.string(),
  network: z.string(),
  place: z.string(),
  userAgent: z.string(),
});

const kept = z.strictObject({
  /** `balances`: what the account holds; `law`: records that law keeps. */
  reason: z.enum(['balances', 'law']),
  until: z.int().nullable(),
});

/** A request for deletion. */
const deletion = z.strictObject({
  requestedAt: z.int(),
  /** Until then it can be withdrawn; what no law keeps is erased after it. */
  closesAt: z.int(),
  keptBy: z.array(kept),
});

/** The account log ends here: an older page is asked for by `before`. */
const LOG_MAX = 500;

export const securityCalls = defineCalls({
  getSecurity: {
    method: 'GET',
    auth: 'user',
    summary: 'What secures this account, what is missing, and what limits it.',
    input: z.strictObject({}),
    output: z.strictObject({
      level: z.enum(['strong', 'weak', 'dangerous']),
      missing: z.array(z.enum(shortcomings)),
      guards,
      factors: z.array(
        z.strictObject({
          kind: z.enum(factorKinds),
          factorId: z.string(),
          name: z.string(),
          createdAt: z.int(),
          lastUsedAt: z.int().nullable(),
        }),
      ),
      recoveryCodes: z.int(),
      tradePassword: z.boolean(),
      phishingCode: z.string(),
      questions: z.array(z.int()),
      wallets: z.array(
        z.strictObject({ address: z.string(), name: z.string(), createdAt: z.int() }),
      ),
      restrictions: z.array(restrictionView),
      /** Nobody can withdraw, why, and until when. */
      withdrawalStop: z.strictObject({ reason: z.string(), until: z.int() }).nullable(),
      deletion: deletion.nullable(),
    }),
    refusals: ['accountNeeded'],
  },
  hasTpassword: {
    method: 'GET',
    auth: 'user',
    summary: 'Whether a trade password is set, and whether wrong ones have locked it.',
    input: z.strictObject({}),
    output: z.strictObject({ has: z.boolean(), locked: z.boolean(), waitMs: z.int() }),
    refusals: ['accountNeeded'],
  },
  saveTpwd: {
    method: 'POST',
    auth: 'user',
    summary: 'Sets the trade password, six digits.',
    input: z
      .strictObject({ ...pinPair, ...stepUpField })
      .refine(equalPasswords.check, equalPasswords.params),
    output: done,
    refusals: secured('tradePasswordSet'),
  },
  updateTpassword: {
    method: 'POST',
    auth: 'user',
    summary: 'Changes the trade password by the old one, or, forgotten, by a step-up alone.',
    input: z
      .strictObject({ oldPassword: pin.optional(), ...pinPair, ...stepUpField })
      .refine(equalPasswords.check, equalPasswords.params),
    output: done,
    refusals: secured('tradePasswordNeeded', 'tradePasswordWrong', 'tradePasswordLocked'),
  },
  updateInfo: {
    method: 'POST',
    auth: 'user',
    summary:
      'Changes the name that the account shows, or where the person is paid: that takes a step-up.',
    input: z
      .strictObject({
        name: text(1, 80).optional(),
        bank_name: text(0, 70).optional(),
        bank_number: bankNumber.optional(),
        alipay_account: text(0, 64).optional(),
        weixin_nickname: text(0, 64).optional(),
        weixin_account: text(0, 64).optional(),
        ...stepUpField,
      })
      .refine(
        ({ stepUp: _, ...fields }) => Object.values(fields).some((field) => field !== undefined),
        { path: ['name'], error: 'required' },
      ),
    output: done,
    refusals: secured(),
  },
  bindemail: {
    method: 'POST',
    auth: 'user',
    summary: 'Binds another e-mail address, proved by a code that was sent to it.',
    input: z.strictObject({ account, ...codeProof, ...stepUpField }),
    output: done,
    refusals: secured('codeWrong'),
  },
  bindphone: {
    method: 'POST',
    auth: 'user',
    summary: 'Binds another phone, proved by a code that was sent to it.',
    input: z.strictObject({ account, country, ...codeProof, ...stepUpField }),
    output: done,
    refusals: secured('phoneUnavailable', 'codeWrong'),
  },
  setSecQuestion: {
    method: 'POST',
    getAlias: true,
    auth: 'user',
    summary: 'Keeps the answer to a security question, which opens nothing.',
    input: z.strictObject({ question: integer(1, 3), answer: text(1, 100), ...stepUpField }),
    output: done,
    refusals: secured(),
  },
  setPhishingCode: {
    method: 'POST',
    auth: 'user',
    summary: 'Sets the word that every message to this person repeats.',
    input: z.strictObject({ phishingCode: text(4, 20), ...stepUpField }),
    output: done,
    refusals: secured(),
  },
  lockSettings: {
    method: 'POST',
    auth: 'user',
    summary: 'Lets nobody change the security of this account for 1 to 30 days; final.',
    input: z.strictObject({ days: integer(1, LOCK_DAYS_MAX), ...stepUpField }),
    output: z.strictObject({ expiresAt: z.int() }),
    refusals: secured(),
  },
  freezeAccount: {
    method: 'POST',
    auth: 'user',
    summary: 'Stops withdrawals until the person lifts it.',
    input: z.strictObject({}),
    output: done,
    refusals: ['accountNeeded'],
  },
  unfreezeAccount: {
    method: 'POST',
    auth: 'user',
    summary: 'Lifts the freezes that the person has set.',
    input: z.strictObject({ ...stepUpField }),
    output: z.strictObject({ lifted: z.int() }),
    refusals: ['accountNeeded', 'stepUpNeeded', 'stepUpWrong'],
  },
  notMe: {
    method: 'POST',
    auth: 'visitor',
    limit: 'link',
    summary: 'By the link of a message: stops withdrawals and ends all sessions.',
    input: z.strictObject({ link: z.string({ error: missingOr('text') }).max(200, 'tooLong') }),
    output: done,
    refusals: ['linkWrong'],
  },
  getAccountLog: {
    method: 'GET',
    auth: 'user',
    summary: 'Everything that happened to this account, the latest first.',
    input: z.strictObject({
      kind: oneOf(...eventKinds).optional(),
      before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
      ...timeRange,
      limit: limit(50, LOG_MAX),
    }),
    output: z.strictObject({ events: z.array(eventView) }),
    refusals: ['accountNeeded'],
  },
  exportMyData: {
    method: 'POST',
    auth: 'user',
    limit: 'dataExport',
    summary: 'Whatever is stored about this person, as JSON.',
    input: z.strictObject({ ...stepUpField }),
    output: z.strictObject({ madeAt: instant, data: z.record(z.string(), z.unknown()) }),
    refusals: ['accountNeeded', 'stepUpNeeded', 'stepUpWrong'],
  },
  requestDeletion: {
    method: 'POST',
    auth: 'user',
    summary: 'Asks for the deletion of the account; says what keeps it, and until when.',
    input: z.strictObject({ ...stepUpField }),
    output: deletion,
    refusals: secured(),
  },
  withdrawDeletion: {
    method: 'POST',
    auth: 'user',
    summary: 'Takes the request for deletion back.',
    input: z.strictObject({}),
    output: done,
    refusals: ['accountNeeded'],
  },
});

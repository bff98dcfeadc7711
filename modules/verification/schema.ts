import { defineCalls } from '@assay/core/schema/call';
import { id, integer, missingOr, oneOf, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { z } from 'zod';
import {
  ADDRESS_MAX,
  FIELDS,
  isDay,
  LEVELS,
  NAME_MAX,
  NUMBER_MAX,
  normalNumber,
  PHOTO_BELOW_BYTES,
  PHOTO_TYPES,
  REASONS,
  SLOTS,
  STATUSES,
} from './rules.ts';

/** What is published: no names and no numbers of documents. */
export type VerificationFact =
  | { readonly fact: 'verificationSubmitted'; readonly userId: number; readonly level: string }
  | {
      readonly fact: 'verificationDecided';
      readonly userId: number;
      readonly level: string;
      readonly approved: boolean;
    }
  | {
      /** By a document that has run out, or by two of staff whom its owner has asked. */
      readonly fact: 'verificationExpired' | 'verificationReopened';
      readonly userId: number;
      readonly level: string;
    };

const country = z
  .string({ error: missingOr('nationality') })
  .min(1, 'nationality')
  .regex(/^[A-Z]{2}$/, 'country');

const emptyAs = (key: string, max: number) => text(0, max).refine((value) => value.length > 0, key);

const number = emptyAs('documentNumber', NUMBER_MAX).refine(
  (value) => normalNumber(value) !== null,
  'documentNumberShape',
);

const day = z
  .string({ error: missingOr('day') })
  .regex(/^(?:19|20)\d\d-\d\d-\d\d$/, 'day')
  .refine(isDay, 'day');

const status = z.enum(STATUSES);
const level = z.enum(LEVELS);
const slot = z.enum(SLOTS);
export const fieldReason = z.strictObject({ field: z.enum(FIELDS), reason: z.enum(REASONS) });
const done = z.strictObject({});

const photoView = z.strictObject({
  slot,
  width: z.int(),
  height: z.int(),
  size: z.int(),
  sentAt: z.int(),
});

/** A person's own case: the number masked, because it is known to them. */
const caseView = z.strictObject({
  level,
  status,
  country: z.string(),
  type: z.int(),
  name: z.string(),
  number: z.string(),
  address: z.string(),
  expiresOn: z.string().nullable(),
  submittedAt: z.int(),
  /** When it is decided at the latest; null once it is. */
  deadlineAt: z.int().nullable(),
  decidedAt: z.int().nullable(),
  reasons: z.array(fieldReason),
  /** Pictures of a refused case that nothing was objected to: they need not be sent again. */
  reusable: z.array(slot),
  /** While it is under review: where an outside provider checks it, and whether it has. */
  outside: z.strictObject({ host: z.string(), url: z.string(), checked: z.boolean() }).nullable(),
});
export type CaseView = z.infer<typeof caseView>;

const levels = z.strictObject({ junior: status, senior: status, address: status });

export const limits = {
  verificationUpload: {
    account: [{ max: 30, ms: HOUR }],
    network: [{ max: 60, ms: HOUR }],
    members: [{ max: 300, ms: HOUR }],
  },
  /** Of levels that were accepted: a mistake in a form costs none. */
  verificationSubmit: {
    account: [
      { max: 5, ms: HOUR },
      { max: 10, ms: DAY },
    ],
  },
  verificationEvent: { network: [{ max: 600, ms: MINUTE }] },
} as const satisfies LimitTable;

const claimRefusals = ['caseUnknown', 'caseDecided', 'claimedByOther'] as const;
/** A staff call that needs the case to be claimed by whoever makes it. */
const workRefusals = ['caseUnknown', 'caseDecided', 'notClaimed'] as const;

const queueRow = z.strictObject({
  caseId: z.int(),
  level,
  country: z.string(),
  type: z.int(),
  submittedAt: z.int(),
  deadlineAt: z.int(),
  tries: z.int(),
  claimedBy: z.string().nullable(),
  claimedByMe: z.boolean(),
  /** A refusal waits for a second person. */
  proposed: z.boolean(),
});

const likeView = z.strictObject({
  caseId: z.int(),
  userId: z.int(),
  because: z.enum(['number', 'picture']),
  slot: slot.nullable(),
});

const logView = z.strictObject({
  kind: z.string(),
  by: z.string(),
  detail: z.string(),
  at: z.int(),
});

const staffCase = z.strictObject({
  ...caseView.omit({ number: true, reusable: true, outside: true }).shape,
  caseId: z.int(),
  userId: z.int(),
  number: z.string(),
  photos: z.array(photoView),
  /** The refusal that waits for a second person, as the proposals name it. */
  proposalId: z.string().nullable(),
  claimedUntil: z.int(),
  likes: z.array(likeView),
  earlier: z.array(
    z.strictObject({
      caseId: z.int(),
      status,
      submittedAt: z.int(),
      decidedAt: z.int().nullable(),
      reasons: z.array(fieldReason),
    }),
  ),
  log: z.array(logView),
  /** What an outside provider found, the latest first. */
  checks: z.array(
    z.strictObject({
      result: z.enum(['passed', 'refused']),
      reasons: z.array(fieldReason),
      /** Whether it saw the document of the case; null when it does not say. */
      agrees: z.boolean().nullable(),
      occurredAt: z.int(),
    }),
  ),
});
export type StaffCase = z.infer<typeof staffCase>;

export const calls = defineCalls({
  getIdcardType: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Kinds of documents, and which of them are on the short list.',
    input: z.strictObject({}),
    output: z.strictObject({
      types: z.array(z.strictObject({ id: z.int(), key: z.string(), short: z.boolean() })),
    }),
    refusals: [],
  },
  has_renzheng: {
    method: 'GET',
    auth: 'user',
    summary: 'How far each level of verification is, and by which rules of a country.',
    input: z.strictObject({}),
    output: z.strictObject({
      ...levels.shape,
      policy: z.strictObject({
        preset: z.string(),
        reason: z.enum(['country', 'trial', 'operator']),
        warnings: z.array(z.string()),
      }),
    }),
    refusals: [],
  },
  idcardinfo: {
    method: 'GET',
    auth: 'user',
    summary: 'What was sent for each level, with reasons where it was refused.',
    input: z.strictObject({}),
    output: z.strictObject({ cases: z.array(caseView), drafts: z.array(photoView) }),
    refusals: [],
  },
  setNameAuth: {
    method: 'POST',
    auth: 'user',
    summary:
      'Submits junior verification: nationality, kind and number of a document, and the name.',
    input: z.strictObject({
      country,
      type: integer(1, 5),
      name: emptyAs('realName', NAME_MAX),
      number,
    }),
    output: done,
    refusals: ['virtualAccount', 'juniorFirst', 'underReview', 'alreadyVerified'],
  },
  userIdCard: {
    method: 'POST',
    auth: 'user',
    summary:
      'Submits senior verification: the pictures that were sent before, of the same document.',
    input: z.strictObject({ expiresOn: day.optional() }),
    output: done,
    refusals: ['virtualAccount', 'juniorFirst', 'underReview', 'alreadyVerified'],
  },
  setAddressAuth: {
    method: 'POST',
    auth: 'user',
    summary: 'Submits address verification: the address, and the bill that was sent before.',
    input: z.strictObject({ address: emptyAs('addressText', ADDRESS_MAX) }),
    output: done,
    refusals: ['virtualAccount', 'juniorFirst', 'underReview', 'alreadyVerified'],
  },
  uploadVerificationPhoto: {
    method: 'POST',
    auth: 'user',
    limit: 'verificationUpload',
    upload: { types: PHOTO_TYPES, belowBytes: PHOTO_BELOW_BYTES },
    summary:
      'Sends one picture, the whole body, in place of an earlier one that was not submitted.',
    input: z.strictObject({ slot: oneOf(...SLOTS), fileName: text(1, 255) }),
    output: photoView,
    refusals: ['virtualAccount', 'notNow', 'quotaObjects', 'quotaBytes', 'quotaEverybody'],
  },
  removeVerificationPhoto: {
    method: 'POST',
    auth: 'user',
    summary: 'Destroys a picture that was sent and not submitted.',
    input: z.strictObject({ slot: oneOf(...SLOTS) }),
    output: done,
    refusals: [],
  },
  getVerificationViews: {
    method: 'GET',
    auth: 'user',
    summary: 'Who looked at the documents of this person, when and why.',
    input: z.strictObject({}),
    output: z.strictObject({
      views: z.array(
        z.strictObject({
          slot: z.string(),
          level,
          by: z.string(),
          reason: z.string(),
          at: z.int(),
        }),
      ),
    }),
    refusals: [],
  },
  getVerificationQueue: {
    method: 'GET',
    auth: 'operator',
    right: 'verification.read',
    summary: 'Cases that wait for a decision, the earliest deadline first.',
    input: z.strictObject({}),
    output: z.strictObject({ cases: z.array(queueRow), waiting: z.int() }),
    refusals: [],
  },
  claimVerification: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.claim',
    summary: 'Takes a case, which nobody else can work on meanwhile; for half an hour at a time.',
    input: z.strictObject({ caseId: id }),
    output: z.strictObject({ claimedUntil: z.int() }),
    refusals: claimRefusals,
  },
  releaseVerification: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.claim',
    summary: 'Gives a claimed case back.',
    input: z.strictObject({ caseId: id }),
    output: done,
    refusals: workRefusals,
  },
  getVerificationCase: {
    method: 'GET',
    auth: 'operator',
    right: 'verification.claim',
    summary: 'A claimed case with its data, earlier tries and others that are alike; recorded.',
    input: z.strictObject({ caseId: id }),
    output: staffCase,
    refusals: workRefusals,
  },
  getDocumentTicket: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.open',
    summary:
      'A ticket for one picture of a claimed case, valid once, for a minute; for who confirms ' +
      'refusals only while one waits for a signature.',
    input: z.strictObject({
      caseId: id,
      slot: oneOf(...SLOTS),
      reason: oneOf('review', 'secondLook', 'appeal'),
    }),
    output: z.strictObject({ ticket: z.string() }),
    refusals: [...workRefusals, 'nothingToSign', 'pictureGone'],
  },
  openDocument: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.open',
    summary: 'The picture of a ticket, marked with who looks and when; shown to its owner.',
    input: z.strictObject({ ticket: text(43, 43) }),
    output: z.never(),
    refusals: ['ticketUnknown', 'pictureGone', 'nothingToSign'],
  },
  approveVerification: {
    method: 'POST',
    auth: 'operator',
    right: 'verification.decide',
    summary: 'Approves a claimed case; what was approved cannot be changed.',
    input: z.strictObject({ caseId: id }),
    output: done,
    refusals: [...workRefusals, 'ownMatter', 'documentInUse'],
  },
});

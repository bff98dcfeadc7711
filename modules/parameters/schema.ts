import { defineCalls } from '@assay/core/schema/call';
import { instant, integer, oneOf, text } from '@assay/core/schema/fields';
import { z } from 'zod';
import { PARAMETER_NAMES, UNITS } from './rules/index.ts';

const SUBJECT_MAX = 64;

/** The body of the command by which two people change a parameter. */
export const changeParameter = z.strictObject({
  parameter: oneOf(...PARAMETER_NAMES),
  subject: text(0, SUBJECT_MAX).default(''),
  value: integer(0, Number.MAX_SAFE_INTEGER),
  /** Null: as soon as its notice allows. */
  takesEffectAt: instant.nullable().default(null),
});

/** The body of the command by which two people withdraw what was announced. */
export const withdrawChange = z.strictObject({
  versionId: integer(1, Number.MAX_SAFE_INTEGER),
  /** What the version says, so that whoever signs reads what is withdrawn. */
  parameter: oneOf(...PARAMETER_NAMES),
  subject: text(0, SUBJECT_MAX).default(''),
  value: integer(0, Number.MAX_SAFE_INTEGER),
});

const changeView = z.strictObject({
  versionId: z.int(),
  parameter: z.enum(PARAMETER_NAMES),
  subject: z.string(),
  before: z.int(),
  value: z.int(),
  unit: z.enum(UNITS),
  reason: z.string(),
  publishedAt: z.int(),
  takesEffectAt: z.int(),
  /** Customers are worse off by it, so that it was announced before. */
  against: z.boolean(),
  /** It was withdrawn before it took effect, and never did. */
  withdrawn: z.strictObject({ at: z.int(), reason: z.string() }).nullable(),
});
export type ChangeView = z.infer<typeof changeView>;

const parameterView = z.strictObject({
  parameter: z.enum(PARAMETER_NAMES),
  subject: z.string(),
  unit: z.enum(UNITS),
  present: z.int(),
  least: z.int(),
  most: z.int(),
  /** The direction of a change that is against customers, and how long that is announced. */
  against: z.enum(['rise', 'fall']),
  noticeMs: z.int(),
  announced: changeView.nullable(),
  /** What was changed, the latest first. */
  history: z.array(changeView.extend({ signers: z.array(z.int()), withdrawnBy: z.array(z.int()) })),
});
export type ParameterView = z.infer<typeof parameterView>;

/** Markets whose terms are published: contracts, and up/down options. */
export const TERMS_KINDS = ['contract', 'option'] as const;
export type TermsKindName = (typeof TERMS_KINDS)[number];

const FIELD_MAX = 40;
/** The dates of nights of some years are the longest. */
const VALUE_MAX = 2_000;
const termValue = z.union([
  z.string().max(VALUE_MAX),
  z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
]);
const termChange = z.strictObject({
  field: text(1, FIELD_MAX),
  /** What holds now: whoever signs reads it, and it must still hold then. */
  before: termValue,
  after: termValue,
});

/** The body of the command by which two people change terms of a market. */
export const changeTerms = z.strictObject({
  kind: oneOf(...TERMS_KINDS),
  subject: text(1, SUBJECT_MAX),
  changes: z.array(termChange).min(1).max(FIELD_MAX),
});

/** The body of the command by which two people withdraw terms that are announced. */
export const withdrawTerms = z.strictObject({
  versionId: integer(1, Number.MAX_SAFE_INTEGER),
  kind: oneOf(...TERMS_KINDS),
  subject: text(1, SUBJECT_MAX),
});

const termsChangeView = z.strictObject({
  ...{ versionId: z.int(), kind: z.enum(TERMS_KINDS), subject: z.string() },
  changes: z.array(
    z.strictObject({
      field: z.string(),
      before: z.union([z.string(), z.int()]),
      after: z.union([z.string(), z.int()]),
    }),
  ),
  /** Somebody is worse off by it, so that it was announced before. */
  against: z.boolean(),
  ...{ reason: z.string(), publishedAt: z.int(), takesEffectAt: z.int() },
  /** It was withdrawn before it took effect, and never did. */
  withdrawn: z.strictObject({ at: z.int(), reason: z.string() }).nullable(),
});
export type TermsChangeView = z.infer<typeof termsChangeView>;

export const calls = defineCalls({
  getTermsChanges: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'Terms of contracts and options that the house has changed or announced, the latest first.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), changes: z.array(termsChangeView) }),
    refusals: [],
  },
  getParameterChanges: {
    method: 'GET',
    auth: 'visitor',
    summary: 'What the house has changed and what it has announced, the latest first.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), changes: z.array(changeView) }),
    refusals: [],
  },
  getParameters: {
    method: 'GET',
    auth: 'operator',
    right: 'parameters.read',
    summary: 'Every parameter with its value, bounds, notice, what is announced, and its history.',
    input: z.strictObject({}),
    output: z.strictObject({ at: z.int(), parameters: z.array(parameterView) }),
    refusals: [],
  },
});

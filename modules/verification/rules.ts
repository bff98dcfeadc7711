import { DAY, HOUR, MINUTE } from '@assay/core/time';

/** What a person can prove, in its order: who they are, by what document, and where they live. */
export const LEVELS = ['junior', 'senior', 'address'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * `none`: nothing was sent yet.
 * `expired`: the document has run out, or two of staff have ended it for a correction (it has
 * reasons then), and it must be proved again.
 */
export const STATUSES = ['none', 'review', 'approved', 'refused', 'expired'] as const;
export type Status = (typeof STATUSES)[number];

export type Levels = Readonly<Record<Level, Status>>;

/** Kinds of documents by their permanent numbers; most people have one of the short list. */
export const DOCUMENT_TYPES = [
  { id: 1, key: 'idCard', short: true },
  { id: 2, key: 'passport', short: true },
  { id: 3, key: 'driversLicence', short: false },
  { id: 4, key: 'residencePermit', short: false },
  { id: 5, key: 'other', short: true },
] as const;
export type DocumentKey = (typeof DOCUMENT_TYPES)[number]['key'];

/** What pictures show. */
export const SLOTS = ['front', 'back', 'signature', 'bill'] as const;
export type Slot = (typeof SLOTS)[number];

/** The pictures that each level needs. */
export const slotsOf: Readonly<Record<Level, readonly Slot[]>> = {
  junior: [],
  senior: ['front', 'back', 'signature'],
  address: ['bill'],
};

/** SPEC.md §9. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const;
export const PHOTO_BELOW_BYTES = 8 * 1024 * 1024;
export const NAME_MAX = 80;
export const NUMBER_MAX = 40;
export const ADDRESS_MAX = 300;
const NUMBER_MIN = 4;

/** Within this time staff decide, until they publish another; what is late is marked. */
export const DECIDE_WITHIN_MS = DAY;
/** A claim that is not used frees the case again. */
export const CLAIM_MS = 30 * MINUTE;
/** For how long a ticket for a picture is valid, once. */
export const TICKET_MS = MINUTE;
/** Second people have so long to decide on a refusal. */
export const PROPOSAL_MS = 72 * HOUR;
/** More reasons than a refusal can have. */
export const REASONS_MAX = 30;
/** Pictures that were never submitted, or were refused, are destroyed after that time. */
export const KEEP_REFUSED_MS = 30 * DAY;
/** Five years are typical of laws against money laundering. */
export const KEEP_APPROVED_MS = 5 * 365 * DAY;
/** Pictures that differ in so few of 256 bits may show one document. */
export const ALIKE_BITS = 20;

/** The fields of a case that a reason can be about. */
export const FIELDS = [
  'country',
  'type',
  'name',
  'number',
  'expiresOn',
  ...SLOTS,
  'address',
] as const;
export type Field = (typeof FIELDS)[number];

/** Why a field was not accepted. */
export const REASONS = [
  'unreadable',
  'cutOff',
  'edited',
  'differs',
  'outOfDate',
  'wrongDocument',
  'faceHidden',
  'otherFace',
  'signatureMissing',
  'nameMissing',
  'implausible',
  'inUse',
] as const;
export type Reason = (typeof REASONS)[number];

export interface FieldReason {
  readonly field: Field;
  readonly reason: Reason;
}

const TEXT_REASONS: readonly Reason[] = ['differs', 'implausible'];
const PICTURE_REASONS: readonly Reason[] = ['unreadable', 'cutOff', 'edited', 'wrongDocument'];

/** Which reasons can be about which field: a number cannot be cut off. */
export const reasonsOf: Readonly<Record<Field, readonly Reason[]>> = {
  country: TEXT_REASONS,
  type: TEXT_REASONS,
  name: TEXT_REASONS,
  number: [...TEXT_REASONS, 'inUse'],
  expiresOn: ['outOfDate', 'differs'],
  front: PICTURE_REASONS,
  back: PICTURE_REASONS,
  signature: [...PICTURE_REASONS, 'faceHidden', 'otherFace', 'signatureMissing'],
  bill: [...PICTURE_REASONS, 'outOfDate', 'nameMissing'],
  address: TEXT_REASONS,
};

/** The fields of each level that staff can object to. */
export const fieldsOf: Readonly<Record<Level, readonly Field[]>> = {
  junior: ['country', 'type', 'name', 'number'],
  senior: ['country', 'type', 'name', 'number', 'expiresOn', ...slotsOf.senior],
  address: ['address', ...slotsOf.address],
};

/** The reasons in the body of a prepared refusal; what is none is left out. */
export function reasonsIn({ reasons }: { readonly reasons?: unknown }): FieldReason[] {
  return Array.isArray(reasons) ? reasons.filter(isFieldReason) : [];
}

function isFieldReason(one: Partial<FieldReason> | null): one is FieldReason {
  return (
    FIELDS.some((field) => field === one?.field) && REASONS.some((reason) => reason === one?.reason)
  );
}

/** Whether these are reasons that this level can be refused for: at least one, each known, once. */
export function areReasons(level: Level, reasons: readonly FieldReason[]): boolean {
  const keys = reasons.map(({ field, reason }) => `${field} ${reason}`);
  return (
    reasons.length > 0 &&
    new Set(keys).size === keys.length &&
    reasons.every(
      ({ field, reason }) => fieldsOf[level].includes(field) && reasonsOf[field].includes(reason),
    )
  );
}

/** Why a level cannot be submitted now, in the order in which it is checked; null when it can. */
export type SubmitRefusal = 'juniorFirst' | 'underReview' | 'alreadyVerified';

export function refuseSubmit(level: Level, levels: Levels): SubmitRefusal | null {
  if (level !== 'junior' && levels.junior !== 'approved') return 'juniorFirst';
  if (levels[level] === 'review') return 'underReview';
  if (levels[level] === 'approved') return 'alreadyVerified';
  return null;
}

/** Whether pictures of a slot can be sent now. */
export function takesPhotos(slot: Slot, levels: Levels): boolean {
  const level = slotsOf.address.includes(slot) ? 'address' : 'senior';
  return refuseSubmit(level, levels) === null;
}

/** The form in which numbers of documents are compared; null when it is none. */
export function normalNumber(written: string): string | null {
  const plain = written
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-./]/g, '');
  return /^[\p{L}\p{N}]+$/u.test(plain) && plain.length >= NUMBER_MIN ? plain : null;
}

/** A number as its owner sees it again: the last three characters. */
export function maskNumber(number: string): string {
  return `•••${number.slice(-3)}`;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text such as 2030-12-31 is a day of the calendar. */
export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const most = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= most;
}

import { MAX_FEE_PPM } from '@assay/core/order/market';
import { DAY, HOUR } from '@assay/core/time';

/** What a parameter is of: each market has its own, or the house has one. */
export type Scope = 'market' | 'house';

export interface ParameterSpec {
  readonly of: Scope;
  readonly unit: 'ppm' | 'hours';
  /** Both included. */
  readonly least: number;
  readonly most: number;
  /** The direction of a change that is against customers. */
  readonly against: 'rise' | 'fall';
  /** How long a change against customers is announced before it takes effect. */
  readonly noticeMs: number;
}

/** Integrity reference §2.11: a day for what is tightened, none in the customer's favour. */
const NOTICE_MS = DAY;

/** What staff can change, by two people. Whatever is not here changes with the software alone. */
export const PARAMETERS = {
  makerFee: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: MAX_FEE_PPM },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  takerFee: {
    ...{ of: 'market', unit: 'ppm', least: 0, most: MAX_FEE_PPM },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
  /** Within this time staff decide on what somebody sent to be verified; §3.8 allows three days. */
  verificationHours: {
    ...{ of: 'house', unit: 'hours', least: 1, most: 72 },
    ...{ against: 'rise', noticeMs: NOTICE_MS },
  },
} as const satisfies Record<string, ParameterSpec>;

export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as [ParameterName, ...ParameterName[]];

/** The furthest that a change can be announced ahead. */
export const AHEAD_MAX_MS = 90 * DAY;
/** A prepared change that nobody decides on ends after this time. */
export const PROPOSAL_MS = 72 * HOUR;

/** A published change. */
export interface Version {
  readonly versionId: number;
  readonly parameter: ParameterName;
  readonly subject: string;
  readonly value: number;
  readonly before: number;
  readonly reason: string;
  readonly signers: readonly number[];
  readonly publishedAt: number;
  readonly takesEffectAt: number;
}

/** A change as it is proposed; `takesEffectAt` null: as soon as its notice allows. */
export interface Change {
  readonly parameter: ParameterName;
  readonly subject: string;
  readonly value: number;
  readonly takesEffectAt: number | null;
}

/** Whether customers are worse off by it. */
export function isAgainst({ against }: ParameterSpec, before: number, value: number): boolean {
  return against === 'rise' ? value > before : value < before;
}

/** The first instant at which a change may take effect that is published now. */
export function earliest(spec: ParameterSpec, before: number, value: number, now: number): number {
  return isAgainst(spec, before, value) ? now + spec.noticeMs : now;
}

/** The version that holds at an instant; null: what the software came with. */
export function versionAt(versions: readonly Version[], at: number): Version | null {
  let found: Version | null = null;
  for (const version of versions) {
    if (version.takesEffectAt > at) continue;
    if (found === null || comesAfter(version, found)) found = version;
  }
  return found;
}

/** Those that are published and do not hold yet, the earliest first. */
export function announcedAt(versions: readonly Version[], at: number): Version[] {
  return versions.filter(({ takesEffectAt }) => takesEffectAt > at).sort(byEffect);
}

/** Why a change cannot be, in the order in which it is checked. */
export const CHANGE_REFUSALS = [
  'unknownSubject',
  'outOfBounds',
  /** Another change of it is announced and has not taken effect. */
  'alreadyAnnounced',
  'unchanged',
  /** It would take effect before its notice is over. */
  'noticeTooShort',
  'tooFarAhead',
] as const;
export type ChangeRefusal = (typeof CHANGE_REFUSALS)[number];

/** What a change meets: the value now, null where there is no such subject, and its versions. */
export interface Known {
  readonly present: number | null;
  readonly versions: readonly Version[];
}

export function refuseChange(
  { parameter, value, takesEffectAt }: Change,
  { present, versions }: Known,
  now: number,
): ChangeRefusal | null {
  const spec: ParameterSpec = PARAMETERS[parameter];
  if (present === null) return 'unknownSubject';
  if (value < spec.least || value > spec.most) return 'outOfBounds';
  if (announcedAt(versions, now).length > 0) return 'alreadyAnnounced';
  if (value === present) return 'unchanged';
  if (takesEffectAt === null) return null;
  if (takesEffectAt < earliest(spec, present, value, now)) return 'noticeTooShort';
  return takesEffectAt > now + AHEAD_MAX_MS ? 'tooFarAhead' : null;
}

const comesAfter = (one: Version, other: Version) => byEffect(one, other) > 0;

function byEffect(one: Version, other: Version): number {
  return one.takesEffectAt - other.takesEffectAt || one.versionId - other.versionId;
}

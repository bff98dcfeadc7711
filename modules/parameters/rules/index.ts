import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { PARAMETERS, type ParameterName, type ParameterSpec } from './specs.ts';

export {
  type HouseParameter,
  type MarketParameter,
  NOTICE_MS,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type ParameterSpec,
  type PolicyParameter,
  type Scope,
  STAGES,
  UNITS,
  type Unit,
} from './specs.ts';

/** The furthest that a change can be announced ahead. */
export const AHEAD_MAX_MS = 90 * DAY;
/** A prepared change that nobody decides on ends after this time. */
export const PROPOSAL_MS = 72 * HOUR;
/**
 * So long before its moment a change can be withdrawn: engines take it at that moment, whatever is
 * being written then.
 */
export const WITHDRAW_UNTIL_MS = MINUTE;

/** What was published once: when, by whom, why, and from when on it holds. */
export interface Published {
  readonly versionId: number;
  readonly subject: string;
  readonly reason: string;
  readonly signers: readonly number[];
  readonly publishedAt: number;
  readonly takesEffectAt: number;
  /** It never took effect; null for all others. */
  readonly withdrawn: Withdrawal | null;
}

/** A published change. */
export interface Version extends Published {
  readonly parameter: ParameterName;
  readonly value: number;
  readonly before: number;
}

export interface Withdrawal {
  readonly at: number;
  readonly reason: string;
  readonly signers: readonly number[];
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
export function versionAt<V extends Published>(versions: readonly V[], at: number): V | null {
  let found: V | null = null;
  for (const version of versions) {
    if (version.withdrawn !== null || version.takesEffectAt > at) continue;
    if (found === null || comesAfter(version, found)) found = version;
  }
  return found;
}

/** Those that have taken effect, in the order in which they did. */
export function effectiveAt<V extends Published>(versions: readonly V[], at: number): V[] {
  return versions
    .filter(({ takesEffectAt, withdrawn }) => withdrawn === null && takesEffectAt <= at)
    .sort(byEffect);
}

/** Those that are published and do not hold yet, the earliest first. */
export function announcedAt<V extends Published>(versions: readonly V[], at: number): V[] {
  return versions
    .filter(({ takesEffectAt, withdrawn }) => withdrawn === null && takesEffectAt > at)
    .sort(byEffect);
}

/** Why a change cannot be withdrawn, in the order in which it is checked. */
export const WITHDRAWAL_REFUSALS = ['unknownChange', 'alreadyWithdrawn', 'tooLate'] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

export function refuseWithdrawal(
  version: Pick<Published, 'withdrawn' | 'takesEffectAt'> | undefined,
  now: number,
): WithdrawalRefusal | null {
  if (version === undefined) return 'unknownChange';
  if (version.withdrawn !== null) return 'alreadyWithdrawn';
  return version.takesEffectAt - now < WITHDRAW_UNTIL_MS ? 'tooLate' : null;
}

/** Why a change cannot be, in the order in which it is checked. */
export const CHANGE_REFUSALS = [
  'unknownSubject',
  'outOfBounds',
  /** Another change of it is announced and has not taken effect. */
  'alreadyAnnounced',
  'unchanged',
  /** What holds now stays for good. */
  'final',
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
  if (present === spec.final) return 'final';
  if (takesEffectAt === null) return null;
  if (takesEffectAt < earliest(spec, present, value, now)) return 'noticeTooShort';
  return takesEffectAt > now + AHEAD_MAX_MS ? 'tooFarAhead' : null;
}

const comesAfter = (one: Published, other: Published) => byEffect(one, other) > 0;

function byEffect(one: Published, other: Published): number {
  return one.takesEffectAt - other.takesEffectAt || one.versionId - other.versionId;
}

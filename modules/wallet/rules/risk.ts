import { larger } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';

/** What a request is compared with. */
export interface RiskInput {
  readonly now: number;
  readonly amount: bigint;
  /** When the address was added, and how often it was paid. */
  readonly addedAt: number;
  readonly paidBefore: number;
  /** When this browser was first there; null for the one with which the account began. */
  readonly deviceSince: number | null;
  /** Amounts of the asset that were paid before, the latest first; a few dozen are enough. */
  readonly before: readonly bigint[];
  /** What came in during the last day, of any asset, at its worth in the asset of the amount. */
  readonly depositedToday: bigint;
  /** Whether this person was there before at this hour of the day; null: too little is known. */
  readonly isUsualHour: boolean | null;
  /** What leaves or left the house within a day of now, without returns, and what it holds. */
  readonly house: { readonly left: bigint; readonly holds: bigint };
}

/** What adds to a score, in a permanent order. */
export const RISKS = [
  'newAddress',
  'youngAddress',
  'newDevice',
  'firstWithdrawal',
  'largerThanBefore',
  'straightThrough',
  'unusualHour',
] as const;
export type RiskCode = (typeof RISKS)[number];

const POINTS: Readonly<Record<RiskCode, number>> = {
  newAddress: 15,
  youngAddress: 15,
  newDevice: 25,
  firstWithdrawal: 10,
  largerThanBefore: 25,
  straightThrough: 15,
  unusualHour: 10,
};

/** From here on one more looks at it than its amount asks for. */
export const RISK_LIMIT = 50;
/** An address is young so long, and a browser new. */
const YOUNG_MS = 7 * DAY;
const NEW_DEVICE_MS = 7 * DAY;
/** So many times the largest of before is a change of habits. */
const TIMES_LARGER = 3n;
/**
 * When so much of all that the house holds leaves within a day, two people decide on what follows.
 */
const OUTFLOW_PPM = 100_000n;

export interface Risk {
  readonly score: number;
  /** What counted, with its points: staff see them. */
  readonly inputs: readonly { readonly code: RiskCode; readonly points: number }[];
  /** The brake of the whole house: it looks at what leaves, not at this person. */
  readonly isOutflow: boolean;
}

/** A sum of what is unusual. It changes who decides, and never whether money may leave. */
export function riskOf(input: RiskInput): Risk {
  const { now, amount, before, house } = input;
  const largest = before.reduce(larger, 0n);
  const counts: Readonly<Record<RiskCode, boolean>> = {
    newAddress: input.paidBefore === 0,
    youngAddress: now - input.addedAt < YOUNG_MS,
    newDevice: input.deviceSince !== null && now - input.deviceSince < NEW_DEVICE_MS,
    firstWithdrawal: before.length === 0,
    largerThanBefore: before.length > 0 && amount > largest * TIMES_LARGER,
    straightThrough: input.depositedToday > 0n && amount * 2n > input.depositedToday,
    unusualHour: input.isUsualHour === false,
  };
  const inputs = RISKS.filter((code) => counts[code]).map((code) => ({
    code,
    points: POINTS[code],
  }));
  const score = inputs.reduce((sum, { points }) => sum + points, 0);
  return { score: Math.min(score, MOST), inputs, isOutflow: isOutflow(house, amount) };
}

/** Whether this amount takes what leaves within a day above what the house lets go unseen. */
export function isOutflow({ left, holds }: RiskInput['house'], amount: bigint): boolean {
  return (left + amount) * 1_000_000n > holds * OUTFLOW_PPM;
}

const MOST = 100;

/** Whether an hour of the day is near to one at which somebody was there before. */
export function isUsualHour(hours: readonly number[], hour: number): boolean | null {
  if (hours.length < HOURS_NEEDED) return null;
  return hours.some(
    (one) => Math.min((one - hour + 24) % 24, (hour - one + 24) % 24) <= NEAR_HOURS,
  );
}

/** Of fewer visits nothing follows. */
const HOURS_NEEDED = 10;
const NEAR_HOURS = 2;

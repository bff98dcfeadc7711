import { DAY } from '@assay/core/time';

/**
 * The credit score: a published sum of whole points, of which each input is shown. It may only
 * improve terms; nothing that lets money out reads it (integrity reference §3.8).
 */

/** What is known of a person at the moment of the assessment. */
export interface CreditInputs {
  readonly createdAt: number;
  readonly verified: 'none' | 'junior' | 'senior';
  readonly hasAddress: boolean;
  readonly hasTradePassword: boolean;
  readonly hasEmail: boolean;
  /** Traded in the last thirty days, in units of 1e-8 USDT. */
  readonly volume: bigint;
}

export const CREDIT_PARTS = ['age', 'verification', 'address', 'protection', 'volume'] as const;
export type CreditPart = (typeof CREDIT_PARTS)[number];

/** The most that each part brings: a thousand together. */
export const MOST_POINTS: Readonly<Record<CreditPart, number>> = {
  age: 300,
  verification: 300,
  address: 50,
  protection: 100,
  volume: 250,
};
export const MOST_SCORE = 1_000;

/** Two years of an account bring all points of its age. */
export const FULL_AGE_DAYS = 730;
/** So much of thirty days brings all points of volume: a point for each 1,000 USDT. */
export const VOLUME_OF_A_POINT = 1_000n * 10n ** 8n;
export const LEVEL_POINTS = { none: 0, junior: 200, senior: 300 } as const;
export const PROTECTION_POINTS = 50;

/** From these scores on. */
export const GRADES = { veryGood: 700, good: 400, basic: 0 } as const;
export type Grade = keyof typeof GRADES;

/** The points of each part; every division is rounded down. */
export function pointsOf(inputs: CreditInputs, now: number): Record<CreditPart, number> {
  const days = Math.max(0, Math.floor((now - inputs.createdAt) / DAY));
  const age = Math.floor((Math.min(days, FULL_AGE_DAYS) * MOST_POINTS.age) / FULL_AGE_DAYS);
  const traded = inputs.volume / VOLUME_OF_A_POINT;
  const most = BigInt(MOST_POINTS.volume);
  const protections = [inputs.hasTradePassword, inputs.hasEmail].filter((has) => has).length;
  return {
    age,
    verification: LEVEL_POINTS[inputs.verified],
    address: inputs.hasAddress ? MOST_POINTS.address : 0,
    protection: protections * PROTECTION_POINTS,
    volume: Number(traded < most ? traded : most),
  };
}

export const scoreOf = (points: Readonly<Record<CreditPart, number>>) =>
  CREDIT_PARTS.reduce((sum, part) => sum + points[part], 0);

export function gradeOf(score: number): Grade {
  if (score >= GRADES.veryGood) return 'veryGood';
  return score >= GRADES.good ? 'good' : 'basic';
}

import { isStaff, OWNER } from '@assay/core/ledger/owners';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type Ground, STEPS, type Step } from '../schema/commands.ts';
import type { OpenRow } from './open-withdrawals.ts';

const DIGEST = /^[0-9a-f]{64}$/;

/** The limit of a tier is applied by custody, which does not play people. */
export function mayApprove(ground: Ground, actor: number): boolean {
  if (ground === 'tier') return actor === OWNER.custody;
  return (ground === 'onePerson' || ground === 'twoPeople') && isStaff(actor);
}

export function isIn({ state }: OpenRow, step: Step): boolean {
  return (STEPS[step].from as readonly string[]).includes(state);
}

export function wrongState({ state }: OpenRow) {
  return { refusal: 'wrongState', detail: { state } } as const;
}

export function readAmount(text: string): bigint | null {
  const amount = parseDecimal(text, SCALE);
  return amount === 0n ? null : amount;
}

export function isDigest(text: unknown): boolean {
  return typeof text === 'string' && DIGEST.test(text);
}

/** Versions are counted from 1 and fit the column. */
export function isVersion(version: unknown): boolean {
  return Number.isSafeInteger(version) && (version as number) > 0 && (version as number) < 2 ** 31;
}

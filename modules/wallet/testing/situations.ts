import { type Rules, SHIPPED, termsOf, USDT } from '../rules/document.ts';
import type { Request, Situation } from '../rules/request.ts';
import type { Lot } from '../rules/turnover.ts';

/** Random histories of a property; `RULE_RUNS=10000` for its long form. */
export const RUNS = Number(process.env.RULE_RUNS ?? 1000);

/** The instant of a text as in ISO 8601. */
export const at = (text: string): number => Date.parse(text);

/** What a clock of a zone shows, by the shortest way there is. */
export function shown(zone: string, instant: number): string {
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
  return `${text}.${String(instant % 1000).padStart(3, '0')}`;
}

/** 2026-11-24 12:00 in Hong Kong, where requests may go from then on. */
export const NOON = 1_795_492_800_000;

export const usdt = (whole: number): bigint => BigInt(whole) * BigInt(USDT);

export const rules = (change: Partial<Rules> = {}): Rules => ({ ...SHIPPED, ...change });

export const lot = (id: number, whole: number, change: Partial<Lot> = {}): Lot => ({
  ...{ id, amount: usdt(whole), taken: 0n, returned: 0n, source: null },
  terms: termsOf([SHIPPED]),
  ...change,
});

const LONG_AGO = NOON - 30 * 86_400_000;

export const request = (whole: number, change: Partial<Request> = {}): Request => ({
  ...{ kind: 'ordinary', amount: usdt(whole), confirmedAt: LONG_AGO, isStrict: false },
  ...{ source: null, hasRecipient: true, hasProvider: true, notBefore: 0, lockedAt: null },
  ...change,
});

/** Somebody against whose withdrawals nothing speaks. */
export const situation = (change: Partial<Situation> = {}): Situation => ({
  now: NOON,
  present: termsOf([SHIPPED]),
  lots: [lot(1, 1000)],
  available: usdt(1000),
  held: 0n,
  unconfirmed: 0n,
  turnoverDone: usdt(1_000_000),
  ...{ accepted: [], lastExitAt: null, hasTradePassword: true, verified: 'senior' },
  ...{ isOffered: true, finest: 1n, limits: [], whitelistOnly: false, deviceSince: null },
  travel: { recipientFrom: usdt(1_000), providerFrom: null },
  risk: { score: 0, inputs: [], isOutflow: false },
  ...change,
});

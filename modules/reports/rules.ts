import { DAY } from '@assay/core/time';

/** What is counted of each UTC day, as a whole or of each market, asset or account. */
export const FIGURES = [
  /** People: who registered, who used a session, who was verified, conversations they began. */
  ...(['registered', 'active', 'verified', 'conversations'] as const),
  /** Orders that customers placed. */
  'orders',
  /** By market: the number of trades, and their value in the quote asset. */
  ...(['trades', 'volume'] as const),
  /** By asset: what house:fees received for fees. */
  'fees',
  /** By account and asset: what came in without what went out. */
  'moved',
  /** The last command of the day. */
  'lastCommand',
] as const;
export type Figure = (typeof FIGURES)[number];

/** A number of one day. Money in units of 1e-8. */
export interface FigureRow {
  readonly figure: Figure;
  /** Since 1970-01-01. */
  readonly day: number;
  /** A market, an asset, an account with its asset; empty for nothing. */
  readonly subject: string;
  readonly value: bigint;
}

/** The most days of one answer. */
export const DAYS_MAX = 366;
/** Where no first day is asked for. */
export const DAYS_USUAL = 30;

/** The UTC day of an instant. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

/** Who has an account, as a trial balance groups them: customers are one. */
export const CUSTOMERS = 'customers';

/** The subject of what an account moved. */
export const accountSubject = (owner: string, asset: string): string => `${owner} ${asset}`;

/** Owner and asset of such a subject. */
export function readSubject(subject: string): { readonly owner: string; readonly asset: string } {
  const at = subject.lastIndexOf(' ');
  return { owner: subject.slice(0, at), asset: subject.slice(at + 1) };
}

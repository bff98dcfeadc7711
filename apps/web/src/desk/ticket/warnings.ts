import type { WorstCase } from './worst-case.ts';

/** What is dangerous about an order, and is said even to people who are never asked otherwise. */
export interface Warnings {
  /** The book is thin: the order is expected to run far from the best price. */
  readonly thin: boolean;
  /** Its worst price is far from the market. */
  readonly worst: WorstCase | null;
  /** The market is beyond the trigger of the stop already. */
  readonly beyond: boolean;
}

export function isWarned({ thin, worst, beyond }: Warnings): boolean {
  return thin || worst !== null || beyond;
}

import type { Realm } from '@assay/core/ledger/realm';
import { BrokenInvariant } from '@assay/core/num/integer';
import { NoAnswer } from '../db/deadline.ts';
import { isOutOfSpace } from '../start-error.ts';
import { Deposed } from './store.ts';

export type EngineState = 'starting' | 'ready' | 'recovering' | 'halted' | 'stopped';

export interface EngineStatus {
  readonly realm: Realm;
  readonly state: EngineState;
  readonly epoch: number;
  readonly seq: number;
  readonly durableSeq: number;
  readonly head: string;
  readonly waiting: number;
  readonly batches: number;
  readonly lastCommitMs: number;
  /** How long the batch that is being written has waited for its commit; 0 without one. */
  readonly commitWaitsMs: number;
  /** Why the engine does not work now, in a sentence without secrets; '' when it works. */
  readonly trouble: string;
  /** What broke its invariant, for staff: it may name accounts and amounts. */
  readonly finding: string;
}

/** The engine cannot take the command now; nothing was decided. The same id may be sent again. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/**
 * The command was decided but its commit was not confirmed. Sending the same id again returns what
 * became of it.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** What the failure means, for people: without secrets, because `/health` shows it. */
export function troubleOf(error: unknown): string {
  if (error instanceof Deposed) return 'another server took the realm';
  if (error instanceof NoAnswer) return 'the database did not answer in time';
  if (error instanceof BrokenInvariant) return 'an invariant is broken';
  if (isOutOfSpace(error)) return 'the disk of the database is full';
  return 'the database failed';
}

import type { Realm } from '@assay/core/ledger/realm';

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
  /** Why it halted; else empty. */
  readonly reason: string;
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

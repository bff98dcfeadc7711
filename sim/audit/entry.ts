import type { Outcome } from '@assay/platform/engine/machine';

/** One command of the durable log. */
export interface Entry {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly actor: number;
  readonly id: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
  readonly hash: string;
}

/** One batch of the log. */
export interface LogBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly epoch: number;
  readonly entries: readonly Entry[];
}

import type { PersonalRecords } from '@assay/core/personal-records';
import { SECOND } from '@assay/core/time';
import type { CallSet } from '@assay/platform/http/route';
import { callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { proofCalls, proofStaffCalls } from '../schema/proofs.ts';
import { proofHandlers, proofStaffHandlers } from './calls.ts';
import { creditOf, proofCommands } from './decided.ts';
import { type ProofParts, viewOf } from './parts.ts';
import { eraseProofs, proofsOf, waitingProofs } from './store.ts';

export interface DepositProofs {
  readonly calls: readonly CallSet[];
  /** What two people decide, for who keeps that. */
  readonly decided: ReturnType<typeof proofCommands>;
  readonly job: Job;
  readonly personalRecords: PersonalRecords;
}

const STEP_EVERY_MS = 2 * SECOND;
const TOGETHER = 100;
const ALL = 10_000;

/** Proofs of deposits: pictures that speed support up, and credit nothing by themselves. */
export function createProofs(parts: ProofParts): DepositProofs {
  const { pool } = parts.database;
  return {
    calls: [
      callSet(proofCalls, proofHandlers(parts)),
      callSet(proofStaffCalls, proofStaffHandlers(parts)),
    ],
    decided: proofCommands(parts),
    job: {
      name: 'creditProofs',
      everyMs: STEP_EVERY_MS,
      run: async () => {
        for (const proof of await waitingProofs(pool, 'crediting', TOGETHER)) {
          await creditOf(parts, proof);
        }
      },
    },
    personalRecords: {
      read: async (userId) =>
        (await proofsOf(pool, userId, ALL)).map((proof) => viewOf(parts, proof)),
      erase: async (userId, now) => {
        await parts.files.shred(await eraseProofs(pool, userId), now);
      },
    },
  };
}

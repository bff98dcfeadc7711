import { defineApprovals } from '@assay/core/approval/policy';
import { id } from '@assay/core/schema/fields';
import type { PoolClient } from '@assay/platform/db/database';
import { z } from 'zod';
import { byStaff, decide, entryOf, settle } from './calls/staff.ts';
import type { Parts } from './parts.ts';
import { areReasons, type FieldReason, PROPOSAL_MS, REASONS_MAX } from './rules.ts';
import { fieldReason } from './schema.ts';
import * as cases from './store/cases.ts';
import { record } from './store/log.ts';

/** Commands that take two people: what is decided against a customer (decision 0014), or again. */
export interface VerificationCommands {
  refuseVerification: { readonly caseId: number; readonly reasons: readonly FieldReason[] };
  correctVerification: { readonly userId: number };
}

const byTwoOfVerification = {
  needs: 2,
  prepare: 'verification.decide',
  decide: 'verification.approve',
  expiresMs: PROPOSAL_MS,
} as const;

export const approvals = defineApprovals<VerificationCommands>({
  refuseVerification: byTwoOfVerification,
  correctVerification: byTwoOfVerification,
});

const refuseVerification = z.strictObject({
  caseId: id,
  reasons: z.array(fieldReason).min(1).max(REASONS_MAX),
});

/** A step of the keeper of proposals (modules/operators). */
interface Step {
  readonly proposalId: string;
  readonly digest: string;
  readonly operatorId: number;
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * Why a refusal cannot be prepared, in the order in which it is checked; whoever approves meets
 * the first three too.
 */
export type RefusalRefusal =
  | 'caseUnknown'
  | 'caseDecided'
  | 'notClaimed'
  | 'alreadyProposed'
  | 'reasonsUnfit';

/**
 * The refusal of a case as a command that one person prepares and another signs. Each of them has
 * claimed the case, and so has seen it: the claim goes back to the queue with the preparation.
 */
export function refusalCommand(parts: Parts) {
  return {
    read: (body: object) => refuseVerification.safeParse(body).data ?? null,
    customer: async (body: object, client: PoolClient) =>
      (await cases.findCase(client, refuseVerification.parse(body).caseId))?.userId ?? null,
    prepared: async (
      body: object,
      client: PoolClient,
      { proposalId, digest, operatorId, now, expiresAt }: Step,
    ): Promise<RefusalRefusal | null> => {
      const { caseId, reasons } = refuseVerification.parse(body);
      const one = await claimed(client, caseId, operatorId, now);
      if (typeof one === 'string') return one;
      if (one.proposalId !== null && one.proposedUntil > now) return 'alreadyProposed';
      if (!areReasons(one.level, reasons)) return 'reasonsUnfit';
      await cases.setProposal(client, caseId, { proposalId, until: expiresAt });
      await cases.release(client, caseId);
      await record(client, entryOf(one, 'prepared', byStaff({ operatorId }), digest, now));
      return null;
    },
    dropped: async (
      body: object,
      client: PoolClient,
      { proposalId, digest, operatorId, now, verdict }: Step & { readonly verdict: string },
    ): Promise<void> => {
      const { caseId } = refuseVerification.parse(body);
      const one = await cases.findCase(client, caseId, true);
      if (one?.proposalId !== proposalId) return;
      await cases.setProposal(client, caseId, null);
      const kind = verdict === 'withdraw' ? 'withdrawn' : 'rejected';
      await record(client, entryOf(one, kind, byStaff({ operatorId }), digest, now));
    },
    run: async (body: object, client: PoolClient, now: number, signers: readonly number[]) => {
      const { caseId, reasons } = refuseVerification.parse(body);
      const one = await claimed(client, caseId, signers.at(-1), now);
      if (typeof one === 'string') return { refusal: one };
      const by = signers.map((operatorId) => byStaff({ operatorId })).join(' and ');
      await decide(client, one, 'refused', reasons, by, now);
      return { outcome: { caseId } };
    },
    done: async (body: object, now: number): Promise<void> => {
      const { caseId } = refuseVerification.parse(body);
      const one = await cases.findCase(parts.database.pool, caseId);
      if (one !== null) await settle(parts, one, false, now);
    },
  };
}

/** The case, which nobody else changes meanwhile, or why this member of staff cannot decide it. */
async function claimed(
  client: PoolClient,
  caseId: number,
  operatorId: number | undefined,
  now: number,
): Promise<cases.Case | 'caseUnknown' | 'caseDecided' | 'notClaimed'> {
  const one = await cases.findCase(client, caseId, true);
  if (one === null) return 'caseUnknown';
  if (one.status !== 'review') return 'caseDecided';
  return one.claimedBy === operatorId && one.claimedUntil > now ? one : 'notClaimed';
}

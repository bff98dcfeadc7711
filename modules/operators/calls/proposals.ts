import { decide, isSelfApproved, statusOf } from '@assay/core/approval/proposal';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { Handlers, Staff } from '@assay/platform/http/context';
import { assertionHash } from '../assertion.ts';
import { proposalOf } from '../proposals.ts';
import type { OperatorAction } from '../rules.ts';
import type { calls, ProposalView } from '../schema/index.ts';
import type { Kept } from '../store/proposals.ts';
import type { Parts } from './parts.ts';

type Names = 'getProposals' | 'prepareProposal' | 'decideProposal' | 'claimProposal';

const VERDICTS = ['approve', 'reject', 'withdraw'] as const;
const SAID: Readonly<Record<(typeof VERDICTS)[number], OperatorAction>> = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
};

/** What takes more than one person: prepared by one, decided by others. */
export function proposalCalls(
  parts: Pick<Parts, 'store' | 'kept' | 'proposals' | 'proofs' | 'trial'>,
): Pick<Handlers<typeof calls>, Names> {
  const { store, kept, proposals, proofs, trial } = parts;
  /** Only of what may still be approved is it asked whom it is about. */
  const viewsOf = async (found: readonly Kept[], staff: Staff, now: number) => {
    const views = found.map((one) => proposalView(one, staff, now));
    const open = found.filter((_, i) => views[i]!.may.includes('approve'));
    const own = open.length === 0 ? new Set<string>() : await proposals.ownOf(open, staff);
    return views.map((view): ProposalView => {
      if (!own.has(view.proposalId)) return view;
      return { ...view, own: true, may: view.may.filter((verdict) => verdict !== 'approve') };
    });
  };
  const viewOf = async (proposalId: string, staff: Staff, now: number) => {
    const found = await kept.read(proposalId);
    return found === null ? null : (await viewsOf([found], staff, now))[0]!;
  };
  return {
    getProposals: async ({ open, limit, proposalId, beforeAt, beforeId }, { actor, now }) => {
      const before =
        beforeAt === undefined || beforeId === undefined ? null : { at: beforeAt, id: beforeId };
      const found = await kept.page({ open, proposalId, before, limit: limit + 1, now });
      const page = await viewsOf(found.slice(0, limit), actor.operator, now);
      return { proposals: page, more: found.length > limit };
    },
    prepareProposal: async (wanted, { actor, ip, now }) => {
      const staff = actor.operator;
      const prepared = await proposals.prepare({ ...wanted, staff, now });
      if ('refusal' in prepared) {
        return refuse(prepared.refusal, prepared.detail);
      }
      const { proposalId, type, reason } = wanted;
      const detail = { type, reason, digest: prepared.digest };
      const entry = { action: 'prepared', subject: `proposal:${proposalId}`, detail };
      await store.record(actor.sessionId, entry, ip, now);
      return (await viewOf(proposalId, staff, now)) ?? refuse('badCommand');
    },
    decideProposal: async ({ proof, ...fields }, context) => {
      const { actor, ip, now } = context;
      const { proposalId, verdict, digest } = fields;
      const staff = actor.operator;
      const said = { ...fields, staff, now };
      // Nobody signs what would be refused anyway.
      const refusal = await proposals.refusalOf(said);
      if (refusal !== null) return refuse(refusal);
      const signed =
        verdict === 'approve'
          ? await proofs.sign('decideProposal', fields, proof, context, trial)
          : { assertion: null };
      if (signed instanceof Refusal) return signed;
      const { assertion } = signed;
      const decided = await proposals.decide({ ...said, assertion });
      if (decided.refusal !== undefined) return refuse(decided.refusal, decided.detail);
      const { type } = decided.kept;
      const selfApproved = isSelfApproved(proposalOf(decided.kept));
      const detail = {
        ...{ type, digest },
        ...(selfApproved ? { selfApproved } : {}),
        ...(assertion === null
          ? {}
          : { passkey: assertion.name, assertion: assertionHash(assertion) }),
      };
      const entry = { action: SAID[verdict], subject: `proposal:${proposalId}`, detail };
      await store.record(actor.sessionId, entry, ip, now);
      return (await viewsOf([decided.kept], staff, now))[0]!;
    },
    claimProposal: async ({ proposalId, on }, { actor, ip, now }) => {
      const staff = actor.operator;
      const found = await kept.read(proposalId);
      if (found === null) return refuse('unknownProposal');
      if (!staff.rights.has(found.policy.decide)) return refuse('notAllowed');
      if (!on) await proposals.release(proposalId, { staff, now });
      else if (!(await proposals.claim(proposalId, { staff, now })))
        return refuse('claimedByOther');
      const entry = { action: on ? 'claimed' : 'released', subject: `proposal:${proposalId}` };
      await store.record(actor.sessionId, entry, ip, now);
      return (await viewOf(proposalId, staff, now)) ?? refuse('unknownProposal');
    },
  };
}

function proposalView(kept: Kept, staff: Staff, now: number): ProposalView {
  const proposal = proposalOf(kept);
  const { proposalId, realm, type, digest, reason, preparedAt, expiresAt } = kept;
  const by = { person: staff.person, rights: staff.rights };
  const may = VERDICTS.filter(
    (verdict) => decide(proposal, { verdict, by, digest, at: now }).refusal === undefined,
  );
  const isClaimed = kept.claimedUntil !== null && kept.claimedUntil > now;
  return {
    ...{ proposalId, realm, type, digest, reason, preparedAt, expiresAt },
    body: { ...kept.body },
    preparedBy: { person: kept.preparedBy, name: kept.preparerName },
    status: statusOf(proposal, now),
    needs: kept.policy.needs,
    claimedBy: isClaimed ? (kept.claimerName ?? '') : '',
    signatures: [...kept.signatures],
    selfApproved: isSelfApproved(proposal),
    own: false,
    may: kept.running === null ? may : [],
  };
}

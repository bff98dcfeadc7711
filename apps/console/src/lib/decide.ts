import type { ProposalView } from '@assay/modules/operators/schema';
import type { ReactNode } from 'react';
import { call } from './call.ts';
import { useProof } from './proof.tsx';

export type Verdict = ProposalView['may'][number];

interface Deciding {
  /** Stands somewhere on the screen; empty while nothing is asked. */
  readonly dialog: ReactNode;
  /** Says it of exactly this proposal. Rejects with what the server said, or the device refused. */
  decide(proposal: Pick<ProposalView, 'proposalId' | 'digest'>, verdict: Verdict): Promise<void>;
}

/** Whoever approves signs it; to reject and to withdraw changes nothing. */
export function useDecide(): Deciding {
  const proving = useProof();
  return {
    dialog: proving.dialog,
    async decide({ proposalId, digest }, verdict) {
      const fields = { proposalId, verdict, digest };
      const proved = verdict === 'approve' ? await proving.prove('decideProposal', fields) : {};
      await call('decideProposal', { ...fields, ...proved });
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export const PROOFS = 'proofs';
const POLL_MS = 5_000;

export type Proof = CallOutputOf<'getProofQueue'>['proofs'][number];

/** Proofs of deposits that wait, the first first. */
export function useProofs() {
  return useQuery({
    queryKey: [PROOFS],
    queryFn: ({ signal }) => call('getProofQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

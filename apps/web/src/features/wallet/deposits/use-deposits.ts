import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api, stream } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';

export type Chain = CallOutput<'getDepositChains'>['chains'][number];
export type Deposit = CallOutput<'getDeposits'>['deposits'][number];

export const CHAINS = 'depositChains';
/** Nodes may come and go while somebody looks. */
const LOOK_MS = 15_000;

/** Where this person can deposit. */
export function useChains() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [CHAINS, token],
    queryFn: ({ signal }) => api.call('getDepositChains', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
}

/** The latest deposits of this person, each step as it happens; undefined before they are known. */
export function useArriving(): readonly Deposit[] | undefined {
  const token = useSession((session) => session.token);
  const [deposits, setDeposits] = useState<readonly Deposit[]>();
  useEffect(() => {
    setDeposits(undefined);
    if (token === null) return;
    const take = (data: unknown) => setDeposits((data as { deposits: Deposit[] }).deposits);
    return stream.subscribe('deposits', { snapshot: take, delta: take });
  }, [token]);
  return deposits;
}

export const PROOFS = 'deposit-proofs';
/** Staff go on without the page. */
const PROOFS_AGAIN_MS = 15_000;

export type Proof = CallOutput<'getDepositProofs'>['proofs'][number];

/** The pictures that this person has sent of transfers, and what became of them. */
export function useProofs() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PROOFS, token],
    queryFn: ({ signal }) => api.call('getDepositProofs', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: PROOFS_AGAIN_MS,
  });
}

export const RECOVERIES = 'recoveries';

export type Recovery = CallOutput<'getRecoveries'>['recoveries'][number];

/** What of this person is recovered, and by which terms. */
export function useRecoveries() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [RECOVERIES, token],
    queryFn: ({ signal }) => api.call('getRecoveries', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: PROOFS_AGAIN_MS,
  });
}

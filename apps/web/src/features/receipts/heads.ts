import type { Realm } from '@assay/core/ledger/realm';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/data/services.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';
import { type SeenHeads, see } from './log-check.ts';

const EVERY_MS = 60_000;
const quiet = { quiet: true } as const;

const keyOf = (realm: Realm) => `${STORAGE_KEYS.heads}.${realm}`;

function stored(realm: Realm): SeenHeads | null {
  try {
    return JSON.parse(readStored(keyOf(realm)) ?? 'null') as SeenHeads | null;
  } catch {
    return null;
  }
}

/** The proof of a command, from the server; it is checked by whoever asks. */
export const prove = (realm: Realm, seq: number) => api.call('getLogProof', { realm, seq }, quiet);

/** Asks for the newest head and compares it with those that this browser has seen. */
async function lookAtHead(realm: Realm): Promise<SeenHeads> {
  const next = await api.call('getLogHead', { realm }, quiet);
  const seen = await see(stored(realm), next, (seq) => prove(realm, seq));
  writeStored(keyOf(realm), JSON.stringify(seen));
  return seen;
}

/** The heads that this browser has seen, once a minute with a new one. */
export function useHeads(realm: Realm) {
  return useQuery({
    queryKey: ['heads', realm],
    queryFn: () => lookAtHead(realm),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  });
}

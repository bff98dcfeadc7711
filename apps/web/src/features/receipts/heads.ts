import type { Realm } from '@assay/core/ledger/realm';
import { useQuery } from '@tanstack/react-query';
import { api, queries } from '../../lib/data/services.ts';
import { forgetTicks } from '../../lib/data/tick-evidence.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';
import { type SeenHeads, see } from './log-check.ts';

/** A head is a line that the server has ready. */
const EVERY_MS = 60_000;
/** A proof reads thousands of commands, so a browser asks for one now and then. */
const PROOF_EVERY_MS = 600_000;
const quiet = { quiet: true } as const;

const keyOf = (realm: Realm) => `${STORAGE_KEYS.heads}.${realm}`;
const provenAt = new Map<Realm, number>();

function stored(realm: Realm): SeenHeads | null {
  try {
    const seen = JSON.parse(readStored(keyOf(realm)) ?? 'null') as SeenHeads | null;
    // Earlier versions of the page kept no newest head beside the last.
    return seen === null ? null : { ...seen, newest: seen.newest ?? seen.last };
  } catch {
    return null;
  }
}

/** Begins again with the next head, for people who know that it is another log. */
export function forgetHeads(realm: Realm): void {
  writeStored(keyOf(realm), null);
  provenAt.delete(realm);
  forgetTicks();
  void queries.invalidateQueries({ queryKey: ['heads', realm] });
}

/** The proof of a command, from the server; it is checked by whoever asks. */
export const prove = (realm: Realm, seq: number) => api.call('getLogProof', { realm, seq }, quiet);

/** Asks for the newest head and compares it with those that this browser has seen. */
async function lookAtHead(realm: Realm): Promise<SeenHeads> {
  const next = await api.call('getLogHead', { realm }, quiet);
  const now = Date.now();
  const isDue = now - (provenAt.get(realm) ?? 0) >= PROOF_EVERY_MS;
  const proof = isDue ? (seq: number) => prove(realm, seq) : null;
  const seen = await see(stored(realm), next, proof);
  if (isDue) provenAt.set(realm, now);
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
    retry: false,
  });
}

import type { SignedTickHead } from '@assay/core/receipt/tick-head';
import { useQuery } from '@tanstack/react-query';
import { readStored, STORAGE_KEYS, writeStored } from '../storage.ts';
import { queries } from './services.ts';

/** The head of the ticks of an index with the key that it is signed with. */
export interface KeyedTickHead {
  readonly publicKey: string;
  readonly head: SignedTickHead;
}

/** A head that contradicts one that was seen: by its key or signature, or by another log. */
export interface BrokenTicks {
  readonly why: 'key' | 'forked';
  readonly head: KeyedTickHead;
  readonly seen: KeyedTickHead;
}

/** What a browser keeps: of each index the last head of which it has a proof, and evidence. */
export interface SeenTicks {
  readonly heads: Readonly<Record<string, KeyedTickHead>>;
  readonly broken: BrokenTicks | null;
}

export const NO_TICKS: SeenTicks = { heads: {}, broken: null };

const EVIDENCE = ['brokenTicks'];

export function keptTicks(): SeenTicks {
  try {
    return (JSON.parse(readStored(STORAGE_KEYS.tickHeads) ?? 'null') as SeenTicks) ?? NO_TICKS;
  } catch {
    return NO_TICKS;
  }
}

export function keepTicks(seen: SeenTicks): void {
  writeStored(STORAGE_KEYS.tickHeads, JSON.stringify(seen));
  queries.setQueryData(EVIDENCE, seen.broken);
}

/** Begins again with the next heads, for people who know that it is another log. */
export function forgetTicks(): void {
  writeStored(STORAGE_KEYS.tickHeads, null);
  queries.setQueryData(EVIDENCE, null);
}

/** What contradicts the ticks that this browser has seen. */
export function useBrokenTicks(): BrokenTicks | null {
  const { data } = useQuery({
    queryKey: EVIDENCE,
    queryFn: () => keptTicks().broken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

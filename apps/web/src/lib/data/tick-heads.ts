import { rootOfPath } from '@assay/core/receipt/head';
import { tickHeadText } from '@assay/core/receipt/tick-head';
import { useQuery } from '@tanstack/react-query';
import { api } from './services.ts';
import { sha256, signatureOfText } from './signed.ts';
import {
  type BrokenTicks,
  type KeyedTickHead,
  keepTicks,
  keptTicks,
  type SeenTicks,
} from './tick-evidence.ts';

/** Of the answer of getTickProof what is compared. */
export interface TickProof extends KeyedTickHead {
  readonly tick: { readonly n: number; readonly hash: string };
  readonly path: readonly string[];
}

type Prove = (n: number) => Promise<TickProof>;

async function isSigned({ publicKey, head }: KeyedTickHead): Promise<boolean> {
  return (await signatureOfText(publicKey, tickHeadText(head), head.signature)) !== 'invalid';
}

/** Whether the last tick of a head is in the log under the signed head of its day. */
async function isIn(seen: KeyedTickHead, { tick, path, ...under }: TickProof): Promise<boolean> {
  const { n, hash, day } = seen.head;
  const { head, publicKey } = under;
  if (tick.n !== n || tick.hash !== hash || publicKey !== seen.publicKey) return false;
  if (head.day !== day || head.index !== seen.head.index || !(await isSigned(under))) return false;
  const place = { seq: n - head.firstN + 1, hash };
  return (await rootOfPath(place, head.n - head.firstN + 1, path, sha256)) === head.root;
}

async function contradiction(
  seen: KeyedTickHead,
  next: KeyedTickHead,
  prove: Prove | null,
): Promise<BrokenTicks['why'] | null> {
  if (next.publicKey !== seen.publicKey || !(await isSigned(next))) return 'key';
  const { n, hash, root } = seen.head;
  if (next.head.n === n)
    return next.head.hash === hash && next.head.root === root ? null : 'forked';
  if (next.head.n < n || prove === null) return null;
  return (await isIn(seen, await prove(n))) ? null : 'forked';
}

/**
 * Takes a new head of an index into those that were seen, or keeps how it contradicts them.
 * @param prove asks for the proof of a tick; without it only what the heads say is compared
 */
export async function seeTicks(
  seen: SeenTicks,
  index: string,
  next: KeyedTickHead,
  prove: Prove | null,
): Promise<SeenTicks> {
  if (seen.broken !== null) return seen;
  const known = seen.heads[index];
  const why = await contradiction(known ?? next, next, prove);
  if (why !== null) return { ...seen, broken: { why, head: next, seen: known ?? next } };
  const goesOn = known === undefined || (prove !== null && next.head.n > known.head.n);
  return goesOn ? { ...seen, heads: { ...seen.heads, [index]: next } } : seen;
}

const EVERY_MS = 60_000;
/** A proof reads a day of ticks, so a browser asks for one now and then. */
const PROOF_EVERY_MS = 600_000;
const quiet = { quiet: true } as const;
const provenAt = new Map<string, number>();

async function lookAt(index: string): Promise<number> {
  const { publicKey, newest } = await api.call('getTickDays', { index, limit: 1 }, quiet);
  const now = Date.now();
  if (newest === null) return now;
  const isDue = now - (provenAt.get(index) ?? 0) >= PROOF_EVERY_MS;
  const prove = isDue ? (n: number) => api.call('getTickProof', { index, n }, quiet) : null;
  keepTicks(await seeTicks(keptTicks(), index, { publicKey, head: newest }, prove));
  if (isDue) provenAt.set(index, now);
  return now;
}

/** Looks at the signed head of the ticks of an index while somebody looks at its prices. */
export function useTickHeads(index: string): void {
  useQuery({
    queryKey: ['tickHeads', index],
    queryFn: () => lookAt(index),
    enabled: index !== '',
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    retry: false,
  });
}

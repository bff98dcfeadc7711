import type { Hex } from 'ox/Hex';
import { searchLogs, TRANSFER } from './logs.ts';
import type { ChainNode } from './node.ts';
import { type Sighting, sightingIn } from './transfers.ts';

/** Nodes refuse longer lists of topics. */
export const ADDRESSES_A_SEARCH = 1_000;
export const BLOCKS_A_SEARCH = 10_000;

export interface Search {
  /** In small letters, at most ADDRESSES_A_SEARCH. */
  readonly addresses: readonly Hex[];
  readonly watched: readonly Hex[];
  /** At most BLOCKS_A_SEARCH blocks. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export interface Sightings {
  readonly sightings: readonly Sighting[];
  /** There were more than the limit. */
  readonly isCut: boolean;
}

/**
 * What contracts say that they have sent to these addresses, beside the watched tokens: for people
 * who look for what somebody sent by mistake. Anybody can make a contract that says anything, so
 * nothing follows from it.
 */
export async function searchUnwatched(node: ChainNode, search: Search): Promise<Sightings> {
  const { addresses, watched, from, to, limit } = search;
  if (addresses.length > ADDRESSES_A_SEARCH || to - from >= BLOCKS_A_SEARCH) {
    throw new RangeError('A search has a thousand addresses and ten thousand blocks at most.');
  }
  if (addresses.length === 0 || to < from) return { sightings: [], isCut: false };
  const recipients = addresses.map((address): Hex => `0x${address.slice(2).padStart(64, '0')}`);
  const logs = await searchLogs(node, { topics: [TRANSFER, null, recipients], from, to });
  const ours = new Set(addresses);
  const sightings = logs
    .flatMap(sightingIn)
    .filter(({ token, recipient }) => ours.has(recipient) && !watched.includes(token));
  return { sightings: sightings.slice(0, limit), isCut: sightings.length > limit };
}

import type { ChainNode } from '@assay/platform/chain/node';
import { sightingIn, type Transfer } from '@assay/platform/chain/transfers';
import {
  ADDRESSES_A_SEARCH,
  BLOCKS_A_SEARCH,
  type Search,
  searchUnwatched,
} from '@assay/platform/chain/unwatched';
import type { Clock } from '@assay/platform/clock';
import type { Log } from '@assay/platform/log';
import type { DepositChain } from './store/chains.ts';
import type { UnknownStore } from './store/unknown.ts';

const LOOK_EVERY_MS = 60_000;
/** Whoever sends more of such tokens at once is a nuisance, whose rest nobody misses. */
const MOST_AT_ONCE = 100;

export interface UnknownOptions {
  readonly others: UnknownStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: (userId: number) => void;
}

/**
 * Looks, in blocks that are final, for what came to people's addresses of tokens that are not among
 * the chain's. It becomes a row for people to look at and nothing else: anybody can make a token
 * that says anything, so nobody gets a message about it.
 */
export class UnknownTokens {
  readonly #options: UnknownOptions;
  readonly #lookedAt = new Map<number, number>();

  constructor(options: UnknownOptions) {
    this.#options = options;
  }

  async look({ chainId, tokens }: DepositChain, node: ChainNode, final: number): Promise<void> {
    const { others: store, clock, log, changed } = this.#options;
    const now = clock.now();
    if (now - (this.#lookedAt.get(chainId) ?? 0) < LOOK_EVERY_MS) return;
    this.#lookedAt.set(chainId, now);
    const searched = await store.searched(chainId);
    const from = (searched ?? final) + 1;
    const to = Math.min(final, from + BLOCKS_A_SEARCH - 1);
    const watched = tokens.flatMap(({ contract }) => (contract === null ? [] : [contract as Hex]));
    let after = '';
    while (from <= to) {
      const addresses = (await store.addresses(chainId, after, ADDRESSES_A_SEARCH)) as Hex[];
      if (addresses.length === 0) break;
      const limit = MOST_AT_ONCE;
      const { found, isCut } = await findIn(node, { addresses, watched, from, to, limit });
      if (isCut) log.warn({ chain: chainId, from, to }, 'too many unknown tokens were sent');
      for (const userId of await store.addUnknown(chainId, found, now)) changed(userId);
      after = addresses.at(-1) ?? '';
    }
    if (searched === null || from <= to) await store.setSearched(chainId, to);
  }
}

type Hex = Transfer['recipient'];

/** With their places, which receipts have. */
async function findIn(node: ChainNode, search: Search) {
  const { sightings, isCut } = await searchUnwatched(node, search);
  const found: Transfer[] = [];
  for (const transaction of new Set(sightings.map((sighting) => sighting.transaction))) {
    const receipt = await node.receipt(transaction);
    if (!receipt?.succeeded) continue;
    for (const [at, log] of receipt.logs.entries()) {
      for (const sighting of sightingIn(log)) {
        const isOurs = search.addresses.includes(sighting.recipient);
        if (!isOurs || search.watched.includes(sighting.token)) continue;
        found.push({ ...sighting, place: at + 1 });
      }
    }
  }
  return { found, isCut };
}

import { SECOND } from '@assay/core/time';
import { Counter } from './counter.ts';
import { addressOf, networkOf } from './limits.ts';

/** Unknown names that may be looked up in a second, of one address and of its network. */
const LOOKUPS_MAX = { address: 20, network: 100 } as const;

/**
 * Reads of the database for names that are not in memory (of keys, of sessions). A name that nobody
 * has costs such a read each time, so they are few; one that is found is in memory from then on,
 * and is given back. Counted by address too, so that one neighbour cannot use up all.
 */
export class Lookups {
  readonly #factor: number;
  readonly #ofAddress = new Counter(SECOND);
  readonly #ofNetwork = new Counter(SECOND);

  constructor(factor = 1) {
    this.#factor = factor;
  }

  /** Counts a lookup and returns 0, or counts nothing and returns the wait in ms. */
  take(ip: string, now: number): number {
    const [address, network] = [addressOf(ip), networkOf(ip)];
    const isFull =
      this.#ofAddress.of(address, now) >= LOOKUPS_MAX.address * this.#factor ||
      this.#ofNetwork.of(network, now) >= LOOKUPS_MAX.network * this.#factor;
    if (isFull) return SECOND - (now % SECOND);
    this.#add(ip, 1, now);
    return 0;
  }

  /** The name that was looked up is somebody's. */
  found(ip: string, now: number): void {
    this.#add(ip, -1, now);
  }

  #add(ip: string, amount: number, now: number): void {
    this.#ofAddress.count(addressOf(ip), amount, now);
    this.#ofNetwork.count(networkOf(ip), amount, now);
  }
}

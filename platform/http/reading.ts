import { type Budgets, readBudgets } from './budget.ts';
import { Gate } from './gate.ts';

/** Reads that run at once, of the ten for which there are connections to the database. */
const USER_READS = 3;
const NETWORK_READS = 6;
const READS_WAITING = 1_000;

/** Whose reads and bytes these are: a user's, where one is known, and a network's. */
export interface Reader {
  readonly account: string | null;
  readonly network: string;
}

/**
 * What reading may take of the server: so many reads at once, and so many bytes, of one user and of
 * one network. One for all ways to read: calls, surfaces, snapshots of streams, and sockets.
 */
export class Reading {
  readonly #users = new Gate(USER_READS, READS_WAITING);
  readonly #networks = new Gate(NETWORK_READS, READS_WAITING);
  readonly #bytes: Budgets;

  /** Without budgets any number of bytes may be read. */
  constructor(bytes: Budgets = readBudgets(Number.POSITIVE_INFINITY)) {
    this.#bytes = bytes;
  }

  /** Milliseconds until both may read again; 0 when they may now. */
  waitMs({ account, network }: Reader, now: number): number {
    const own = account === null ? 0 : this.#bytes.account.waitMs(account, now);
    return Math.max(own, this.#bytes.network.waitMs(network, now));
  }

  /** Counts bytes that were read. */
  spend({ account, network }: Reader, bytes: number, now: number): void {
    this.#bytes.network.spend(network, bytes, now);
    if (account !== null) this.#bytes.account.spend(account, bytes, now);
  }

  /** Runs a read when user and network have room for one more at a time. @throws GateFull */
  run<T>({ account, network }: Reader, read: () => T | Promise<T>): T | Promise<T> {
    // Always in this order, so that nobody holds what another waits for.
    const ofNetwork = () => this.#networks.run(network, read);
    return account === null ? ofNetwork() : this.#users.run(account, ofNetwork);
  }
}

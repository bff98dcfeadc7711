import { type Budgets, readBudgets } from './budget.ts';
import { Gate } from './gate.ts';
import { Turns } from './turns.ts';

/** Reads that run at once, of the ten for which there are connections to the database. */
const USER_READS = 3;
const NETWORK_READS = 6;
/** Of one user or network; further ones are refused (GateFull). */
const READS_WAITING = 200;

/** Whose reads and bytes these are: a user's, where one is known, and a network's. */
export interface Reader {
  readonly account: string | null;
  readonly network: string;
}

/**
 * What reading may take of the server: so many reads at once, and so many bytes, of one user and of
 * one network, and of everybody together so much time in a turn of the event loop. One for all ways
 * to read: calls, surfaces, snapshots of streams, and sockets.
 */
export class Reading {
  readonly #users = new Gate(USER_READS, READS_WAITING);
  readonly #networks = new Gate(NETWORK_READS, READS_WAITING);
  readonly #turns: Turns;
  readonly #bytes: Budgets;

  /** Without budgets any number of bytes may be read. */
  constructor(bytes: Budgets = readBudgets(Number.POSITIVE_INFINITY), turns = new Turns()) {
    this.#bytes = bytes;
    this.#turns = turns;
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

  /**
   * Runs a read when user and network have room for one more at a time and its turn has come, and
   * `write`, which makes an answer of what was read, in a turn of its own. @throws GateFull
   */
  run<T, A>(
    { account, network }: Reader,
    read: () => T | Promise<T>,
    write: (value: T) => A,
  ): A | Promise<A> {
    const inTurns = () =>
      this.turn<A>(() => {
        const value = read();
        return value instanceof Promise
          ? value.then((late) => this.turn(() => write(late)))
          : write(value);
      });
    // Always in this order, so that nobody holds what another waits for. A network that has room
    // for a few at a time has no more in the line for a turn, however many it has waiting.
    const ofNetwork = () => this.#networks.run(network, inTurns);
    return account === null ? ofNetwork() : this.#users.run(account, ofNetwork);
  }

  /** Runs a piece of work that is bounded otherwise when its turn has come. */
  turn<T>(work: () => T | Promise<T>): T | Promise<T> {
    return this.#turns.run(work);
  }
}

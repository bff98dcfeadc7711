/** What is counted against a name, such as a network, and the most that it may have. */
export interface Share {
  readonly name: string;
  readonly max: number;
}

/** How much of something bounded is in use, by the names that it counts against. */
export class Shares {
  readonly #used = new Map<string, number>();

  /** How much more all of the shares have room for. */
  room(shares: readonly Share[]): number {
    return Math.min(...shares.map(({ name, max }) => max - (this.#used.get(name) ?? 0)));
  }

  take(shares: readonly Share[], amount: number): void {
    for (const { name } of shares) this.#used.set(name, (this.#used.get(name) ?? 0) + amount);
  }

  release(shares: readonly Share[], amount: number): void {
    for (const { name } of shares) {
      const left = (this.#used.get(name) ?? 0) - amount;
      if (left > 0) this.#used.set(name, left);
      else this.#used.delete(name);
    }
  }
}

/** The streams of one socket, which count against shares until they are left. */
export class StreamsOfSocket {
  readonly #all: Shares;
  readonly #shares: readonly Share[];
  #taken = 0;
  #ended = false;

  constructor(all: Shares, shares: readonly Share[]) {
    this.#all = all;
    this.#shares = shares;
  }

  /** Counts so many more; false, and counts none, when there is no room for all of them. */
  take(count: number): boolean {
    if (this.#ended || count > this.#all.room(this.#shares)) return false;
    this.#all.take(this.#shares, count);
    this.#taken += count;
    return true;
  }

  leave(count: number): void {
    this.#all.release(this.#shares, count);
    this.#taken -= count;
  }

  /** The socket has closed: what waits for its turn may still ask for more. */
  end(): void {
    this.#ended = true;
    this.leave(this.#taken);
  }
}

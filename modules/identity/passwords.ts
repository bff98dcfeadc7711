import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Thrown when too many passwords wait to be hashed; becomes 429. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

/**
 * Argon2id with one lane, not to be lowered. `usual` is OWASP's minimum (19 MiB, 2 passes);
 * `strong` (64 MiB, 3 passes) is for six digits, of which there are too few. The library's default
 * algorithm is Argon2id; the prefix would show if that changed.
 */
const PARAMETERS = {
  usual: { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 },
  strong: { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1, outputLen: 32 },
} as const;

/** The beginning of current hashes; others are replaced at the next login. */
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.usual.memoryCost},t=${PARAMETERS.usual.timeCost},p=1$`;

/**
 * One hash at a time, and as long a rest after it: a flood of logins must not take a core from the
 * engine. Whoever waits for nobody's hash does not notice.
 */
const CONCURRENT_MAX = 1;
const WAITING_MAX = 64;
/** Of these one network may take so many: it cannot keep others waiting or turned away. */
const WAITING_OF_NETWORK_MAX = 8;

/**
 * Argon2id over HMAC-SHA-256 of the password with the key (pepper), so that a stolen table allows
 * no guessing. Hashing runs on the thread pool, one at a time with a rest after each; at most 64
 * wait, 8 of one network.
 */
export class Passwords {
  readonly #key: Buffer;
  #running = 0;
  readonly #waiting: { readonly network: string; readonly start: () => void }[] = [];
  #decoy: string | null = null;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Makes the hash that unknown accounts are compared with; call before the first login. */
  async prepare(): Promise<void> {
    this.#decoy ??= await this.hash('a password that nobody has', '');
  }

  /** Throws HashingBusy when too many wait. */
  hash(
    password: string,
    network: string,
    strength: keyof typeof PARAMETERS = 'usual',
  ): Promise<string> {
    return this.#inTurn(network, () => hash(this.#keyed(password), PARAMETERS[strength]));
  }

  /**
   * Compares with a stored hash. Null stands for an account that does not exist: the comparison
   * takes the same time and is always false. Throws HashingBusy when too many wait.
   */
  async verify(stored: string | null, password: string, network: string): Promise<boolean> {
    const against = stored ?? this.#decoy;
    if (against === null) throw new Error('Passwords.prepare was not called');
    const right = await this.#inTurn(network, () => verify(against, this.#keyed(password)));
    return right && stored !== null;
  }

  isOutdated(stored: string): boolean {
    return !stored.startsWith(PREFIX);
  }

  /**
   * Throws HashingBusy when too many wait: asked before anything is written for a try that is not
   * going to be checked.
   */
  refuseIfFull(network: string): void {
    if (this.#running < CONCURRENT_MAX) return;
    const same = this.#waiting.filter((one) => one.network === network).length;
    if (this.#waiting.length >= WAITING_MAX || same >= WAITING_OF_NETWORK_MAX) {
      throw new HashingBusy();
    }
  }

  /** Normalised by NFKC: a phrase typed on another keyboard must be the same password. */
  #keyed(password: string): string {
    return createHmac('sha256', this.#key).update(password.normalize('NFKC')).digest('base64');
  }

  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    this.refuseIfFull(network);
    if (this.#running >= CONCURRENT_MAX) {
      await new Promise<void>((start) => this.#waiting.push({ network, start }));
    } else {
      this.#running += 1;
    }
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(() => this.#next(), performance.now() - began);
    }
  }

  /** The next in the queue takes the place of the last, so that `running` does not change. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}

import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Thrown when too many wait to be hashed; becomes 429. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
}

/**
 * OWASP's minimum for Argon2id (19 MiB, 2 passes, 1 lane): the floor, not to be set lower. The
 * library's algorithm is Argon2id unless told otherwise; PREFIX would show if that changed.
 */
const PARAMETERS = {
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const;

/** What stored hashes must begin with; others are hashed anew at the next login. */
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=1$`;

/** One hash at a time: a flood of logins must leave the cores to the engine. */
const CONCURRENT_MAX = 1;
const WAITING_MAX = 64;

/**
 * Argon2id over HMAC-SHA-256 of the password with the key (pepper), so that a stolen table cannot
 * even be guessed against. Hashing runs on the thread pool, one at a time, and at most 64 wait.
 */
export class Passwords {
  readonly #key: Buffer;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #decoy: string | null = null;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Makes the hash that unknown accounts are compared with; before the first login. */
  async prepare(): Promise<void> {
    this.#decoy ??= await this.hash('a password that nobody has');
  }

  /** Throws HashingBusy when too many wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(this.#keyed(password), PARAMETERS));
  }

  /**
   * Compares with a stored hash. Null stands for an account that does not exist: it takes the same
   * time and is always false. Throws HashingBusy when too many wait.
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? this.#decoy;
    if (against === null) throw new Error('Passwords.prepare was not called');
    const right = await this.#inTurn(() => verify(against, this.#keyed(password)));
    return right && stored !== null;
  }

  isOutdated(stored: string): boolean {
    return !stored.startsWith(PREFIX);
  }

  /** NFKC: the same phrase typed on another keyboard must be the same password. */
  #keyed(password: string): string {
    return createHmac('sha256', this.#key).update(password.normalize('NFKC')).digest('base64');
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= CONCURRENT_MAX) {
      if (this.#waiting.length >= WAITING_MAX) throw new HashingBusy();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so `running` stays as it is.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

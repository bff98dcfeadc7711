import type { Dice } from '@assay/core/testing/dice';
import type { Database } from '@assay/platform/db/database';

/** The process is gone; whoever comes next knows what is in the database. */
export class Crash extends Error {}

/**
 * Ends the process at one of its contacts with the world: before or after a statement, a commit, a
 * delivery. After a commit the process does not learn that there was one.
 */
export class Crashes {
  readonly #dice: Dice;
  readonly #seen: Map<string, number>;
  #left = Number.POSITIVE_INFINITY;
  #isDead = false;

  /** @param seen counts, by name, of where it was ended */
  constructor(dice: Dice, seen: Map<string, number>) {
    this.#dice = dice;
    this.#seen = seen;
  }

  /** Within so many contacts from here. */
  arm(most: number): void {
    this.#isDead = false;
    this.#left = this.#dice.int(1, most);
  }

  disarm(): void {
    this.#isDead = false;
    this.#left = Number.POSITIVE_INFINITY;
  }

  at(place: string): void {
    // Whatever the dead process still wants does not reach anybody.
    if (this.#isDead) throw new Crash(place);
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#isDead = true;
    this.#seen.set(place, (this.#seen.get(place) ?? 0) + 1);
    throw new Crash(place);
  }

  /** The pool of the process that crashes. */
  pool(pool: Database['pool']): Database['pool'] {
    const query =
      (target: object, ask: (...given: unknown[]) => Promise<unknown>) =>
      async (...given: unknown[]): Promise<unknown> => {
        const [text] = given;
        const word = nameOf(String(text));
        // The server undoes what a lost connection has begun.
        if (word === 'rollback') return ask.apply(target, given);
        this.at(`before ${word}`);
        const answer = await ask.apply(target, given);
        this.at(`after ${word}`);
        return answer;
      };
    const wrapped = <T extends { query: unknown }>(target: T, more: object = {}): T =>
      new Proxy(target, {
        get: (_, name) => {
          if (name in more) return more[name as keyof typeof more];
          const value = Reflect.get(target, name, target);
          if (name === 'query') return query(target, value as never);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    return wrapped(pool, { connect: async () => wrapped(await pool.connect()) });
  }
}

/** Which statement: its first words. */
function nameOf(text: string): string {
  const [verb = '', ...rest] = text.trim().split(/\s+/);
  const table = /\b(chain_\w+)/.exec(rest.join(' '))?.[1];
  return table ? `${verb} ${table}` : verb;
}

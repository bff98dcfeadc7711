import type { Pool } from '../db/database.ts';

/**
 * Races: many requests for one thing at once, of which exactly one may have an effect. Effects are
 * counted in the state afterwards and not taken from the answers. A test that uses this shows first
 * that it catches a handler that checks before it writes.
 */

export interface Race<State> {
  readonly rounds: number;
  /** Number of contenders in each round. */
  readonly parallel: number;
  /** Makes what is contended for. */
  prepare(round: number): Promise<State>;
  /** One contender; resolves to whether its answer said that it won. */
  act(state: State, contender: number): Promise<boolean>;
  /** Number of effects found in the state (rows, balances). */
  effects(state: State): Promise<number>;
}

export interface RaceReport {
  readonly rounds: number;
  /** Rounds with more than one effect: the fault that a race test looks for. */
  readonly doubled: number;
  /** Rounds in which nobody won. */
  readonly without: number;
  /** Rounds in which the answers differed from the state. */
  readonly misreported: number;
}

/** Runs the rounds one after the other, the contenders of a round all at once. */
export async function runRace<State>(race: Race<State>): Promise<RaceReport> {
  let doubled = 0;
  let without = 0;
  let misreported = 0;
  for (let round = 0; round < race.rounds; round++) {
    const state = await race.prepare(round);
    const contenders = Array.from({ length: race.parallel }, (_, i) => race.act(state, i));
    const won = (await Promise.all(contenders)).filter((hasWon) => hasWon).length;
    const effects = await race.effects(state);
    if (effects > 1) doubled += 1;
    if (effects === 0) without += 1;
    if (won !== effects) misreported += 1;
  }
  return { rounds: race.rounds, doubled, without, misreported };
}

/**
 * How many of those at once a careless handler lets through, which looks whether there are fewer
 * than `allowed` and then writes. Where it were no more than those, a race would show nothing.
 */
export async function lookThenWrite(
  pool: Pick<Pool, 'query'>,
  parallel: number,
  allowed = 1,
): Promise<number> {
  await pool.query('create table careless (n integer)');
  const taken = await Promise.all(
    Array.from({ length: parallel }, async (_, n) => {
      const { rows } = await pool.query('select count(*)::int as count from careless');
      if (rows[0].count >= allowed) return false;
      await pool.query('insert into careless values ($1)', [n]);
      return true;
    }),
  );
  await pool.query('drop table careless');
  return taken.filter(Boolean).length;
}

/** Of one among many: null where a busy machine had no connection for it in time. */
export async function unlessBusy<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as Error).message.startsWith('timeout exceeded')) return null;
    throw error;
  }
}

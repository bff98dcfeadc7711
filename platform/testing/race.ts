/**
 * Races: many requests for one thing at once, of which exactly one may have an effect. The effects
 * are counted in the state afterwards, not believed from the answers. Whoever uses this shows
 * first that it catches a handler that looks before it writes.
 */

export interface Race<State> {
  readonly rounds: number;
  /** How many contend in each round. */
  readonly parallel: number;
  /** Makes what is contended for. */
  prepare(round: number): Promise<State>;
  /** One contender; resolves to whether it was told that it won. */
  act(state: State, contender: number): Promise<boolean>;
  /** How many effects there were, by the state itself (rows, balances). */
  effects(state: State): Promise<number>;
}

export interface RaceReport {
  readonly rounds: number;
  /** Rounds with more than one effect: what a race is looked for. */
  readonly doubled: number;
  /** Rounds in which nobody won. */
  readonly without: number;
  /** Rounds in which the answers said something else than the state. */
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
    const won = (await Promise.all(contenders)).filter((told) => told).length;
    const effects = await race.effects(state);
    if (effects > 1) doubled += 1;
    if (effects === 0) without += 1;
    if (won !== effects) misreported += 1;
  }
  return { rounds: race.rounds, doubled, without, misreported };
}

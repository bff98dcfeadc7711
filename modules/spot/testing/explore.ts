import { createDice } from '@assay/core/testing/dice';
import { makeWishes, type Wish, Wisher } from './commands.ts';
import { Pair } from './pair.ts';
import { type Sent, setUp } from './spot-realm.ts';

const START = 1_763_640_000_000;
export const USERS = [1000, 1001, 1002, 1003, 1004, 1005] as const;

/** A run that found something: as few wishes as still find it, and the commands they became. */
export interface Found {
  readonly error: Error;
  readonly wishes: readonly Wish[];
  readonly commands: readonly Sent[];
}

/**
 * Runs the wishes on a new pair, in order; answers the pair, and what went wrong if anything did.
 */
export function run(wishes: readonly Wish[], prepare?: (pair: Pair) => void): RunResult {
  const pair = new Pair();
  const commands: Sent[] = [];
  try {
    for (const command of setUp(USERS, START)) pair.step(command);
    prepare?.(pair);
    const wisher = new Wisher(START);
    for (const wish of wishes) {
      const command = wisher.command(wish, pair.reference.world);
      commands.push(command);
      pair.step(command);
    }
    pair.endBatch();
    return { pair, commands, error: null };
  } catch (error) {
    return { pair, commands, error: error as Error };
  }
}

export interface RunResult {
  readonly pair: Pair;
  readonly commands: readonly Sent[];
  readonly error: Error | null;
}

/**
 * `count` commands of the seed; a failure is made small before it is answered, unless it need not
 * be.
 */
export function explore(
  seed: number,
  count: number,
  prepare?: (pair: Pair) => void,
  makeSmall = true,
): { pair: Pair; found: Found | null } {
  const wishes = makeWishes(createDice(seed), count, USERS);
  const { pair, commands, error } = run(wishes, prepare);
  if (error === null) return { pair, found: null };
  const reached = wishes.slice(0, commands.length);
  const found = makeSmall ? shrink(reached, error, prepare) : { error, wishes: reached, commands };
  return { pair, found };
}

/** Leaves out runs of wishes, long ones first, for as long as something still goes wrong. */
function shrink(all: readonly Wish[], first: Error, prepare?: (pair: Pair) => void): Found {
  let wishes = all;
  let error = first;
  let commands: readonly Sent[] = [];
  for (
    let size = Math.ceil(all.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < wishes.length; ) {
      const fewer = [...wishes.slice(0, at), ...wishes.slice(at + size)];
      const again = run(fewer, prepare);
      if (again.error === null) {
        at += size;
      } else {
        wishes = fewer.slice(0, again.commands.length);
        error = again.error;
        commands = again.commands;
      }
    }
  }
  return { error, wishes, commands };
}

/** The whole story of a failure, to be read and to be repeated. */
export function tell(seed: number, { error, commands }: Found): string {
  const lines = commands.map(({ type, actor, body }) => `${actor} ${type} ${JSON.stringify(body)}`);
  return [`seed ${seed}: ${error.name}: ${error.message}`, ...lines, error.stack ?? ''].join('\n');
}

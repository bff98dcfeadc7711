import { createDice } from '@assay/core/testing/dice';
import { Pair } from './pair.ts';
import { CommandMaker, makeSteps, type Step } from './steps.ts';
import type { Sent, Subject } from './subject.ts';

const START = 1_763_640_000_000;
export const USERS = [1000, 1001, 1002, 1003, 1004, 1005] as const;

/** A failed run: as few steps as still fail, and the commands made of them. */
export interface Found {
  readonly error: Error;
  readonly steps: readonly Step[];
  readonly commands: readonly Sent[];
}

/** Runs the steps on a new pair, in order; returns the pair, and the error if there was one. */
export function run(
  subject: Subject,
  steps: readonly Step[],
  prepare?: (pair: Pair) => void,
): RunResult {
  const pair = new Pair(subject);
  const commands: Sent[] = [];
  try {
    for (const command of subject.setUp(USERS, START)) pair.step(command);
    prepare?.(pair);
    const maker = new CommandMaker(subject, START);
    for (const step of steps) {
      const command = maker.command(step, pair.reference.world);
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
 * `count` commands of the seed; a failure is made small before it is returned, unless `makeSmall`
 * is false.
 */
export function explore(
  subject: Subject,
  seed: number,
  count: number,
  prepare?: (pair: Pair) => void,
  makeSmall = true,
): { pair: Pair; found: Found | null } {
  const steps = makeSteps(subject, createDice(seed), count, USERS);
  const { pair, commands, error } = run(subject, steps, prepare);
  if (error === null) return { pair, found: null };
  const reached = steps.slice(0, commands.length);
  const found = makeSmall
    ? shrink(subject, reached, error, prepare)
    : { error, steps: reached, commands };
  return { pair, found };
}

/** Leaves out sequences of steps, long ones first, as long as the run still fails. */
function shrink(
  subject: Subject,
  all: readonly Step[],
  first: Error,
  prepare?: (pair: Pair) => void,
): Found {
  let steps = all;
  let error = first;
  let commands: readonly Sent[] = [];
  for (
    let size = Math.ceil(all.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < steps.length; ) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      const again = run(subject, fewer, prepare);
      if (again.error === null) {
        at += size;
      } else {
        steps = fewer.slice(0, again.commands.length);
        error = again.error;
        commands = again.commands;
      }
    }
  }
  return { error, steps, commands };
}

/** Describes a failure in full, so that it can be read and repeated. */
export function describeFailure(seed: number, { error, commands }: Found): string {
  const lines = commands.map(({ type, actor, body }) => `${actor} ${type} ${JSON.stringify(body)}`);
  return [`seed ${seed}: ${error.name}: ${error.message}`, ...lines, error.stack ?? ''].join('\n');
}

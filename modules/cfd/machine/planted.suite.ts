import { createDice } from '@assay/core/testing/dice';
import { type Market, Pair, PLAIN } from './explore.suite.ts';

/** Bugs that tests put into the machine, and how they are looked for. */

export type Method = (this: unknown, ...args: unknown[]) => unknown;

const undo: (() => void)[] = [];

/** Takes every planted bug out again. */
export function unplant(): void {
  for (const one of undo.splice(0)) one();
}

/** Puts another method in the place of one. */
export function plant(
  of: { readonly prototype: object },
  name: string,
  make: (real: Method) => Method,
): void {
  const methods = of.prototype as Record<string, Method>;
  const real = methods[name]!;
  if (typeof real !== 'function') throw new Error(`there is no method ${name}`);
  undo.push(() => {
    methods[name] = real;
  });
  methods[name] = make(real);
}

export const nothing = () => () => undefined;

/** Throws where model or audit find something. */
export function hunt(market: Market = PLAIN): void {
  for (const seed of [4, 5, 6, 7, 8, 9]) {
    const dice = createDice(seed);
    const pair = new Pair(500, seed % 2 === 0 ? '2' : '2000', market);
    for (let n = 0; n < 250; n += 1) pair.step(dice);
  }
}

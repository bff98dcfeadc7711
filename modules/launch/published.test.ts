import fs from 'node:fs';
import { createDice } from '@assay/core/testing/dice';
import { describe, expect, it } from 'vitest';
import { type LaunchFile, readLaunch, verifyLaunch } from '../../examples/verify-launch.mjs';
import { allotAll, RULE } from './rules/allocation.ts';

const PROGRAM = new URL('../../examples/verify-launch.mjs', import.meta.url);

/** A file as the server publishes it. */
function fileOf(seed: number): LaunchFile {
  const dice = createDice(seed);
  const wishes = Array.from({ length: dice.int(1, 60) }, () => dice.int(1, 400));
  const supplyLots = dice.int(1, 6_000);
  const capLots = Math.min(supplyLots, dice.int(1, 500));
  const got = allotAll(wishes, { supply: BigInt(supplyLots), cap: BigInt(capLots) });
  let number = 0;
  const rows = wishes.map((lots, i) => {
    // Some were withdrawn.
    number += dice.int(1, 3);
    return [number, lots, Number(got[i])] as const;
  });
  const { length: people } = rows;
  const file = { rule: RULE, launchId: 1, symbol: 'NEW', people, supplyLots, capLots, rows };
  return { ...file, cancelled: false };
}

describe('the published file', () => {
  it('LNCH-040 is computed again by a program that shares nothing with the engine', async () => {
    for (let seed = 0; seed < 3_000; seed += 1) {
      const file = fileOf(seed);
      const [number, asked, got] = file.rows.at(-1)!;
      const made = verifyLaunch(file, number);
      expect(made.own).toEqual({ asked, got });
      expect(made.sold).toBeLessThanOrEqual(file.supplyLots);
    }
    const file = fileOf(7);
    const pages = async (after: number) => ({
      ...file,
      rows: file.rows.filter(([number]) => number > after).slice(0, 3),
    });
    expect(await readLaunch(pages)).toEqual(file);
  });

  it('LNCH-041 in which anything was changed, left out or added is found', () => {
    const faults: Readonly<Record<string, (file: LaunchFile, i: number) => Partial<LaunchFile>>> = {
      moreForOne: ({ rows }, i) => ({
        rows: changed(rows, i, ([n, asked, got]) => [n, asked, got + 1]),
      }),
      lessForOne: ({ rows }, i) => ({
        rows: changed(rows, i, ([n, asked, got]) => [n, asked, got - 1]),
      }),
      leftOut: ({ rows }, i) => ({ rows: rows.filter((_, at) => at !== i) }),
      countedLess: ({ rows }, i) => ({
        rows: rows.filter((_, at) => at !== i),
        people: rows.length - 1,
      }),
      twice: ({ rows }, i) => ({ rows: [...rows, rows[i]!], people: rows.length + 1 }),
      nothing: ({ rows }, i) => ({ rows: changed(rows, i, ([n, , got]) => [n, 0, got]) }),
      fractions: ({ rows }, i) => ({
        rows: changed(rows, i, ([n, asked, got]) => [n, asked, got + 0.5]),
      }),
      otherRule: () => ({ rule: 'assay-launch-0' }),
      otherCap: ({ capLots }) => ({ capLots: capLots - 1 }),
      otherSupply: ({ supplyLots }) => ({ supplyLots: supplyLots - 1 }),
      cancelled: () => ({ cancelled: true }),
      invented: ({ rows }) => ({
        rows: [...rows, [rows.at(-1)![0] + 1, 400, 5]],
        people: rows.length + 1,
      }),
    };
    const dice = createDice(3);
    const file = OVER;
    for (const [name, change] of Object.entries(faults)) {
      for (let i = 0; i < 20; i += 1) {
        const wrong = { ...file, ...change(file, dice.int(0, file.rows.length - 1)) };
        expect(() => verifyLaunch(wrong), name).toThrow();
      }
    }
    expect(() => verifyLaunch(file, 999)).toThrow('there is no number 999');
  });

  it('LNCH-042 the program has at most 300 lines and needs no package', () => {
    const text = fs.readFileSync(PROGRAM, 'utf8');
    expect(text.split('\n').length).toBeLessThan(300);
    expect(text).not.toMatch(/^import /m);
  });
});

type Row = LaunchFile['rows'][number];

function changed(
  rows: LaunchFile['rows'],
  i: number,
  change: (row: Row) => Row,
): LaunchFile['rows'] {
  return rows.map((row, at) => (at === i ? change(row) : row));
}

/** Asked for twice over, with a cap that some reach. */
const OVER: LaunchFile = (() => {
  const wishes = [300, 250, 97, 90, 71, 64, 33, 20, 11, 7, 3];
  const got = allotAll(wishes, { supply: 450n, cap: 101n });
  const rows = wishes.map((lots, i) => [i + 1, lots, Number(got[i])] as const);
  const file = {
    rule: RULE,
    launchId: 1,
    symbol: 'NEW',
    people: 11,
    supplyLots: 450,
    capLots: 101,
  };
  return { ...file, cancelled: false, rows };
})();

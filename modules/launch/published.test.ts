import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import { createDice } from '@assay/core/testing/dice';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import {
  type LaunchFile,
  type LotteryFile,
  readLaunch,
  sha256,
  signedBy,
  verifyLaunch,
} from '../../examples/verify-launch.mjs';
import { roundValue, ticketKey } from './machine/beacon.ts';
import { allotAll, RULE } from './rules/allocation.ts';
import { Draw, wins } from './rules/draw.ts';
import { BEACONS, LOTTERY_RULE, roundAfter, winnersOf } from './rules/lottery.ts';
import { practiceRound, START } from './testing/sale.ts';

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
      expect(made.own).toEqual({ asked, got, won: [] });
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

  it('LNCH-071 of a lottery is drawn again by the program, list, key of the beacon, round, value and winners', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { file, won } = lotteryOf(seed);
      const made = verifyLaunch(file, file.rows[0]![0]);
      const isDrawn = file.rows.reduce((sum, [, lots]) => sum + lots, 0) / TICKET > winnersIn(file);
      expect(made.lottery).toEqual({ beacon: 'practice', isDrawn, isChecked: false });
      expect(made.own?.won).toEqual(won);
    }
    const { file } = lotteryOf(3);
    const made = verifyLaunch(file, undefined, signedBy(bls12_381));
    expect(made.lottery).toMatchObject({ isDrawn: true, isChecked: true });
    const none = { listDigest: '', signature: '', value: '' };
    const rows = file.rows.map(([number, asked]) => [number, asked, 0] as const);
    const over = { ...file, rows, cancelled: true };
    for (const listDigest of ['', file.lottery!.listDigest]) {
      const lottery = { ...file.lottery!, ...none, listDigest };
      expect(verifyLaunch({ ...over, lottery })).toMatchObject({ sold: 0 });
    }
    // What was drawn cannot have been cancelled.
    expect(() => verifyLaunch(over)).toThrow('nothing had to be drawn');
    expect(() => verifyLaunch({ ...file, cancelled: 0 as unknown as boolean })).toThrow(
      'cancelled',
    );
    for (let length = 0; length < 130; length += 1) {
      const bytes = new Uint8Array(length).fill(length);
      expect(sha256(bytes)).toBe(hash('sha256', bytes));
    }
  });

  it('LNCH-072 of a lottery in which anything was changed is found, and what was not checked is said', () => {
    const { file } = lotteryOf(3);
    const lottery = file.lottery!;
    const [first, ...rest] = file.rows as [Row, ...Row[]];
    const signature = practiceRound(lottery.round + 1);
    const other = BEACONS[0]!;
    const faults: Readonly<Record<string, Partial<LaunchFile>>> = {
      rule: { rule: RULE },
      aTicketMore: { rows: [[first[0], first[1] + TICKET, first[2]], ...rest] },
      aTicketWonMore: { rows: [[first[0], first[1], first[2] + TICKET], ...rest] },
      aTicketWonLess: { rows: [[first[0], first[1], first[2] - TICKET], ...rest] },
      halfATicket: { rows: [[first[0], first[1] + 1, first[2]], ...rest] },
      leftOut: { rows: rest, people: rest.length },
      anotherNumber: { rows: [...rest, [rest.at(-1)![0] + 1, first[1], first[2]]] },
      anotherProject: { launchId: file.launchId + 1 },
      anotherClose: { closesAt: file.closesAt! + 3_000 },
      moreForSale: { supplyLots: file.supplyLots + TICKET },
      ...Object.fromEntries(
        Object.entries({
          digest: { listDigest: hash('sha256', 'another list') },
          value: { value: hash('sha256', 'another value') },
          round: { round: lottery.round + 1 },
          key: { publicKey: other.publicKey },
          chain: { chain: other.chain },
          unknownChain: { chain: hash('sha256', 'a beacon of ours') },
          unsigned: { signature: '' },
        }).map(([name, change]) => [name, { lottery: { ...lottery, ...change } }]),
      ),
    };
    for (const [name, change] of Object.entries(faults)) {
      expect(() => verifyLaunch({ ...file, ...change }), name).toThrow();
    }
    // A draw by a value of the house's own: only the signature tells.
    const forged = lotteryOf(3, signature).file;
    expect(verifyLaunch(forged).lottery).toMatchObject({ isChecked: false });
    expect(() => verifyLaunch(forged, undefined, signedBy(bls12_381))).toThrow('not signed');
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

const TICKET = 4;
const winnersIn = ({ supplyLots }: LaunchFile) => winnersOf(supplyLots, TICKET);

/** A lottery as the server publishes it, drawn by the engine's rule; what its first row has won. */
function lotteryOf(seed: number, forged?: string): { file: LaunchFile; won: number[] } {
  const dice = createDice(seed);
  const counts = Array.from({ length: dice.int(2, 30) }, () => dice.int(1, 5));
  const supplyLots = dice.int(TICKET, TICKET * 60);
  const total = counts.reduce((sum, one) => sum + one, 0);
  const { chain, publicKey } = BEACONS[1]!;
  const round = roundAfter(BEACONS[1]!, START);
  const signature = forged ?? practiceRound(round);
  const value = roundValue(signature);
  const winners = winnersOf(supplyLots, TICKET);
  const keyOf = (number: number) => ticketKey(7, value, number);
  const draw = new Draw(
    { length: counts.length, at: (i) => counts[i]! },
    { winners, total },
    keyOf,
  );
  while (!draw.isDone) draw.step(1_000);
  let number = 0;
  const won = counts.map((count) => {
    const own = Array.from({ length: count }, (_, i) => number + i + 1);
    number += count;
    return own.filter((one) => wins(keyOf(one), draw.cut, draw.cut.ties).won);
  });
  const rows = counts.map(
    (count, i) => [2 * i + 1, count * TICKET, won[i]!.length * TICKET] as const,
  );
  const list = counts.map((count, i) => `${2 * i + 1} ${count}`).join('\n');
  const listDigest = createHash('sha256').update(list).digest('hex');
  const isDrawn = total > winners;
  const lottery: LotteryFile = {
    ...{ chain, publicKey, round, ticketLots: TICKET, listDigest },
    ...{ signature: isDrawn ? signature : '', value: isDrawn ? value : '' },
  };
  const capLots = Math.min(5, winners) * TICKET;
  const file: LaunchFile = {
    ...{ rule: LOTTERY_RULE, launchId: 7, symbol: 'NEW', people: counts.length, closesAt: START },
    ...{ supplyLots, capLots, cancelled: false, lottery, rows },
  };
  return { file, won: won[0]! };
}

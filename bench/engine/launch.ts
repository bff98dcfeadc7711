import { createDice } from '@assay/core/testing/dice';
import { Allocation, allotted } from '../../modules/launch/rules/allocation.ts';

/**
 * The allocation of a sale to a million subscriptions, in the slices in which the engine works:
 * all passes and what each gets. Beside it: a sort of as many numbers, in one piece, in turns.
 * `longestMs` is the longest slice, which is what somebody else waits for.
 */
const PEOPLE = 1_000_000;
const TURNS = 7;
/** What one command looks at: 500 units of work, fifty wishes each. */
const SLICE = 25_000;

const dice = createDice(11);
/** Most ask for little, and some for very much. */
const wishes = Array.from({ length: PEOPLE }, () => 1 + Math.floor(1_000_000 * dice.next() ** 8));
const total = wishes.reduce((sum, lots) => sum + lots, 0);
const sale = { supply: BigInt(Math.floor(total / 3)), cap: 200_000n };

interface Turn {
  readonly ms: number;
  readonly longest: number;
  readonly slices: number;
}

function allocate(): Turn {
  const begun = performance.now();
  const allocation = new Allocation(wishes, sale);
  let [longest, slices] = [0, 0];
  const timed = (work: () => void) => {
    const from = performance.now();
    work();
    longest = Math.max(longest, performance.now() - from);
    slices += 1;
  };
  while (!allocation.isDone) timed(() => allocation.step(SLICE));
  const { shares } = allocation;
  let [{ ties }, sold] = [shares, 0n];
  for (let first = 0; first < PEOPLE; first += SLICE) {
    timed(() => {
      for (let i = first; i < Math.min(PEOPLE, first + SLICE); i += 1) {
        const got = allotted(BigInt(wishes[i]!), shares, sale.cap, ties);
        if (got.tie) ties -= 1;
        sold += got.lots;
      }
    });
  }
  if (sold !== sale.supply) throw new Error(`${sold} lots were sold of ${sale.supply}`);
  return { ms: performance.now() - begun, longest, slices };
}

function sorted(): number {
  const begun = performance.now();
  const order = [...wishes].sort((one, other) => other - one);
  if (order.length !== PEOPLE) throw new Error('numbers were lost');
  return performance.now() - begun;
}

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
const rounded = (ms: number) => Math.round(ms * 10) / 10;

const turns: Turn[] = [];
const sorts: number[] = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  turns.push(allocate());
  sorts.push(sorted());
}
const ms = median(turns.map((turn) => turn.ms));
const sortMs = median(sorts);
console.log(
  JSON.stringify({
    ...{ bench: 'launch', people: PEOPLE, slices: turns[0]!.slices },
    ...{ ms: rounded(ms), longestMs: rounded(median(turns.map((turn) => turn.longest))) },
    ...{ sortMs: rounded(sortMs), ratio: Math.round((ms / sortMs) * 100) / 100 },
  }),
);

import { createDice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { placesOf, type Room } from './scale-labels.ts';

const ROOM: Room = { height: 400, step: 20, taken: null };
const ysOf = (wanted: readonly number[], room = ROOM) =>
  placesOf(wanted, room).map((place) => place?.y);

it('UI-949 orders beyond the prices in view stand at the edge, the outermost price outermost', () => {
  expect(placesOf([0, 200, 400], ROOM).map((place) => place?.arrow)).toEqual([null, null, null]);
  expect(placesOf([-500, -1, 200, 401, 900], ROOM)).toEqual([
    { y: 58, arrow: '↑', count: 1 },
    { y: 78, arrow: '↑', count: 1 },
    { y: 200, arrow: null, count: 1 },
    { y: 370, arrow: '↓', count: 1 },
    { y: 390, arrow: '↓', count: 1 },
  ]);
  // They never fill the scale: the outermost one counts the rest.
  const counts = (room: Room) =>
    placesOf([-9, -8, -7, -6, -5, -4], room).map((place) => place?.count);
  expect(counts(ROOM)).toEqual([3, undefined, undefined, 1, 1, 1]);
  // And where there is little room, it counts more of them.
  expect(counts({ ...ROOM, taken: [90, 120] }).filter((count) => count)).toEqual([5, 1]);
});

it('UI-1061 labels of prices that lie close together stand around them, one below another', () => {
  expect(ysOf([100, 200])).toEqual([100, 200]);
  expect(ysOf([100, 100])).toEqual([90, 110]);
  expect(ysOf([100, 104, 300])).toEqual([92, 112, 300]);
  expect(ysOf([2, 3, 399])).toEqual([10, 30, 390]);
  // The last price stands where it is; what it would cover goes to the nearer side with room.
  const taken = { ...ROOM, taken: [180, 210] as const };
  expect(ysOf([185, 190, 207], taken)).toEqual([150, 170, 220]);
  expect(ysOf([20, 25], { ...ROOM, taken: [15, 45] })).toEqual([55, 75]);
});

it('UI-1061 no label covers another or the last price, wherever the prices lie', () => {
  const dice = createDice(3);
  for (let round = 0; round < 500; round += 1) {
    const top = dice.int(0, 370);
    const room: Room = { ...ROOM, taken: [top, top + 30] };
    const count = dice.int(0, 12);
    const wanted = Array.from({ length: count }, () => dice.int(-100, 500)).sort((a, b) => a - b);
    const ys = ysOf(wanted, room).filter((y) => y !== undefined);
    const boxes = [...ys.map((y) => [y - 10, y + 10]), [top, top + 30]];
    boxes.sort(([a = 0], [b = 0]) => a - b);
    for (const [i, [from = 0, to = 0]] of boxes.entries()) {
      expect(from, `${wanted} ${top}`).toBeGreaterThanOrEqual((boxes[i - 1]?.[1] ?? 0) - 1e-6);
      expect(to).toBeLessThanOrEqual(400 + 1e-6);
    }
  }
});

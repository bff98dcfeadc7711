import { expect, it } from 'vitest';
import { atEdge } from './edge.ts';

it('UI-949 orders beyond the prices in view stand at the edge, the outermost price outermost', () => {
  const of = (y: number, rank: number, count = 6) => atEdge(y, 400, 20, { rank, count });
  expect(of(200, 0)).toEqual({ y: 200, arrow: null });
  expect([of(0, 0), of(400, 5)].map(({ arrow }) => arrow)).toEqual([null, null]);
  expect([of(-500, 0), of(-1, 1)]).toEqual([
    { y: 58, arrow: '↑' },
    { y: 78, arrow: '↑' },
  ]);
  expect([of(401, 4), of(900, 5)]).toEqual([
    { y: 370, arrow: '↓' },
    { y: 390, arrow: '↓' },
  ]);
  // The labels never fill the pane.
  expect([of(-1, 3).y, of(-1, 4).y, of(-1, 5).y]).toEqual([118, 118, 118]);
});

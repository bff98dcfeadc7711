/** Arrow, areas and channels. */
import type { Coordinate } from 'klinecharts';
import { area, type Drawing, drawing, lines, rayEnd } from './figures.ts';

const HEAD = 11;
const HEAD_ANGLE = Math.PI / 7;

/** The two barbs of an arrow that points at `tip`. */
export function barbs(from: Coordinate, tip: Coordinate): [Coordinate, Coordinate] {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const barb = (turn: number): Coordinate => ({
    x: tip.x - HEAD * Math.cos(angle + turn),
    y: tip.y - HEAD * Math.sin(angle + turn),
  });
  return [barb(HEAD_ANGLE), barb(-HEAD_ANGLE)];
}

/** The fourth corner of a parallelogram with three consecutive corners. */
export function fourthCorner(a: Coordinate, b: Coordinate, c: Coordinate): Coordinate {
  return { x: a.x + c.x - b.x, y: a.y + c.y - b.y };
}

const arrow = drawing('arrow', 2, ({ coordinates: [from, tip] }) => {
  if (from === undefined || tip === undefined) return [];
  const [left, right] = barbs(from, tip);
  return lines([from, tip], [left, tip, right]);
});

const polyline: Drawing = {
  ...drawing('polyline', 1, ({ coordinates }) => lines(coordinates)),
  // Any number of points: a double click ends the drawing.
  totalStep: Number.MAX_SAFE_INTEGER,
};

const rectangle = drawing('rectangle', 2, ({ coordinates: [a, b] }) => {
  if (a === undefined || b === undefined) return [];
  return area([a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]);
});

const circle = drawing('circle', 2, ({ coordinates: [centre, edge] }) => {
  if (centre === undefined || edge === undefined) return [];
  const r = Math.hypot(edge.x - centre.x, edge.y - centre.y);
  return { type: 'circle', attrs: { ...centre, r }, styles: { style: 'stroke_fill' } };
});

const triangle = drawing('triangle', 3, ({ coordinates }) =>
  coordinates.length < 3 ? lines(coordinates) : area(coordinates),
);

const parallelogram = drawing('parallelogram', 3, ({ coordinates }) => {
  const [a, b, c] = coordinates;
  if (a === undefined || b === undefined || c === undefined) return lines(coordinates);
  return area([a, b, c, fourthCorner(a, b, c)]);
});

/**
 * Andrews' pitchfork: the median from the first point through the middle of the other two, and its
 * parallels through them.
 */
const pitchfork = drawing('pitchfork', 3, ({ coordinates, bounding }) => {
  const [handle, a, b] = coordinates;
  if (handle === undefined || a === undefined || b === undefined) return lines(coordinates);
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const along = (from: Coordinate): Coordinate =>
    rayEnd(from, { x: from.x + middle.x - handle.x, y: from.y + middle.y - handle.y }, bounding);
  return lines([handle, along(handle)], [a, b], [a, along(a)], [b, along(b)]);
});

export const shapes: readonly Drawing[] = [
  arrow,
  polyline,
  rectangle,
  circle,
  triangle,
  parallelogram,
  pitchfork,
];

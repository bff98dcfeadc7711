/** Which side of the market an order is on. A number, because the book indexes by it. */
export type Side = 0 | 1;

export const BUY = 0;
export const SELL = 1;

/** The side that an order of `side` trades against. */
export function opposite(side: Side): Side {
  return side === BUY ? SELL : BUY;
}

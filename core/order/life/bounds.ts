/**
 * How much work one command does at most, so that nobody waits long for the command of somebody
 * else. The time that each bound stands for is in bench/README.md (`bounds`).
 */
export interface Bounds {
  /** Resting orders that one taker meets: trades, and orders that self-trade prevention touches. */
  readonly fills: number;
  /**
   * Work after which a command begins nothing new: it fires no further stop, and the house places
   * no further quote. An order met counts one, and so does a stop fired. What was begun is
   * finished, so a command does less than `slice` and `fills` together.
   */
  readonly slice: number;
  /** Open orders of a user in all markets, waiting stops included: one command may end them all. */
  readonly openOrders: number;
}

export const BOUNDS: Bounds = { fills: 1_000, slice: 500, openOrders: 1_000 };

/**
 * Long work of a machine that nobody waits for, as settlements at one tick or days to be booked,
 * is done so many items at a time: an order beside it waits for two such commands at most. With 32
 * it then takes up to 2.6 times as long as usual, with 64 four times, with 500 eight (bench
 * `options`); all of the work takes twice as long with 32 as with 500.
 */
export const PIECE = 32;

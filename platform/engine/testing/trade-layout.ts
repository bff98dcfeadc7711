// Made from the declaration of sample_trade by `npx tsx tools/layouts.ts`.

/** Places of a row in its numbers. */
export enum Field {
  market,
  id,
  ticks,
  takerSide,
  takerFilled,
}

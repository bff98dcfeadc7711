// Made from the declaration of sample_trade by `npx tsx tools/layouts.ts`.

/** Positions in the numbers of a row. */
export enum Field {
  market,
  id,
  ticks,
  takerSide,
  takerFilled,
}

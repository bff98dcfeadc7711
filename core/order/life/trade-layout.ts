// Made from the declaration of trade by `npx tsx tools/layouts.ts`.

/** Places of a row in its numbers. */
export enum Field {
  market,
  id,
  seq,
  at,
  ticks,
  lots,
  takerSide,
  takerOrder,
  makerOrder,
  takerUser,
  makerUser,
  takerFee,
  makerFee,
  takerFilled,
  makerFilled,
}

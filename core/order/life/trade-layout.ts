// Made from the declaration of trade by `npx tsx tools/layouts.ts`.

/** Positions in the numbers of a row. */
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
  buyerFeeInBase,
  takerFilled,
  makerFilled,
}

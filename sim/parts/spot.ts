import { plainSpot } from '../../modules/spot/testing/plain-spot.ts';
import { SPOT_MARKETS } from '../workload/listings.ts';
import type { SimPart } from './part.ts';

/** Spot: in every realm. */
export const spotPart: SimPart = {
  name: 'spot',
  realm: null,
  markets: SPOT_MARKETS,
  twin: () => ({ plain: plainSpot(), compare: () => undefined }),
  books: () => ({
    heldAsset: ({ side }, { base, quote }) => (side === 'buy' ? quote : base),
    trade({ market: { base, quote }, buyer, seller, quantity, value }, add) {
      add(buyer, base, quantity);
      add(seller, base, -quantity);
      add(buyer, quote, -value);
      add(seller, quote, value);
    },
  }),
};

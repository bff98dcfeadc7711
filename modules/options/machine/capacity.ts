import { lesser } from '@assay/core/num/integer';
import { buyerCapacity } from '../rules/terms.ts';
import type { MarketRow } from '../store/tables.ts';
import type { Escrow } from './escrow.ts';
import type { OpenOptions } from './open-options.ts';

/** How much the house still adds to options of a market: for all buyers, and for one of them. */
export class Capacity {
  readonly #open: Pick<OpenOptions, 'house' | 'of'>;
  readonly #escrow: Pick<Escrow, 'capital'>;

  constructor(open: Pick<OpenOptions, 'house' | 'of'>, escrow: Pick<Escrow, 'capital'>) {
    this.#open = open;
    this.#escrow = escrow;
  }

  /** What is left of the house's part for one expiry of a market. */
  room({ market, asset, capacityExpiry, capacityOpen }: MarketRow, expiresAt: number): bigint {
    return leastOf([
      BigInt(capacityExpiry) - this.#open.house(market, expiresAt),
      BigInt(capacityOpen) - this.#open.house(market, null),
      this.#escrow.capital(asset),
    ]);
  }

  /**
   * What one buyer may still take of the two capacities of a market, whatever others have taken.
   * The share is the same for everybody; what somebody has of it are their open options.
   */
  share(row: MarketRow, expiresAt: number, buyer: number | null): bigint {
    const { market, capacityExpiry, capacityOpen, buyerSharePpm } = row;
    let [atExpiry, inAll] = [capacityExpiry, capacityOpen].map((capacity) =>
      BigInt(buyerCapacity(capacity, buyerSharePpm)),
    ) as [bigint, bigint];
    for (const one of buyer === null ? [] : this.#open.of(buyer)) {
      if (one.market !== market) continue;
      const house = BigInt(one.payout - one.stake);
      inAll -= house;
      if (one.expiresAt === expiresAt) atExpiry -= house;
    }
    return leastOf([atExpiry, inAll]);
  }

  /** What one buyer can take now. */
  roomOf(row: MarketRow, expiresAt: number, buyer: number | null): bigint {
    return leastOf([this.room(row, expiresAt), this.share(row, expiresAt, buyer)]);
  }
}

function leastOf(rooms: readonly bigint[]): bigint {
  const least = rooms.reduce(lesser);
  return least > 0n ? least : 0n;
}

interface OfMarket {
  readonly market: { readonly market: string; readonly stage: string };
}
interface Held {
  readonly contract: string;
}

/**
 * The contracts that a reader chooses from: of those that were delisted only the ones in which they
 * still have something, which they can close.
 */
export function contractsToChoose<C extends OfMarket>(
  contracts: readonly C[],
  own: { readonly positions: readonly Held[]; readonly orders: readonly Held[] } | undefined,
): readonly C[] {
  const held = new Set(
    [...(own?.positions ?? []), ...(own?.orders ?? [])].map((one) => one.contract),
  );
  return contracts.filter(({ market }) => market.stage !== 'delisted' || held.has(market.market));
}

interface OfContract {
  readonly view: { readonly listing: { readonly status: string } };
  readonly market: { readonly status: string; readonly stage: string };
}

/** Whether positions of a contract can be closed and none opened, whatever its session is. */
export function isClosingOnly({ view, market }: OfContract): boolean {
  if (market.stage === 'preOpen') return false;
  return (
    view.listing.status === 'closeOnly' || market.status === 'halted' || market.stage === 'delisted'
  );
}

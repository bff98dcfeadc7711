import { useMemo } from 'react';
import type { MarketView, OrderView } from '../lib/api/wire.ts';
import { useMarkets } from '../lib/data/markets.ts';
import { useAccount } from './account/account-store.ts';
import type { DeskProduct } from './product.ts';

type Product = Pick<DeskProduct, 'name'>;

/** The markets of a product, in the server's order; undefined until the list is loaded. */
export function useProductMarkets({ name }: Product): readonly MarketView[] | undefined {
  const { data } = useMarkets();
  return useMemo(() => data?.filter(({ product }) => product === name), [data, name]);
}

/** The account's open orders in the markets of a product. */
export function useProductOrders(product: Product): readonly OrderView[] {
  const markets = useProductMarkets(product);
  const orders = useAccount((account) => account.orders);
  return useMemo(() => {
    const symbols = new Set(markets?.map(({ market }) => market));
    return orders.filter(({ market }) => symbols.has(market));
  }, [markets, orders]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { MarketView, TickersData, TickerView } from '../api/wire.ts';
import { createPublisher } from '../stream/publisher.ts';
import { api, stream } from './services.ts';

/**
 * Markets and their live figures. The list is requested once; from then on the stream's `tickers`
 * channel updates the figures outside React, and only the cells of markets that changed re-render.
 */
const PUBLISH_EVERY_MS = 250;

const figures = new Map<string, TickerView>();
const listeners = new Map<string, Set<() => void>>();
const listenersToAll = new Set<() => void>();
const changed = new Set<string>();
let version = 0;

const publisher = createPublisherLater();

/** The static data of every market, in the server's order, with the state of the query. */
export function useMarkets() {
  return useQuery({
    queryKey: ['markets'],
    queryFn: async ({ signal }) => {
      const { markets } = await api.call('getmarketList', {}, { signal, quiet: true });
      for (const market of markets) if (!figures.has(market.market)) update(market);
      return markets;
    },
    staleTime: 300_000,
    // Markets are listed, open and end while somebody looks.
    refetchInterval: 30_000,
  });
}

/** One market by its symbol; undefined until the list is loaded. */
export function useMarket(symbol: string): MarketView | undefined {
  return useMarkets().data?.find((market) => market.market === symbol);
}

/** The live figures of one market; undefined until the first update about it. */
export function useTicker(symbol: string): TickerView | undefined {
  return useSyncExternalStore(
    (listener) => listen(listeners, symbol, listener),
    () => figures.get(symbol),
  );
}

/** The figures of all markets, for sorting; a new value at most four times a second. */
export function useTickers(): ReadonlyMap<string, TickerView> {
  const read = () => version;
  useSyncExternalStore(listenAll, read, read);
  return figures;
}

export function tickerOf(symbol: string): TickerView | undefined {
  return figures.get(symbol);
}

/** Subscribes to the tickers while a screen that shows them is mounted. */
export function useTickerStream(): void {
  useEffect(() => stream.subscribe('tickers', { snapshot: updateAll, delta: updateAll }), []);
}

function updateAll(data: unknown): void {
  for (const ticker of (data as TickersData).tickers) update(ticker);
}

function update(ticker: TickerView): void {
  figures.set(ticker.market, ticker);
  changed.add(ticker.market);
  publisher.mark();
}

function flush(): void {
  version += 1;
  for (const symbol of changed) for (const listener of listeners.get(symbol) ?? []) listener();
  changed.clear();
  for (const listener of listenersToAll) listener();
}

function listen(map: Map<string, Set<() => void>>, key: string, listener: () => void) {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0) map.delete(key);
  };
}

function listenAll(listener: () => void): () => void {
  listenersToAll.add(listener);
  return () => listenersToAll.delete(listener);
}

/** Tests import this file without a document, so the publisher is created on first use. */
function createPublisherLater() {
  let made: ReturnType<typeof createPublisher> | null = null;
  return {
    mark() {
      made ??= createPublisher(PUBLISH_EVERY_MS, flush);
      made.mark();
    },
  };
}

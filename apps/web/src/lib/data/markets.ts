import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { MarketView, TickersData, TickerView } from '../api/wire.ts';
import { createPublisher } from '../stream/publisher.ts';
import { api, stream } from './services.ts';

/**
 * Markets and their moving figures. The list is asked for once; from then on `tickers` keeps the
 * figures of each market, outside React, and only the cells whose market changed draw again.
 */
const PUBLISH_EVERY_MS = 250;

const figures = new Map<string, TickerView>();
const waiting = new Map<string, Set<() => void>>();
const everyone = new Set<() => void>();
const changed = new Set<string>();
let version = 0;

const publisher = createPublisherLater();

/** The static side of every market, in the server's order, and the query's state. */
export function useMarkets() {
  return useQuery({
    queryKey: ['markets'],
    queryFn: async ({ signal }) => {
      const { markets } = await api.call('getmarketList', {}, { signal, quiet: true });
      for (const market of markets) if (!figures.has(market.market)) take(market);
      return markets;
    },
    staleTime: 300_000,
  });
}

/** One market by its symbol, once the list is there. */
export function useMarket(symbol: string): MarketView | undefined {
  return useMarkets().data?.find((market) => market.market === symbol);
}

/** The moving figures of one market; undefined before the first word about it. */
export function useTicker(symbol: string): TickerView | undefined {
  return useSyncExternalStore(
    (listener) => listen(waiting, symbol, listener),
    () => figures.get(symbol),
  );
}

/** All figures at once, for sorting. A new value at most four times a second. */
export function useTickers(): ReadonlyMap<string, TickerView> {
  useSyncExternalStore(listenAll, () => version);
  return figures;
}

export function tickerOf(symbol: string): TickerView | undefined {
  return figures.get(symbol);
}

/** Keeps the figures moving while a screen that shows them is on. */
export function useTickerStream(): void {
  useEffect(() => stream.subscribe('tickers', { snapshot: takeAll, delta: takeAll }), []);
}

function takeAll(data: unknown): void {
  for (const ticker of (data as TickersData).tickers) take(ticker);
}

function take(ticker: TickerView): void {
  figures.set(ticker.market, ticker);
  changed.add(ticker.market);
  publisher.mark();
}

function flush(): void {
  version += 1;
  for (const symbol of changed) for (const listener of waiting.get(symbol) ?? []) listener();
  changed.clear();
  for (const listener of everyone) listener();
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
  everyone.add(listener);
  return () => everyone.delete(listener);
}

/** Tests import this file without a page, so the publisher is made on first use. */
function createPublisherLater() {
  let made: ReturnType<typeof createPublisher> | null = null;
  return {
    mark() {
      made ??= createPublisher(PUBLISH_EVERY_MS, flush);
      made.mark();
    },
  };
}

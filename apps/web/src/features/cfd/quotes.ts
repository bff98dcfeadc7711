import type { CfdQuotesData, CfdQuoteView } from '@assay/modules/cfd/schema';
import { useEffect, useSyncExternalStore } from 'react';
import { stream } from '../../lib/data/services.ts';
import { createPublisher, type Publisher } from '../../lib/stream/publisher.ts';

export type Quote = Pick<CfdQuoteView, 'bid' | 'ask' | 'at'>;

/** How often the screen follows the prices at most. */
const PUBLISH_EVERY_MS = 250;

let quotes: ReadonlyMap<string, Quote> = new Map();
const waiting = new Map<string, Quote>();
const listeners = new Set<() => void>();
let publisher: Publisher | null = null;

/** The prices of contracts now, as far as the stream has said them; a new map when one moves. */
export function useQuotes(): ReadonlyMap<string, Quote> {
  return useSyncExternalStore(listen, () => quotes);
}

/** Subscribes to the prices while a screen that shows them is mounted. */
export function useQuoteStream(): void {
  useEffect(() => stream.subscribe('cfdQuotes', { snapshot: update, delta: update }), []);
}

function update(data: unknown): void {
  for (const { contract, bid, ask, at } of (data as CfdQuotesData).quotes) {
    waiting.set(contract, { bid, ask, at });
  }
  publisher ??= createPublisher(PUBLISH_EVERY_MS, flush);
  publisher.mark();
}

function flush(): void {
  quotes = new Map([...quotes, ...waiting]);
  waiting.clear();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

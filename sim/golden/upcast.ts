import type { LogEntry } from '@assay/platform/engine/chain';

/** What the log has said before the entry at hand. */
export interface Seen {
  /** Base and quote of every market by its symbol, as it was listed. */
  readonly markets: ReadonlyMap<string, { readonly base: string; readonly quote: string }>;
}

/**
 * A stored command in the words of today. Where a command's body has changed its form since it was
 * logged, the change is made here, for this one check and for a replay of an old log alike.
 */
export function upcast(entry: LogEntry, _seen: Seen): LogEntry {
  return entry;
}

/** The entries of a stored log, each in the words of today. */
export function* upcastLog(entries: Iterable<LogEntry>): IterableIterator<LogEntry> {
  const markets = new Map<string, { base: string; quote: string }>();
  for (const entry of entries) {
    const [, , type, , , body, outcome] = entry;
    if (type === 'listMarket' && outcome.refusal === undefined) {
      const { symbol, base, quote } = body as { symbol: string; base: string; quote: string };
      markets.set(symbol, { base, quote });
    }
    yield upcast(entry, { markets });
  }
}

import { PriceUpcaster } from '@assay/modules/markets';
import type { LogEntry } from '@assay/platform/engine/chain';

/**
 * The entries of a stored log in today's form. Where the form of a body has changed since it was
 * logged, it is converted here.
 */
export function* upcastLog(entries: readonly LogEntry[]): IterableIterator<LogEntry> {
  const prices = new PriceUpcaster();
  // A market may have been listed after the first price that it follows.
  for (const [, , type, , , body, outcome] of entries) prices.learn({ type, body, outcome });
  for (const [seq, at, type, actor, id, body, outcome] of entries) {
    const upcast = prices.upcast({ type, body, outcome });
    yield [seq, at, type, actor, id, upcast.body, renamed(type, body, outcome)];
  }
}

const STOPS = new Set(['stopMarket', 'stopLimit']);

/** The limit of stops was refused by the name of that of orders, which did not count them. */
function renamed(type: string, body: LogEntry[5], outcome: LogEntry[6]): LogEntry[6] {
  const { refusal } = outcome as { refusal?: string };
  if (refusal !== 'tooManyOrders') return outcome;
  const stops = type === 'placeOco' || STOPS.has((body as { type?: string }).type ?? '');
  return stops ? { ...outcome, refusal: 'tooManyStops' } : outcome;
}

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
    const isUnknown = type === 'amendOrder' && isRefused(outcome, 'unknownOrder');
    yield [seq, at, type, actor, id, isUnknown ? NO_ORDER : upcast.body, outcome];
  }
}

/**
 * A stop that waited was unknown to an amendment, and can be amended today. The command is kept in
 * its place, about an order that never was.
 */
const NO_ORDER = { orderId: 1, quantity: '1' };

function isRefused(outcome: LogEntry[6], refusal: string): boolean {
  return 'refusal' in outcome && outcome.refusal === refusal;
}

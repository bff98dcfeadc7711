import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Fact } from '@assay/core/schema/registry';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import type { LiveContract } from './machine/contract.ts';
import type { CfdQuotesData, CfdQuoteView } from './schema/views.ts';

const QUOTES_EVERY_MS = 250;
const CHANNEL = 'cfdQuotes';

/** The prices at which contracts of one realm are opened and closed now, for subscribers. */
export class CfdQuoteStreams {
  readonly #publisher: Publisher;

  /** `contracts`: those of the engine now. */
  constructor(
    hub: Pick<Hub, 'declare'>,
    realm: Realm,
    contracts: () => readonly Pick<LiveContract, 'row' | 'quote'>[],
  ) {
    const snapshot = (): CfdQuotesData => ({ quotes: contracts().flatMap(quoteView) });
    this.#publisher = hub.declare(
      realm,
      CHANNEL,
      { everyMs: QUOTES_EVERY_MS },
      { snapshot: (name) => (name === CHANNEL ? snapshot() : null) },
    );
  }

  commit(facts: readonly Fact[]): void {
    if (!this.#publisher.hasReaders(CHANNEL)) return;
    const quotes = facts.flatMap((fact): CfdQuoteView[] => {
      if (fact.type !== 'cfdQuoted') return [];
      const { type: _, ...quote } = fact;
      return [quote];
    });
    if (quotes.length === 0) return;
    this.#publisher.publish(CHANNEL, (waiting: CfdQuotesData | undefined) =>
      merged(waiting, quotes),
    );
  }
}

/** The last quote of each contract. */
function merged(waiting: CfdQuotesData | undefined, news: readonly CfdQuoteView[]): CfdQuotesData {
  const byContract = new Map((waiting?.quotes ?? []).map((quote) => [quote.contract, quote]));
  for (const quote of news) byContract.set(quote.contract, quote);
  return { quotes: [...byContract.values()] };
}

function quoteView({ row, quote }: Pick<LiveContract, 'row' | 'quote'>): CfdQuoteView[] {
  if (quote === null) return [];
  const { n: tick, at } = quote;
  const [bid, ask] = [formatSafe(quote.bid, SCALE), formatSafe(quote.ask, SCALE)];
  return [{ contract: row.symbol, bid, ask, tick, at }];
}

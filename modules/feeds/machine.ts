import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { INDEX_NAME } from '@assay/core/order/market';
import type {
  Fact,
  Machine,
  Outcome,
  RowReader,
  RowWriter,
  Rule,
  Turn,
} from '@assay/platform/engine/machine';
import type { RecordPrices } from './schema.ts';
import { LOAD_REFERENCE_PRICES, referencePriceWriter } from './store/reference-price.ts';

/** The last price of an index that the engine knows. */
export interface ReferencePrice {
  /** The name of the index: BTC-USDT. */
  readonly index: string;
  /** Decimal text without trailing zeros. */
  readonly price: string;
  /** The same price in units of 1e-8, a safe integer above zero. */
  readonly units: number;
  /** Number of its tick in the tick log of the index. */
  readonly n: number;
  /** When the engine took it. */
  readonly at: number;
}

/** An index older than this decides nothing: no stop, no band, no valuation of a risk. */
export const INDEX_MAX_AGE_MS = 10_000;

/** Prices in one command: all that a feed of ours has, with room. */
const MAX_PRICES = 2_000;

/** Called inside the command, before its outcome: what the listener changes belongs to it. */
export type PricesListener = (prices: ReadonlyMap<string, ReferencePrice>, turn: Turn) => void;

/**
 * Reference prices as the engine knows them. They come in by command, so that whatever they set
 * off is in the one order of everything, and a replay of the commands sets off the same.
 */
export class FeedsMachine implements Machine {
  readonly name = 'feeds';
  readonly rules: Readonly<Record<string, Rule>> = {
    recordPrices: (body: RecordPrices, turn) => this.#recordPrices(body, turn),
  };
  readonly writers: readonly RowWriter[];

  readonly #last = new Map<string, ReferencePrice>();
  readonly #changed = new Map<string, ReferencePrice>();
  readonly #listeners: PricesListener[] = [];
  #facts: Fact[] = [];

  constructor() {
    this.writers = [referencePriceWriter(this.#changed)];
  }

  /** Calls the listener with the indices whose price a command has just changed, in its order. */
  onPrices(listener: PricesListener): void {
    this.#listeners.push(listener);
  }

  /** The last price of the index, however old. */
  lastIndex(index: string): ReferencePrice | undefined {
    return this.#last.get(index);
  }

  /** The price of the index if it is fresh enough at `at` to decide anything. */
  freshIndex(index: string, at: number): ReferencePrice | undefined {
    const price = this.#last.get(index);
    return price !== undefined && at - price.at <= INDEX_MAX_AGE_MS ? price : undefined;
  }

  async load(reader: RowReader): Promise<void> {
    type Row = { index: string; price: string; n: number | string; at: number | string };
    for (const row of await reader.rows<Row>(LOAD_REFERENCE_PRICES)) {
      const units = unitsOf(row.price);
      assert(units > 0, `stored price ${row.price} of ${row.index} is no price`);
      this.#last.set(row.index, { ...row, units, n: Number(row.n), at: Number(row.at) });
    }
  }

  takeFacts(): Fact[] {
    const facts = this.#facts;
    if (facts.length > 0) this.#facts = [];
    return facts;
  }

  digest(write: (line: string) => void): void {
    const prices = [...this.#last.values()].sort((a, b) => (a.index < b.index ? -1 : 1));
    for (const { index, price, n, at } of prices) write(`index ${index} ${price} ${n} ${at}`);
  }

  audit(): void {
    for (const [index, price] of this.#last) {
      assert(price.index === index, `price of ${price.index} is kept as that of ${index}`);
      assert(unitsOf(price.price) === price.units, `price of ${index} has two values`);
      assert(price.units > 0 && price.n > 0, `price of ${index} is not positive`);
    }
  }

  /** Prices whose tick is not newer than the one known are passed over: the order is the log's. */
  #recordPrices({ prices }: RecordPrices, turn: Turn): Outcome {
    if (turn.actor !== OWNER.feeds) return { refusal: 'notAllowed' };
    const taken = readPrices(prices, turn.at);
    if (taken === null) return { refusal: 'badPrices' };
    const news = new Map<string, ReferencePrice>();
    for (const price of taken) {
      if (price.n <= (this.#last.get(price.index)?.n ?? 0)) continue;
      news.set(price.index, price);
      this.#last.set(price.index, price);
      this.#changed.set(price.index, price);
    }
    if (news.size > 0) {
      const facts = [...news.values()].map(({ index, price, n }) => ({ index, price, n }));
      this.#facts.push({ type: 'pricesRecorded', prices: facts });
      for (const listener of this.#listeners) listener(news, turn);
    }
    return { recorded: news.size };
  }
}

/** The prices with their integers, or null when anything in the list is not a price. */
function readPrices(prices: RecordPrices['prices'], at: number): ReferencePrice[] | null {
  if (!Array.isArray(prices) || prices.length === 0 || prices.length > MAX_PRICES) return null;
  const seen = new Set<string>();
  const taken: ReferencePrice[] = [];
  for (const entry of prices as (RecordPrices['prices'][number] | null)[]) {
    if (typeof entry !== 'object' || entry === null) return null;
    const { index, price, n } = entry;
    if (typeof index !== 'string' || !INDEX_NAME.test(index) || seen.has(index)) return null;
    const units = unitsOf(price);
    if (units === 0 || !Number.isSafeInteger(n) || n < 1) return null;
    seen.add(index);
    taken.push({ index, price: formatSafe(units, SCALE), units, n, at });
  }
  return taken;
}

/** Units of 1e-8, or 0 when the text is no price above zero within the safe integers. */
function unitsOf(text: string): number {
  const units = parseDecimal(text, SCALE);
  return units === null || units > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(units);
}

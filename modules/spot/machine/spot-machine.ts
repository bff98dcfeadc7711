import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import type { MarketState } from '@assay/core/order/life/market-state';
import { Seat } from '@assay/core/order/life/seats';
import type { TradingState } from '@assay/core/order/life/state';
import { MAX_FEE_PPM } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import type { OrdersMachine } from '@assay/modules/orders';
import type { Fact, Machine, RowReader } from '@assay/platform/engine/machine';
import type { SetFeeTier } from '../schema.ts';
import { readFeeTiers, tierWriter } from '../store/tiers.ts';
import { withdrawQuotes } from './quote.ts';
import { SpotProduct } from './spot-product.ts';

type SpotRules = RulesFor<'setFeeTier' | 'withdrawStaleQuotes'>;

/** What is spot's own in the engine: its money, its fee tiers, and the house's quotes. */
export class SpotMachine implements Machine {
  readonly name = 'spot';
  readonly rules: SpotRules = {
    setFeeTier: (body, turn) => this.#setFeeTier(body, turn),
    withdrawStaleQuotes: (_body, turn) => this.#withdrawStaleQuotes(turn),
  };
  readonly writers;
  readonly #state: TradingState;
  readonly #product: SpotProduct;
  /** Users whose rates were set since the last batch. */
  readonly #changed = new Set<number>();

  constructor(orders: OrdersMachine) {
    this.#state = orders.state;
    this.#product = new SpotProduct(orders.state);
    orders.addProduct(this.#product);
    this.writers = [tierWriter(this.#product.ownRates, this.#changed)];
  }

  /** The rates that a user has of their own; undefined for who pays what the market asks. */
  ownRates(userId: number): Rates | undefined {
    return this.#product.ownRates.get(userId);
  }

  /** Users who have rates of their own, by id. */
  allOwnRates(): (readonly [userId: number, rates: Rates])[] {
    return [...this.#product.ownRates].sort(([a], [b]) => a - b);
  }

  /** Markets in which the house quotes around an index that is too old to decide anything. */
  staleQuotes(at: number): MarketState[] {
    const house = this.#state.traders.of(OWNER.marketMaker);
    return this.#state.markets.filter(
      (market) =>
        market?.product === this.#product &&
        market.seats.get(house, Seat.first) !== 0 &&
        at - market.indexAt > INDEX_MAX_AGE_MS,
    ) as MarketState[];
  }

  async load(reader: RowReader): Promise<void> {
    await readFeeTiers(reader, ({ userId, makerPpm, takerPpm }) =>
      this.#setRates(userId, { makerPpm, takerPpm }),
    );
  }

  takeFacts(): Fact[] {
    return [];
  }

  digest(write: (line: string) => void): void {
    for (const [userId, { makerPpm, takerPpm }] of this.allOwnRates()) {
      write(`tier ${userId} ${makerPpm} ${takerPpm}`);
    }
  }

  audit(): void {}

  /** Without fresh prices nobody quotes: the next ones bring the house back. */
  #withdrawStaleQuotes({ seq, at, actor }: Turn): ReturnType<SpotRules['withdrawStaleQuotes']> {
    if (actor !== OWNER.feeds) return { refusal: 'notAllowed' };
    this.#state.begin(seq, at);
    const stale = this.staleQuotes(at);
    for (const market of stale) withdrawQuotes(this.#state, market);
    return { markets: stale.map(({ rules }) => rules.symbol).sort() };
  }

  #setFeeTier(body: SetFeeTier, turn: Turn): ReturnType<SpotRules['setFeeTier']> {
    if (turn.actor !== OWNER.setup) return { refusal: 'notAllowed' };
    for (const ppm of [body.makerPpm, body.takerPpm]) {
      if (!Number.isInteger(ppm) || ppm < 0 || ppm > MAX_FEE_PPM) return { refusal: 'invalidFee' };
    }
    if (!Number.isSafeInteger(body.userId) || body.userId < FIRST_USER) {
      return { refusal: 'unknownUser' };
    }
    const { userId, makerPpm, takerPpm } = body;
    this.#setRates(userId, { makerPpm, takerPpm });
    this.#changed.add(userId);
    return { ...body };
  }

  #setRates(userId: number, rates: Rates): void {
    this.#product.ownRates.set(userId, rates);
    this.#state.renewRates(userId);
  }
}

import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import { INDEX_MAX_AGE_MS } from '@assay/core/order/conditions';
import { FEE_STEPS } from '@assay/core/order/fee-tier';
import type { MarketState } from '@assay/core/order/life/market-state';
import { Seat } from '@assay/core/order/life/seats';
import type { TradingState } from '@assay/core/order/life/state';
import { MAX_FEE_PPM } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import type { RowOf } from '@assay/core/schema/record';
import type { RulesFor } from '@assay/core/schema/registry';
import type { Turn } from '@assay/core/schema/turn';
import { DAY } from '@assay/core/time';
import type { OrdersMachine } from '@assay/modules/orders';
import type { Fact, Machine, RowReader } from '@assay/platform/engine/machine';
import { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { FeeCut, SetFeeTier, WithdrawStaleQuotes } from '../schema.ts';
import { feeCut, feeTier } from '../store/tables.ts';
import { withdrawQuotes } from './quote.ts';
import { SpotProduct } from './spot-product.ts';

type SpotRules = RulesFor<'setFeeTier' | 'withdrawStaleQuotes'>;

/** Spot in the engine: its settlement, its fee tiers, and the house's quotes. */
export class SpotMachine implements Machine {
  readonly name = 'spot';
  readonly rules: SpotRules = {
    setFeeTier: (body, turn) => this.#setFeeTier(body, turn),
    withdrawStaleQuotes: (body, turn) => this.#withdrawStaleQuotes(body, turn),
  };
  readonly tables = [feeTier, feeCut];
  readonly writers;
  readonly #state: TradingState;
  readonly #product: SpotProduct;
  readonly #cuts = new HistoryTable(feeCut);

  constructor(orders: OrdersMachine) {
    this.#state = orders.state;
    this.#product = new SpotProduct(orders.state);
    orders.addProduct(this.#product);
    this.writers = [...this.#product.tiers.writers, ...this.#cuts.writers];
  }

  /** The user's own rates; undefined for a user who pays those of the market. */
  ownRates(userId: number): Rates | undefined {
    return this.#product.tiers.get(userId);
  }

  /** The rates of the users who have their own, by user id. */
  feeTiers(): readonly RowOf<typeof feeTier>[] {
    return this.#product.tiers.rows();
  }

  /** Markets in which the house quotes around an index price that is older than the age. */
  staleQuotes(at: number, olderThanMs: number): MarketState[] {
    const house = this.#state.traders.of(OWNER.marketMaker);
    return this.#state.markets.filter(
      (market) =>
        market?.product === this.#product &&
        market.seats.get(house, Seat.first) !== 0 &&
        at - market.indexAt > olderThanMs,
    ) as MarketState[];
  }

  async load(reader: RowReader): Promise<void> {
    await this.#product.tiers.load(reader);
    for (const { userId } of this.feeTiers()) this.#state.renewRates(userId);
  }

  takeFacts(): Fact[] {
    return [];
  }

  digest(write: (line: string) => void): void {
    this.#product.tiers.digest(write);
  }

  audit(): void {
    this.#product.tiers.audit();
  }

  /** The house does not quote without fresh prices; its quotes return with the next ones. */
  #withdrawStaleQuotes(
    { olderThanMs = INDEX_MAX_AGE_MS }: WithdrawStaleQuotes,
    { seq, at, actor }: Turn,
  ): ReturnType<SpotRules['withdrawStaleQuotes']> {
    if (actor !== OWNER.feeds) return { refusal: 'notAllowed' };
    const isAge = Number.isInteger(olderThanMs) && olderThanMs > 0;
    if (!isAge || olderThanMs > INDEX_MAX_AGE_MS) return { refusal: 'invalidAge' };
    this.#state.begin(seq, at);
    const stale = this.staleQuotes(at, olderThanMs);
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
    const { userId, makerPpm, takerPpm, cut } = body;
    if (cut !== undefined && !isCut(cut)) return { refusal: 'invalidCut' };
    // What was counted for another day says nothing about this one.
    if (cut !== undefined && cut.day !== Math.floor(turn.at / DAY)) return { refusal: 'dayPassed' };
    const { tiers } = this.#product;
    const tier = tiers.get(userId);
    const rates = { makerPpm, takerPpm, byCut: cut !== undefined };
    if (tier === undefined) tiers.insert({ userId, ...rates });
    else tiers.change(tier, rates);
    const { seq, at } = turn;
    if (cut !== undefined) this.#cuts.add({ seq, userId, ...cut, makerPpm, takerPpm, at });
    this.#state.renewRates(userId);
    return { ...body };
  }
}

/** The most digits that a volume has. */
const MAX_DIGITS = 30;

function isCut({ day, tier, volume }: FeeCut): boolean {
  if (!Number.isSafeInteger(day) || !Number.isInteger(tier)) return false;
  if (tier < 0 || tier > FEE_STEPS || typeof volume !== 'string') return false;
  return /^\d+$/.test(volume) && volume.length <= MAX_DIGITS;
}

import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { PlaceOrder } from '@assay/core/order/intent';
import type { Bounds } from '@assay/core/order/life/bounds';
import { ORDER_STATUSES } from '@assay/core/order/order';
import type { Fact } from '@assay/platform/engine/machine';
import { endBatch } from '../../orders/testing/subject.ts';
import { createSpotRealm, type SpotRealm } from './spot-realm.ts';

/** An outcome whose fields can be read without knowing its type. */
export type Answer = Readonly<Record<string, unknown>> & { readonly refusal?: string };

const START = 1_763_640_000_000;

export interface FloorMarket {
  readonly symbol: string;
  readonly base: string;
  readonly tickSize?: string;
  readonly stepSize?: string;
  readonly maxPrice?: string;
  readonly minQuantity?: string;
  readonly maxQuantity?: string;
  readonly minNotional?: string;
  readonly maxNotional?: string;
  readonly makerFeePpm?: number;
  readonly takerFeePpm?: number;
}

/** One market with round numbers: price 100.00, quantity 1.0, fees 0.1 %. */
const PLAIN: FloorMarket = { symbol: 'ABCUSDT', base: 'ABC' };

/** A realm in memory with short methods: commands in, numbers out as people write them. */
export class Floor {
  readonly machines: SpotRealm;
  now = START;
  #ticks = 0;
  #users = 0;

  /** `bounds`: how much one command does at most, where it is not as in the product. */
  constructor(markets: readonly FloorMarket[] = [PLAIN], bounds?: Bounds) {
    this.machines = createSpotRealm(bounds);
    const assets = new Set(['USDT', ...markets.map((market) => market.base)]);
    for (const symbol of assets) this.must(OWNER.setup, 'listAsset', { symbol, name: symbol });
    for (const market of markets) {
      this.must(OWNER.setup, 'listMarket', {
        quote: 'USDT',
        tickSize: '0.01',
        stepSize: '0.1',
        maxPrice: '100000',
        minQuantity: '0.1',
        maxQuantity: '10000',
        minNotional: '5',
        maxNotional: '1000000',
        makerFeePpm: 1000,
        takerFeePpm: 1000,
        ...market,
      });
    }
  }

  /** A new user with these funds. */
  user(
    _name: string,
    funds: Readonly<Record<string, string>> = { USDT: '100000', ABC: '1000' },
  ): number {
    const userId = 1000 + this.#users;
    this.#users += 1;
    const grants = Object.entries(funds).map(([asset, amount]) => ({ asset, amount }));
    if (grants.length > 0) this.must(userId, 'openVirtualAccount', { userId, grants });
    return userId;
  }

  house(funds: Readonly<Record<string, string>>): void {
    for (const [asset, amount] of Object.entries(funds)) {
      this.must(OWNER.setup, 'fundHouse', { owner: OWNER.marketMaker, asset, amount });
    }
  }

  send(actor: number, type: string, body: object): Answer {
    return this.machines.sequencer.decide(type, actor, body, this.now) as Answer;
  }

  must(actor: number, type: string, body: object): Answer {
    const outcome = this.send(actor, type, body);
    if (outcome.refusal === undefined) return outcome;
    throw new Error(`${type} was refused: ${outcome.refusal} ${JSON.stringify(outcome)}`);
  }

  /** Records a price of the index that a market follows, now or once it is listed. */
  price(price: string, symbol = PLAIN.symbol): Answer {
    this.#ticks += 1;
    const index = symbol.replace('USDT', '-USDT');
    return this.must(OWNER.feeds, 'recordPrices', { prices: [{ index, price, n: this.#ticks }] });
  }

  /** placeOrder with the market and the type filled in. */
  place(userId: number, side: 'buy' | 'sell', more: Partial<PlaceOrder>): Answer {
    return this.send(userId, 'placeOrder', this.order(side, more));
  }

  order(side: 'buy' | 'sell', more: Partial<PlaceOrder>): PlaceOrder {
    return { market: PLAIN.symbol, side, type: 'limit', ...more };
  }

  limit(
    userId: number,
    side: 'buy' | 'sell',
    quantity: string,
    limitPrice: string,
    more = {},
  ): Answer {
    return this.place(userId, side, { quantity, limitPrice, ...more });
  }

  /** `available/held` of an asset. */
  funds(owner: number, asset = 'USDT'): string {
    const { ledger } = this.machines.ledger;
    const id = this.machines.markets.assetId(asset);
    const slot = id === undefined ? -1 : ledger.find(accountId(owner, WALLET.currency, id));
    const text = (units: bigint) => formatDecimal(units, SCALE);
    return `${text(ledger.available(slot))}/${text(ledger.held(slot))}`;
  }

  /**
   * Bids, then asks, in the order in which they trade: `user quantity @ price`, in lots and ticks.
   */
  book(symbol = PLAIN.symbol): string[] {
    const live = this.machines.orders.market(symbol);
    const rows: string[] = [];
    live?.book.forEach((slot) => {
      const { book } = live;
      rows.push(`${book.owner(slot)} ${book.lots(slot)} @ ${book.price(slot)}`);
    });
    return rows;
  }

  last(symbol = PLAIN.symbol): number {
    return this.machines.orders.market(symbol)?.lastTicks ?? 0;
  }

  /** Ends the batch and returns its facts of a type. */
  facts<T extends Fact['type']>(type: T): Extract<Fact, { type: T }>[] {
    const isOfType = (fact: Fact): fact is Extract<Fact, { type: T }> => fact.type === type;
    return this.allFacts().filter(isOfType);
  }

  /** Ends the batch and returns all its facts. */
  allFacts(): readonly Fact[] {
    return endBatch(this.machines.sequencer.list);
  }

  audit(): void {
    this.machines.sequencer.audit();
  }
}

/** The name of an outcome's status, or of its refusal. */
export function statusOf(outcome: Answer): string {
  if (outcome.refusal !== undefined) return outcome.refusal;
  return ORDER_STATUSES[outcome.status as number] ?? 'none';
}

/** The id of an accepted order. */
export function idOf(outcome: Answer): number {
  if (outcome.refusal !== undefined) throw new Error(`refused: ${outcome.refusal}`);
  return outcome.id as number;
}

/** Trade id, ticks, lots, fee of each fill that an order took. */
export function fillsOf(outcome: Answer): number[] {
  if (outcome.refusal !== undefined) throw new Error(`refused: ${outcome.refusal}`);
  return outcome.fills as number[];
}

/** `status filled/lots fee held` of an outcome: lots, and units of 1e-8. */
export function summary(outcome: Answer): string {
  if (outcome.refusal !== undefined) return outcome.refusal;
  const { filled, lots, fee, held } = outcome as Record<string, unknown>;
  return `${statusOf(outcome)} ${filled}/${lots} fee ${fee} held ${held}`;
}

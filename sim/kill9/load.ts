import { OWNER } from '@assay/core/ledger/owners';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import type { AnyCommand } from '@assay/platform/engine/command';
import { listing } from '../../modules/cfd/testing/listings.ts';
import { quoteOf } from '../../modules/options/rules/quote.ts';
import { SIGNATURE, TERMS, UNIT } from '../../modules/options/testing/desk.ts';

export interface Sendable {
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What people do beside orders on a book. */
export interface Load {
  /** What each does first. */
  readonly first: readonly Sendable[];
  /** What somebody does now; null: an order on a book. */
  next(dice: Dice): Sendable | null;
  /** Something was accepted under this number. */
  accepted(call: string, id: number): void;
}

export const BOOKS_ONLY: Load = { first: [], next: () => null, accepted: () => undefined };

/** What an engine says of the ticks that it followed. */
export interface Followed {
  readonly isFollowed: boolean;
  readonly n: number;
}

const INDEX = 'BTC-USDT';
const DIGEST = 'ab'.repeat(32);
/** As many as the engine takes at once. */
const MOST_TICKS = 300;
const MARKET = {
  ...TERMS,
  tickMs: 100,
  capacityExpiry: 500_000 * UNIT,
  capacityOpen: 900_000 * UNIT,
};
/** A person has so much for contracts that a few percent end some of them. */
const CONTRACT = listing({ maxLeverage: 100, spread: '20', maxNetLots: '100', nights: 'daily' });
const OWN_USDT = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1500' };

/**
 * Contracts, options and purchases under load: a feed that outlives the engine, people who buy and
 * close, and custody that releases what was ordered.
 */
export class HouseLoad implements Load {
  readonly first: readonly Sendable[] = [{ call: 'transferFunds', body: OWN_USDT }];
  /** Names of the parts that are under load. */
  readonly #names: ReadonlySet<string>;
  readonly #ticks: { readonly n: number; readonly at: number; readonly price: string }[] = [];
  readonly #waiting: number[] = [];
  #price: number;
  #version = 0;

  constructor(names: readonly string[], price: number) {
    this.#names = new Set(names);
    this.#price = price * UNIT;
    this.#addTick();
  }

  /** What the operator sets up. */
  setUp(): readonly AnyCommand[] {
    const fund = (owner: number, amount: string) => {
      return { actor: OWNER.setup, type: 'fundHouse', body: { owner, asset: 'USDT', amount } };
    };
    return [
      fund(OWNER.cfd, '5000000'),
      fund(OWNER.optionsEscrow, '5000000'),
      fund(OWNER.purchases, '1000000'),
      { actor: OWNER.setup, type: 'listCfd', body: CONTRACT },
      { actor: OWNER.setup, type: 'listOptionMarket', body: MARKET },
    ];
  }

  /** The answer to a command of the set-up: quotes name the command that set their terms. */
  isSet(type: string, seq: number): void {
    if (type === 'listOptionMarket') this.#version = seq;
  }

  /** One more tick, and what the feed tells the engine then. */
  tell(dice: Dice): AnyCommand {
    const percent = dice.int(0, 24) === 0 ? dice.int(-3, 3) : dice.int(-20, 20) / 100;
    this.#price = Math.round((this.#price * (100 + percent)) / 100);
    const n = this.#addTick();
    const prices = [{ index: INDEX, price: formatSafe(this.#price, SCALE), n }];
    return { actor: OWNER.feeds, type: 'recordPrices', body: { prices } };
  }

  /** The ticks that an engine has not followed yet. */
  ticksAfter({ isFollowed, n }: Followed): AnyCommand | null {
    const ticks = this.#ticks.slice(n, n + MOST_TICKS);
    if (!isFollowed || ticks.length === 0) return null;
    const body = { index: INDEX, ticks, head: DIGEST, silentUntil: 0 };
    return { actor: OWNER.feeds, type: 'followTicks', body };
  }

  /** What custody does about an order. */
  release(dice: Dice): AnyCommand | null {
    const purchaseId = this.#waiting.shift();
    if (purchaseId === undefined) return null;
    const named = { purchaseId, digest: DIGEST };
    const refund = { actor: OWNER.custody, type: 'refundPurchase' };
    if (dice.int(0, 3) === 0) return { ...refund, body: { ...named, reason: 'notPaid' } };
    const body = { ...named, payment: DIGEST, rules: 1, ground: 'exactMatch' };
    return { actor: OWNER.custody, type: 'releasePurchase', body };
  }

  accepted(call: string, id: number): void {
    if (call === 'acceptPurchase') this.#waiting.push(id);
  }

  next(dice: Dice): Sendable | null {
    const way = dice.int(0, 9);
    if (way < 3 && this.#names.has('cfd')) return this.#contract(dice);
    if (way < 5 && this.#names.has('options')) return this.#option(dice);
    if (way < 6 && this.#names.has('purchases')) {
      const deadline = Date.now() + 3_600_000;
      const money = { asset: 'USDT', amount: '12.5', money: 'BTC', cost: '0.0001' };
      return { call: 'acceptPurchase', body: { ...money, digest: DIGEST, deadline } };
    }
    return null;
  }

  #contract(dice: Dice): Sendable {
    if (dice.int(0, 5) === 0) {
      const body = dice.pick([{}, { side: 'buy' }, { side: 'sell' }]);
      return { call: 'closeCfdPositions', body };
    }
    const side = dice.pick(['buy', 'sell']);
    const sign = side === 'buy' ? 1 : -1;
    const away = (percent: number) => {
      return (Math.round(this.#price / 1e6) * (1 + (sign * percent) / 100) * 0.01).toFixed(2);
    };
    const guards = dice.pick([
      {},
      { takeProfit: away(1), stopLoss: away(-1) },
      { trailing: '300' },
    ]);
    const order = {
      contract: CONTRACT.symbol,
      side,
      kind: 'market',
      lots: dice.pick(['0.01', '0.1']),
    };
    return {
      call: 'placeCfdOrder',
      body: { ...order, leverage: 50, policyLeverage: 100, ...guards },
    };
  }

  #option(dice: Dice): Sendable {
    const [direction, termMs] = [dice.pick(['up', 'down'] as const), 30_000];
    const payoutPpm = MARKET.rates.find((rate) => rate.termMs === termMs)!.payoutPpm;
    const { n: spotN } = this.#ticks.at(-1)!;
    const request = { realm: 'demo', direction, termMs, stake: 3 * UNIT } as const;
    const now = { spotN, spot: this.#price, issuedAt: Date.now() };
    const quote = quoteOf({ ...MARKET, payoutPpm, version: this.#version }, { ...request, ...now });
    const body = { quote, signature: SIGNATURE, slippagePpm: null, policy: 'practice' };
    return { call: 'buyOption', body };
  }

  #addTick(): number {
    const n = this.#ticks.length + 1;
    this.#ticks.push({ n, at: Date.now(), price: `${this.#price}` });
    return n;
  }
}

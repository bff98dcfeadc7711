import { Book, SELF_TRADE, type Side } from '@assay/core/book/book';
import { Ledger } from '@assay/core/ledger/ledger';
import { accountId, assetOf, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import type * as Integer from '@assay/core/num/integer';
import type * as Conditions from '@assay/core/order/conditions';
import type * as Cost from '@assay/core/order/cost';
import type * as Intent from '@assay/core/order/intent';
import type { PlaceOrder } from '@assay/core/order/intent';
import type * as Execute from '@assay/core/order/life/execute';
import { Int, Mark, Num } from '@assay/core/order/life/records';
import { TradingState } from '@assay/core/order/life/state';
import { Stops } from '@assay/core/order/life/stops';
import type { BookRules } from '@assay/core/order/market';
import { STATUS } from '@assay/core/order/order';
import { SELL } from '@assay/core/order/side';
import { Records } from '@assay/core/schema/records';
import { OrdersMachine } from '@assay/modules/orders';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explore } from '../orders/testing/explore.ts';
import type { Pair } from '../orders/testing/pair.ts';
import type * as Quote from './machine/quote.ts';
import { SpotProduct } from './machine/spot-product.ts';
import type * as Rules from './rules.ts';
import { SPOT_SUBJECT } from './testing/spot-realm.ts';

/** Replacements of functions by a mutant; empty while no mutant is active. */
const replaced = vi.hoisted(() => new Map<string, unknown>());
/** The module with functions that a mutant can replace. */
const replaceable = vi.hoisted(() => (real: object): object => {
  const outside = {};
  for (const [name, value] of Object.entries(real)) {
    Object.defineProperty(outside, name, {
      enumerable: true,
      get: () => replaced.get(name) ?? value,
    });
  }
  return outside;
});

vi.mock('@assay/core/num/integer', async (load) => replaceable(await load<typeof Integer>()));
vi.mock('@assay/core/order/cost', async (load) => replaceable(await load<typeof Cost>()));
vi.mock('@assay/core/order/conditions', async (load) =>
  replaceable(await load<typeof Conditions>()),
);
vi.mock('@assay/core/order/intent', async (load) => replaceable(await load<typeof Intent>()));
vi.mock('./rules.ts', async (load) => replaceable(await load<typeof Rules>()));
vi.mock('@assay/core/order/life/execute', async (load) =>
  replaceable(await load<typeof Execute>()),
);
vi.mock('./machine/quote.ts', async (load) => replaceable(await load<typeof Quote>()));

const integer = await vi.importActual<typeof Integer>('@assay/core/num/integer');
const cost = await vi.importActual<typeof Cost>('@assay/core/order/cost');
const rules = await vi.importActual<typeof Rules>('./rules.ts');
const execute = await vi.importActual<typeof Execute>('@assay/core/order/life/execute');
const conditions = await vi.importActual<typeof Conditions>('@assay/core/order/conditions');
const intents = await vi.importActual<typeof Intent>('@assay/core/order/intent');

/** Puts the oldest order of a price at the end of its queue: in the book it keeps its slot. */
function rotate(book: Book, slot: number): void {
  const order = [book.id(slot), book.side(slot), book.price(slot), book.lots(slot)] as const;
  const owner = book.owner(slot);
  if (book.levelOrders(order[1], order[2]) < 2) return;
  book.cancel(slot);
  expect(book.rest(...order, owner)).toBe(slot);
}

function firstAt(book: Book, side: Side): number {
  let first = 0;
  book.forEach((slot) => {
    if (first === 0 && book.side(slot) === side) first = slot;
  });
  return first;
}

type Method = (...args: never[]) => unknown;

/** Replaces a method of a class for as long as the test runs. */
function replaceMethod<T extends object, K extends keyof T & string>(
  target: T,
  name: K,
  make: (
    real: T[K],
  ) => (this: T, ...args: Parameters<T[K] extends Method ? T[K] : never>) => unknown,
): void {
  const replacement = make(target[name]) as never;
  vi.spyOn(target, name as never).mockImplementation(replacement);
}

const MUTANTS: Readonly<Record<string, (pair: Pair) => void>> = {
  'fees are rounded down': () => {
    replaced.set('chargePpm', (amount: number, ppm: number, fraction: number) => {
      const { earned, fraction: after } = integer.chargePpm(amount, ppm, fraction);
      return { charged: earned, earned, fraction: after };
    });
  },
  'fees are rounded up at each fill': () => {
    replaced.set('chargePpm', (amount: number, ppm: number) => integer.chargePpm(amount, ppm, 0));
  },
  'a hold is one unit short': () => {
    replaced.set('orderHold', (...args: Parameters<typeof rules.orderHold>) => {
      return rules.orderHold(...args) - 1;
    });
  },
  'a resting hold is one unit too much': () => {
    replaceMethod(SpotProduct.prototype, 'resting', (real) => {
      return function (this: SpotProduct, ...args) {
        return real.apply(this, args) + 1;
      };
    });
  },
  'a protection price protects twice as far': () => {
    replaced.set('protectionPrice', (side: Side, ticks: number, ppm: number) => {
      return cost.protectionPrice(side, ticks, ppm * 2);
    });
  },
  'an amount is spent with room for a fee': () => {
    replaceMethod(SpotProduct.prototype, 'budget', () => cost.budgetOf);
  },
  'the fee of a buyer is in quote': () => {
    replaceMethod(Records.prototype, 'has', (real) => {
      return function (this: Records, order, mark) {
        return mark !== Mark.feeInBase && real.call(this, order, mark);
      };
    });
  },
  'a price outside the band is accepted': () => {
    replaced.set('isWithin', () => true);
  },
  'bids have the band of asks': () => {
    replaced.set('priceBand', (market: BookRules, _side: Side, reference: number) => {
      return conditions.priceBand(market, SELL, reference);
    });
  },
  'orders at market meet the filters of other orders': () => {
    replaced.set('readOrder', (market: BookRules, order: PlaceOrder) => {
      const { minLots: marketMinLots, maxLots: marketMaxLots } = market;
      const lots = { marketStepLots: 1, marketMinLots, marketMaxLots };
      return intents.readOrder({ ...market, ...lots }, order);
    });
  },
  'an order that self-trade prevention ends has the status expired': () => {
    replaceMethod(TradingState.prototype, 'leave', (real) => {
      return function (this: TradingState, order) {
        real.call(this, order);
        const { ints } = this.orders;
        const status = ints[order + Int.status];
        if (status === STATUS.expiredInMatch) ints[order + Int.status] = STATUS.expired;
      };
    });
  },
  'post-only takes': () => {
    replaced.set('readOrder', (...args: Parameters<typeof intents.readOrder>) => {
      const intent = intents.readOrder(...args);
      return intent.refusal === undefined ? { ...intent, postOnly: false } : intent;
    });
  },
  'an old index still counts': () => {
    replaced.set('INDEX_MAX_AGE_MS', Number.POSITIVE_INFINITY);
  },
  'a cancelled order keeps its hold': () => {
    replaced.set('withdraw', (...args: Parameters<typeof execute.withdraw>) => {
      const [state, , order] = args;
      state.orders.numbers[order + Num.held] = 0;
      execute.withdraw(...args);
    });
  },
  'an amended order keeps its old hold': () => {
    replaced.set('holdExactly', () => undefined);
  },
  'an amended order keeps its old client order id too': () => {
    replaceMethod(TradingState.prototype, 'rename', (real) => {
      return function (this: TradingState, order, name) {
        const former = `${this.orders.numbers[order + Num.userId]} ${this.orders.name(order)}`;
        real.call(this, order, name);
        this.byClientId.set(former, order);
      };
    });
  },
  'quotes stay in a halted market': () => {
    replaced.set('withdrawQuotes', () => undefined);
  },
  'self-trade prevention is ignored': () => {
    replaceMethod(Book.prototype, 'match', (real) => {
      return function (this: Book, side, limit, lots, owner) {
        return real.call(this, side, limit, lots, owner, SELF_TRADE.none);
      };
    });
  },
  'a limit is not included': () => {
    replaceMethod(Book.prototype, 'match', (real) => {
      return function (this: Book, side, limit, ...rest) {
        const tighter = side === 0 ? Math.max(1, limit - 1) : limit + 1;
        return real.call(this, side, tighter, ...rest);
      };
    });
  },
  'a trade is at the price of the taker': () => {
    replaceMethod(Book.prototype, 'match', (real) => {
      return function (this: Book, side, limit, ...rest) {
        const left = real.call(this, side, limit, ...rest);
        for (let row = 0; row < this.fills.count; row += 1) this.fills.price[row] = limit;
        return left;
      };
    });
  },
  'the oldest at a price trades last': () => {
    replaceMethod(Book.prototype, 'match', (real) => {
      return function (this: Book, side, ...rest) {
        const first = firstAt(this, side === 0 ? 1 : 0);
        if (first !== 0) rotate(this, first);
        return real.call(this, side, ...rest);
      };
    });
  },
  'a reduced order loses its priority': () => {
    replaceMethod(Book.prototype, 'reduce', (real) => {
      return function (this: Book, slot, lots) {
        real.call(this, slot, lots);
        rotate(this, slot);
      };
    });
  },
  'fill or kill fills in part': () => {
    replaceMethod(Book.prototype, 'fillable', () => (_side, _limit, lots) => lots);
  },
  'a stop fires a tick late': () => {
    replaceMethod(Stops.prototype, 'reach', (real) => {
      return function (this: Stops, source, ticks, before) {
        real.call(this, source, ticks - 1, before);
      };
    });
  },
  'a stop fires a tick early': () => {
    replaceMethod(Stops.prototype, 'reach', (real) => {
      return function (this: Stops, source, ticks, before) {
        real.call(this, source, ticks + 1, before);
      };
    });
  },
  'cancel all forgets one': () => {
    replaceMethod(TradingState.prototype, 'ordersById', (real) => {
      return function (this: TradingState, trader) {
        return real.call(this, trader).slice(1);
      };
    });
  },
  'a reset leaves orders open': () => {
    replaceMethod(OrdersMachine.prototype, 'endAll', () => () => undefined);
  },
  'fees go to house:rounding': () => {
    replaceMethod(Ledger.prototype, 'post', (real) => {
      return function (this: Ledger, from, to, amount, purpose) {
        const rounding = accountId(OWNER.rounding, WALLET.currency, assetOf(this.account(to)));
        const where = purpose === PURPOSE.spotFee ? this.open(rounding) : to;
        real.call(this, from, where, amount, purpose);
      };
    });
  },
  'a seller delivers a unit less': () => {
    replaceMethod(Ledger.prototype, 'postHeld', (real) => {
      return function (this: Ledger, from, to, amount, purpose) {
        real.call(
          this,
          from,
          to,
          purpose === PURPOSE.spotBase ? BigInt(amount) - 1n : amount,
          purpose,
        );
      };
    });
  },
  'a client order id is never free again': ({ machine }) => {
    machine.orders.state.byClientId.delete = () => true;
  },
  'a halted market trades on': ({ machine }) => {
    for (const market of machine.markets.markets()) {
      const asSent = { get: () => 'trading', set: () => undefined };
      Object.defineProperty(market, 'status', asSent);
    }
  },
  'an order is counted after it ended': ({ machine }) => {
    const { orders } = machine.orders.state;
    const real = orders.delete.bind(orders);
    orders.delete = (order) => {
      if (orders.numbers[order + Num.filled] === 0) real(order);
    };
  },
};

const SEEDS = [78, 79, 80, 81, 82] as const;

describe('planted bugs', () => {
  function mend(): void {
    replaced.clear();
    vi.restoreAllMocks();
  }
  afterEach(mend);

  /** Few runs meet the rarer ones: the next seed is tried where the one before met nothing. */
  function isFound(name: string): boolean {
    return SEEDS.some((seed) => {
      const { found } = explore(SPOT_SUBJECT, seed, 1500, MUTANTS[name], false);
      mend();
      return found !== null;
    });
  }

  it('SPOT-119 without a bug the same run finds nothing', () => {
    const { pair, found } = explore(SPOT_SUBJECT, SEEDS[0], 1500);
    expect(found).toBeNull();
    expect(pair.decided).toBeGreaterThan(1500);
  }, 120_000);

  it.each(Object.keys(MUTANTS))('SPOT-119 is found: %s', (name) => {
    expect(isFound(name)).toBe(true);
  });
});

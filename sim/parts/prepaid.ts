import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import type { MarketListing } from '@assay/core/order/market';
import type { Dice } from '@assay/core/testing/dice';
import { machineOf, type RealmMachines } from '../../apps/server/realm.ts';
import { PrepaidMachine } from '../../modules/orders/testing/prepaid/machine.ts';
import { prepaid } from '../../modules/orders/testing/prepaid/part.ts';
import { PlainPrepaid } from '../../modules/orders/testing/reference/prepaid.ts';
import { type ClientCommand, expectThat } from '../history.ts';
import { SPOT_MARKETS } from '../workload/listings.ts';
import type { BookedMarket, PartBooks, SimPart } from './part.ts';

/** Contracts on the indices of two spot markets. */
const MARKETS = SPOT_MARKETS.slice(0, 2).map((market) => ({
  ...marketOn(market),
  ...{ start: market.start, usual: market.usual },
  // Twice the first price: a sell can be paid in advance.
  maxPrice: market.base === 'AAA' ? '20' : '6000',
}));

/** The prepaid contract beside spot: a second product on a book. */
export const prepaidPart: SimPart = {
  name: 'prepaid',
  realm: prepaid,
  markets: MARKETS,
  marketOn,
  workload: () => ({ command: prepaidCommand }),
  twin() {
    const plain = new PlainPrepaid();
    return { plain, compare: (machines) => compare(plain, machines) };
  },
  books: () => new PrepaidBooks(),
};

function prepaidCommand(dice: Dice, users: readonly number[]): ClientCommand {
  const market = dice.pick(MARKETS).symbol;
  const actor = dice.int(0, 19) === 0 ? dice.pick(users) : OWNER.setup;
  const way = dice.int(0, 9);
  if (way < 4) return { actor, type: 'settlePrepaid', body: { market } };
  const status = way < 7 ? 'halted' : 'trading';
  return { actor, type: 'setMarketStatus', body: { market, status } };
}

function marketOn(spot: MarketListing): MarketListing {
  // The largest order must pay out a safe integer of units.
  const maxQuantity = String(Math.min(Number(spot.maxQuantity), 2_000));
  const maxPrice = String(Number(spot.maxPrice) / 4);
  return { ...spot, symbol: `${spot.symbol}-PRE`, product: 'prepaid', maxQuantity, maxPrice };
}

function compare(plain: PlainPrepaid, machines: RealmMachines): void {
  const { positions } = machineOf(machines, PrepaidMachine);
  let open = 0;
  for (const [key, quantity] of plain.positions) {
    const [user, symbol = ''] = key.split(' ');
    const rules = machines.orders.market(symbol)?.rules;
    expectThat(rules !== undefined, `${symbol} has positions and is not listed`);
    const lots = positions.get(Number(user), rules.id)?.lots ?? 0;
    const same = BigInt(lots) * BigInt(rules.basePerLot) === quantity;
    expectThat(same, `${key} has ${lots} lots, the model ${quantity}`);
    if (quantity !== 0n) open += 1;
  }
  expectThat(positions.size === open, 'the model has as many positions');
  const { ledger } = machines.ledger;
  for (const [quote, pool] of plain.pools) {
    const asset = machines.markets.assetId(quote) as number;
    const account = accountId(OWNER.lending, WALLET.contract, asset);
    const is = ledger.available(ledger.find(account));
    expectThat(is === pool, `the pool has ${is} ${quote}, in the model ${pool}`);
  }
}

/** Positions from trades alone. */
class PrepaidBooks implements PartBooks {
  readonly #positions = new Map<string, bigint>();

  heldAsset(_order: unknown, { quote }: BookedMarket): string {
    return quote;
  }

  trade: NonNullable<PartBooks['trade']> = ({ market, buyer, seller, quantity, value }, add) => {
    const both = payout(market.maxPrice, quantity);
    add(buyer, market.quote, this.#change(market, buyer, quantity) - value);
    add(seller, market.quote, this.#change(market, seller, -quantity) - (both - value));
  };

  command: NonNullable<PartBooks['command']> = ({ type, body, outcome }, marketOf, add) => {
    if (type !== 'settlePrepaid') return;
    const market = marketOf(body.market as string);
    const price = BigInt((outcome as { ticks?: number }).ticks as number) * market.tick;
    for (const [key, quantity] of this.#positions) {
      const [user, symbol] = key.split(' ');
      if (symbol !== market.symbol || quantity === 0n) continue;
      const each = quantity > 0n ? price : market.maxPrice - price;
      add(Number(user), market.quote, payout(each, quantity > 0n ? quantity : -quantity));
      this.#positions.set(key, 0n);
    }
  };

  /** Changes a position; answers what the lots pay that it closes. */
  #change({ symbol, maxPrice }: BookedMarket, user: number, change: bigint): bigint {
    const key = `${user} ${symbol}`;
    const before = this.#positions.get(key) ?? 0n;
    const after = before + change;
    this.#positions.set(key, after);
    const size = (quantity: bigint) => (quantity < 0n ? -quantity : quantity);
    return payout(maxPrice, (size(before) + size(change) - size(after)) / 2n);
  }
}

function payout(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / 100_000_000n;
}

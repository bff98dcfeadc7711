import { OWNER } from '@assay/core/ledger/owners';
import type { reachedPrice } from '@assay/core/order/life/tables';
import type { RowOf } from '@assay/core/schema/record';
import type { OrdersMachine } from '@assay/modules/orders';
import type { Fact, Machines, Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { expect } from 'vitest';

export const START = 1_763_640_000_000;
export const MARKET = 'BTCUSDT-PRE';
export const [MAKER, USER] = [1000, 1001] as const;

export type Sent = readonly [type: string, actor: number, body: object];
export type Accepted = Outcome & { readonly id: number };
type Reached = RowOf<typeof reachedPrice>;

const CONTRACT = {
  ...{ symbol: MARKET, product: 'prepaid', base: 'BTC', quote: 'USDT', maxPrice: '150' },
  ...{ tickSize: '0.01', stepSize: '0.0001', minQuantity: '0.0001', maxQuantity: '50' },
  ...{ minNotional: '0.01', maxNotional: '5000', makerFeePpm: 777, takerFeePpm: 1333 },
};

export const SET_UP: readonly Sent[] = [
  ['listAsset', OWNER.setup, { symbol: 'USDT', name: 'Tether' }],
  ['listMarket', OWNER.setup, CONTRACT],
  ...[MAKER, USER].map((userId): Sent => {
    const grants = [{ asset: 'USDT', amount: '30000' }];
    return ['openVirtualAccount', userId, { userId, grants }];
  }),
];

let prices = 0;
export function price(index: string): Sent {
  prices += 1;
  return [
    'recordPrices',
    OWNER.feeds,
    { prices: [{ index: 'BTC-USDT', price: index, n: prices }] },
  ];
}

/** placeOrder for one contract, unless `more` says otherwise. */
export function placed(actor: number, side: string, more: object): Sent {
  return ['placeOrder', actor, { market: MARKET, side, quantity: '1', ...more }];
}

export function limit(actor: number, side: string, limitPrice: string, more: object = {}): Sent {
  return placed(actor, side, { type: 'limit', limitPrice, ...more });
}

/** A realm with a market of prepaid contracts, decided in memory and audited after each command. */
export class Desk {
  readonly orders: OrdersMachine;
  readonly sequencer: Sequencer;
  now = START;

  constructor(machines: Machines & { readonly orders: OrdersMachine }, sent: readonly Sent[]) {
    this.orders = machines.orders;
    this.sequencer = new Sequencer(machines);
    for (const one of [...SET_UP, ...sent]) this.must(one);
  }

  send([type, actor, body]: Sent): Outcome {
    const outcome = this.sequencer.decide(type, actor, body, this.now);
    this.sequencer.audit();
    return outcome;
  }

  must(one: Sent): Accepted {
    const outcome = this.send(one);
    expect(outcome.refusal).toBeUndefined();
    return outcome as Accepted;
  }

  /** Ids of the stops that wait, by source. */
  get waiting(): number[] {
    const { state } = this.orders;
    const { stops } = this.orders.market(MARKET) ?? {};
    return Array.from(stops ?? [], (ref) => state.orderAt(ref).id);
  }

  /** The prices reached by stops that still have to fire. */
  reached(): readonly Reached[] {
    return this.orders.reachedPrices();
  }

  facts(): Fact[] {
    for (const machine of this.sequencer.list) for (const writer of machine.writers) writer.drain();
    return this.sequencer.list.flatMap((machine) => machine.takeFacts());
  }
}

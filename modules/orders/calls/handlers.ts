import type { Realm } from '@assay/core/ledger/realm';
import { Refusal } from '@assay/core/schema/outcome';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema/index.ts';
import type { Reads } from '../store/reads.ts';
import { listEnded, listFills, listOpen, listTrades, showDepth } from './lists.ts';
import type { OrderEntry } from './order-entry.ts';
import { writeOrder } from './order-json.ts';
import type { OrdersRealm, Sender } from './realm.ts';

export interface OrderHandlersOptions {
  readonly reads: Reads;
  readonly realms: Readonly<
    Record<Realm, { readonly realm: OrdersRealm; readonly entry: OrderEntry }>
  >;
}

/**
 * Handlers of the calls about orders and books. The session determines the realm; visitors see the
 * real one.
 */
export function orderHandlers({ reads, realms }: OrderHandlersOptions): Handlers<typeof calls> {
  const of = ({ realm }: Actor) => realms[realm].realm;
  return {
    placeOrder: async (input, context) => {
      const done = await realms[context.actor.realm].entry.place(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    placeOco: async (input, context) => {
      const done = await realms[context.actor.realm].entry.placeOco(senderOf(context), input);
      if (done instanceof Refusal) return done;
      return { limit: done.limit.order, stop: done.stop.order, receipt: done.receipt };
    },
    cancelOrder: async (input, context) => {
      const done = await realms[context.actor.realm].entry.cancel(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    cancelAllOrders: async (input, context) => {
      const done = await realms[context.actor.realm].entry.cancelAll(senderOf(context), input);
      return done instanceof Refusal ? done : { ...done, canceled: [...done.canceled] };
    },
    amendOrder: async (input, context) => {
      const done = await realms[context.actor.realm].entry.amend(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    getOpenOrders: (input, { actor }) => listOpen(reads, of(actor), actor, input),
    getOrderHistory: (input, { actor }) => listEnded(reads, of(actor), actor, input),
    getFills: (input, { actor }) => listFills(reads, of(actor), actor, input),
    getDealList: (input, { actor }) => {
      const name = actor?.realm ?? 'real';
      return listTrades(reads, realms[name].realm, input);
    },
    getDepth: (input, { actor }) => showDepth(realms[actor?.realm ?? 'real'].realm, input),
  };
}

function senderOf({ actor, commandId }: CallContext & { readonly actor: Actor }): Sender {
  return { userId: actor.userId, commandId };
}

import type { Realm } from '@assay/core/ledger/realm';
import { Refusal } from '@assay/core/schema/outcome';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema.ts';
import type { Reads } from '../store/reads.ts';
import type { SpotDesk } from './desk.ts';
import { listEnded, listFills, listOpen, listTrades, showDepth } from './lists.ts';
import { writeOrder } from './order-json.ts';
import type { Sender, SpotRealm } from './realm.ts';

export interface SpotCallsOptions {
  readonly reads: Reads;
  readonly realms: Readonly<Record<Realm, SpotRealm>>;
  readonly desks: Readonly<Record<Realm, SpotDesk>>;
}

/**
 * Handlers of the calls of spot trading. A session decides in which realm; a visitor sees the
 * real one.
 */
export function spotCalls({ reads, realms, desks }: SpotCallsOptions): Handlers<typeof calls> {
  const of = ({ realm }: Actor) => realms[realm];
  return {
    placeOrder: async (input, context) => {
      const done = await desks[context.actor.realm].place(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    placeOco: async (input, context) => {
      const done = await desks[context.actor.realm].placeOco(senderOf(context), input);
      if (done instanceof Refusal) return done;
      return { limit: done.limit.order, stop: done.stop.order, receipt: done.receipt };
    },
    cancelOrder: async (input, context) => {
      const done = await desks[context.actor.realm].cancel(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    cancelAllOrders: (input, context) =>
      desks[context.actor.realm].cancelAll(senderOf(context), input),
    amendOrder: async (input, context) => {
      const done = await desks[context.actor.realm].amend(senderOf(context), input);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    getOpenOrders: (input, { actor }) => listOpen(reads, of(actor), actor, input),
    getOrderHistory: (input, { actor }) => listEnded(reads, of(actor), actor, input),
    getFills: (input, { actor }) => listFills(reads, of(actor), actor, input),
    getDealList: (input, { actor }) => {
      const name = actor?.realm ?? 'real';
      return listTrades(reads, name, realms[name], input);
    },
    getDepth: (input, { actor }) => showDepth(realms[actor?.realm ?? 'real'], input),
  };
}

function senderOf({ actor, commandId }: CallContext & { readonly actor: Actor }): Sender {
  return { userId: actor.userId, commandId };
}

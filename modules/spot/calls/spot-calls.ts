import type { Realm } from '@assay/core/ledger/realm';
import type { Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema.ts';
import type { Reads } from '../store/reads.ts';
import { amend, cancel, cancelAll, place } from './commands.ts';
import { listEnded, listFills, listOpen, listTrades, showDepth } from './lists.ts';
import type { SpotRealm } from './realm.ts';

export interface SpotCallsOptions {
  readonly reads: Reads;
  readonly realms: Readonly<Record<Realm, SpotRealm>>;
}

/**
 * Handlers of the calls of spot trading. A session decides in which realm; a visitor sees the
 * real one.
 */
export function spotCalls({ reads, realms }: SpotCallsOptions): Handlers<typeof calls> {
  const of = ({ realm }: { realm: Realm }) => realms[realm];
  return {
    placeOrder: (input, context) => place(of(context.actor), input, context),
    cancelOrder: (input, context) => cancel(of(context.actor), input, context),
    cancelAllOrders: (input, context) => cancelAll(of(context.actor), input, context),
    amendOrder: (input, context) => amend(reads, of(context.actor), input, context),
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

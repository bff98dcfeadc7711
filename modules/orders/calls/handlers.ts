import type { Realm } from '@assay/core/ledger/realm';
import { Refusal } from '@assay/core/schema/outcome';
import type { Identity } from '@assay/modules/identity';
import type { Actor, CallContext, Handlers } from '@assay/platform/http/context';
import type { calls } from '../schema/index.ts';
import type { Reads } from '../store/reads.ts';
import { listEnded, listFills, listOpen, listTrades, showDepth } from './lists.ts';
import type { OrderEntry } from './order-entry.ts';
import { writeOrder } from './order-json.ts';
import type { OrdersRealm, Sender } from './realm.ts';

export interface OrderHandlersOptions {
  /** Asks for the proof of a trade where the person has chosen so; programs do not come here. */
  readonly trades: Pick<Identity, 'proveTrade'>;
  readonly reads: Reads;
  readonly realms: Readonly<
    Record<Realm, { readonly realm: OrdersRealm; readonly entry: OrderEntry }>
  >;
}

/**
 * Handlers of the calls about orders and books. The session determines the realm; visitors see the
 * real one.
 */
export function orderHandlers({
  reads,
  realms,
  trades,
}: OrderHandlersOptions): Handlers<typeof calls> {
  const of = ({ realm }: Actor) => realms[realm].realm;
  return {
    placeOrder: async (input, context) => {
      const proof = trades.proveTrade('placeOrder', input, context);
      const unproved = proof === null ? null : await proof;
      if (unproved !== null) return unproved;
      const order = withoutProof(input);
      const done = await realms[context.actor.realm].entry.place(senderOf(context), order);
      return done instanceof Refusal ? done : writeOrder(done);
    },
    placeOco: async (input, context) => {
      const unproved = await trades.proveTrade('placeOco', input, context);
      if (unproved !== null) return unproved;
      const order = withoutProof(input);
      const done = await realms[context.actor.realm].entry.placeOco(senderOf(context), order);
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
      const unproved = await trades.proveTrade('amendOrder', input, context);
      if (unproved !== null) return unproved;
      const change = withoutProof(input);
      const done = await realms[context.actor.realm].entry.amend(senderOf(context), change);
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

/** What the engine gets, and keeps for ever: the order without its proof. */
function withoutProof<I extends { readonly stepUp?: string | undefined }>(input: I) {
  if (input.stepUp === undefined) return input;
  const { stepUp: _proof, ...order } = input;
  return order;
}

function senderOf({ actor, commandId }: CallContext & { readonly actor: Actor }): Sender {
  return { userId: actor.userId, commandId };
}

import { FIRST_USER } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Fact } from '@assay/core/schema/registry';
import type { Inbox } from '@assay/modules/inbox';
import type { Clock } from '@assay/platform/clock';
import type { Log } from '@assay/platform/log';
import type { RealmEngine } from './realm.ts';

/** What messages about ended orders need of the server. */
export interface EndedOrdersOptions {
  readonly clock: Clock;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly log: Log;
}

/**
 * A message to the owners of open orders whose market was delisted, or opens nothing more by its
 * terms: one each, however many orders. The orders have ended already; a message that is lost
 * changes nothing of it.
 */
export function reportEndedOrders(
  { clock, engines, log }: EndedOrdersOptions,
  inbox: Pick<Inbox, 'deliver'>,
): void {
  for (const realm of REALMS) {
    const engine = engines[realm];
    const written = new Set<string>();
    engine.onCommit(({ facts }) => {
      for (const fact of facts) {
        const { userId, market } = endedBy(fact);
        if (userId < FIRST_USER) continue;
        const why = whyOf(engine, market);
        // Terms may close a contract again later; each version of them is another reason.
        const key = `${userId} ${market} ${why?.version}`;
        if (why === null || written.has(key)) continue;
        written.add(key);
        const about = { kind: 'orders', key: why.key, details: { market } } as const;
        const message = { userId, ...about, link: '/changes', at: clock.now() };
        inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
      }
    });
  }
}

/** Why orders of a market end that were to wait; null: not by what the house has decided. */
function whyOf({ machines }: RealmEngine, market: string) {
  if (machines.markets.market(market)?.stage === 'delisted') {
    return { key: 'orders.delisted', version: 0 } as const;
  }
  const contract = machines.cfd.state.bySymbol.get(market)?.row;
  if (contract?.status !== 'closeOnly') return null;
  return { key: 'orders.closeOnly', version: contract.version } as const;
}

const NOBODY = { userId: 0, market: '' };

/** Whose order ended with its market, as far as the fact alone can say. */
function endedBy(fact: Fact): { readonly userId: number; readonly market: string } {
  if (fact.type === 'cfdOrderChanged') {
    const { userId, order } = fact;
    const isOver = order.ended === 'delisted' || order.ended === 'closeOnly';
    return isOver ? { userId, market: order.contract } : NOBODY;
  }
  if (fact.type !== 'orderChanged' || fact.order.status !== 'expired') return NOBODY;
  const { userId, order } = fact;
  // What was never to rest expires by itself.
  return order.timeInForce === 'gtc' ? { userId, market: order.market } : NOBODY;
}

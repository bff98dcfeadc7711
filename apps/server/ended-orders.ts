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
 * A message to the owners of open orders whose market was delisted: one each, however many orders.
 * The orders have ended already; a message that is lost changes nothing of it.
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
        const key = `${userId} ${market}`;
        if (written.has(key)) continue;
        if (engine.machines.markets.market(market)?.stage !== 'delisted') continue;
        written.add(key);
        const about = { kind: 'orders', key: 'orders.delisted', details: { market } } as const;
        const message = { userId, ...about, link: '/changes', at: clock.now() };
        inbox.deliver(message).catch((err: unknown) => log.error({ err }, 'a message was lost'));
      }
    });
  }
}

const NOBODY = { userId: 0, market: '' };

/** Whose order ended with its market, as far as the fact alone can say. */
function endedBy(fact: Fact): { readonly userId: number; readonly market: string } {
  if (fact.type === 'cfdOrderChanged') {
    const { userId, order } = fact;
    return order.ended === 'delisted' ? { userId, market: order.contract } : NOBODY;
  }
  if (fact.type !== 'orderChanged' || fact.order.status !== 'expired') return NOBODY;
  const { userId, order } = fact;
  // What was never to rest expires by itself.
  return order.timeInForce === 'gtc' ? { userId, market: order.market } : NOBODY;
}

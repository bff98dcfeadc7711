import { isOpen } from '@assay/core/order/order';
import type { OrderChanged } from '@assay/modules/orders/schema';
import { contingencyOf, listNameOf } from '../../trade/list-view.ts';

/** One of the orders of a list. */
export interface Leg {
  readonly id: number;
  /** Id of the list. */
  readonly oco: number;
  readonly market: string;
  readonly clientOrderId: string;
  readonly open: boolean;
  readonly follows: boolean;
  readonly listName: string;
}

/** The open order lists of one account and their events. */
export class OrderLists {
  readonly #lists = new Map<number, Map<number, Leg>>();

  /** Starts from the orders of every list that has an open one. */
  begin(legs: readonly Leg[]): void {
    for (const leg of legs) this.#legsOf(leg.oco).set(leg.id, leg);
  }

  /**
   * The events of lists that started or ended with these changes. They are sent after the reports
   * of their orders.
   */
  follow(changes: readonly OrderChanged[], at: number, now: number): string[] {
    const events: string[] = [];
    const touched = new Set<number>();
    const begun = new Set<number>();
    for (const { order, oco, follows, listName } of changes) {
      if (oco === 0) continue;
      if (!this.#lists.has(oco)) begun.add(oco);
      touched.add(oco);
      const { id, market, clientOrderId } = order;
      const open = isOpen(order);
      const leg = { id, oco, market, clientOrderId, open, follows, listName };
      this.#legsOf(oco).set(id, leg);
    }
    for (const oco of touched) {
      const legs = [...this.#legsOf(oco).values()].sort((a, b) => a.id - b.id);
      if (begun.has(oco)) events.push(listStatus(legs, 'EXEC_STARTED', 'EXECUTING', at, now));
      if (legs.some(({ open }) => open)) continue;
      events.push(listStatus(legs, 'ALL_DONE', 'ALL_DONE', at, now));
      this.#lists.delete(oco);
    }
    return events;
  }

  #legsOf(oco: number): Map<number, Leg> {
    const known = this.#lists.get(oco) ?? new Map<number, Leg>();
    this.#lists.set(oco, known);
    return known;
  }
}

function listStatus(
  legs: readonly Leg[],
  listStatusType: string,
  listOrderStatus: string,
  at: number,
  now: number,
): string {
  const [first] = legs;
  return JSON.stringify({
    e: 'listStatus',
    E: now,
    s: first?.market,
    g: first?.oco,
    c: contingencyOf(legs),
    l: listStatusType,
    L: listOrderStatus,
    r: 'NONE',
    C: listNameOf(legs),
    T: at,
    O: legs.map(({ market, id, clientOrderId }) => ({ s: market, i: id, c: clientOrderId })),
  });
}

import type { PlaceOrder } from '@assay/core/order/intent';
import type { BookRules } from '@assay/core/order/market';
import { asOrder, mayStay, type WantedOrder } from './book-index.ts';

/** Order entry as the bots of strategies have it: that of everybody. */
export interface OrderDesk {
  /** Whether its account has an open order of this name. */
  hasOrder(account: number, clientOrderId: string): boolean;
  /** Whether the order was taken. */
  place(account: number, order: PlaceOrder): Promise<boolean>;
  cancel(account: number, clientOrderId: string): Promise<unknown>;
}

/** The orders of a strategy's account: one of each side in a market. */
export class OwnOrders {
  readonly #desk: OrderDesk;
  readonly #account: number;
  readonly #tolerancePpm: number;
  /** The prices of its orders by name. */
  readonly #ticks = new Map<string, number>();

  constructor(desk: OrderDesk, account: number, tolerancePpm: number) {
    this.#desk = desk;
    this.#account = account;
    this.#tolerancePpm = tolerancePpm;
  }

  /** Keeps, replaces or takes back the order of each side. */
  async bring(rules: BookRules, wanted: readonly WantedOrder[]): Promise<void> {
    for (const side of ['buy', 'sell'] as const) {
      await this.#bring(rules, side, wanted.find((order) => order.side === side) ?? null);
    }
  }

  async #bring(rules: BookRules, side: 'buy' | 'sell', wanted: WantedOrder | null): Promise<void> {
    const [desk, account] = [this.#desk, this.#account];
    const name = `${rules.symbol}-${side}`;
    if (desk.hasOrder(account, name)) {
      const ticks = this.#ticks.get(name);
      const stays = wanted !== null && !wanted.now && ticks !== undefined;
      if (stays && mayStay(ticks, wanted, this.#tolerancePpm)) return;
      await desk.cancel(account, name);
    }
    if (wanted === null) return;
    if (await desk.place(account, asOrder(rules, name, wanted))) {
      this.#ticks.set(name, wanted.ticks);
    }
  }
}

import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Log } from '@assay/platform/log';
import { Lines } from './line.ts';
import { type AlertKind, fires, PERCENT_SCALE } from './rules.ts';
import type { Alert, AlertStore } from './store.ts';

/** What a fired alert says, to be delivered by the message centre. */
export interface Fired {
  readonly userId: number;
  readonly kind: 'alert';
  readonly key: `alert.${AlertKind}`;
  readonly details: { readonly market: string; readonly level: string; readonly price: string };
  readonly link: string;
  readonly at: number;
}

export interface WatchOptions {
  readonly store: AlertStore;
  readonly log: Pick<Log, 'error'>;
  readonly deliver: (message: Fired) => Promise<void>;
}

/** A price of a market; `open` is that of 24 hours ago. */
interface Price {
  readonly price: bigint;
  readonly open: bigint | null;
  readonly at: number;
}

const BATCH = 100;

/** As people wrote it: a price, or percent. */
export const levelText = ({ kind, level }: Pick<Alert, 'kind' | 'level'>) =>
  formatDecimal(level, kind === 'change' ? PERCENT_SCALE : SCALE);

/** The alerts that wait, in memory, held against each price. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #waiting = new Map<number, Alert>();
  readonly #lines = new Map<string, Lines<Alert>>();
  /** Prices of a market that came since one of its alerts has been on its way to the database. */
  readonly #meanwhile = new Map<Price[], string>();
  /** Of one market after another, so that no alert is sent to the database twice at a time. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const all = await this.#options.store.waiting();
    for (const alert of all) this.#waiting.set(alert.alertId, alert);
    for (const market of new Set(all.map((alert) => alert.market))) {
      this.#of(market).addAll(all.filter((alert) => alert.market === market));
    }
  }

  /** Writes an alert, and has it wait. A price that comes until then fires it as well. */
  async write(market: string, write: () => Promise<Alert | null>): Promise<Alert | null> {
    const prices: Price[] = [];
    this.#meanwhile.set(prices, market);
    try {
      const alert = await write();
      if (alert === null) return null;
      const first = prices.find(({ price, open }) => fires(alert, price, open));
      if (first === undefined) this.#add(alert);
      else this.#fire([alert], first);
      return alert;
    } finally {
      this.#meanwhile.delete(prices);
    }
  }

  #add(alert: Alert): void {
    this.#waiting.set(alert.alertId, alert);
    this.#of(alert.market).add(alert);
  }

  remove(alertId: number): void {
    const alert = this.#waiting.get(alertId);
    if (alert === undefined) return;
    this.#waiting.delete(alertId);
    this.#of(alert.market).remove(alert);
  }

  forget(alertIds: readonly number[]): void {
    for (const alertId of alertIds) this.remove(alertId);
  }

  /** A price of a market; `open` is that of 24 hours ago. Returns at once. */
  price(market: string, price: bigint, open: bigint | null, at: number): void {
    for (const [prices, of] of this.#meanwhile) if (of === market) prices.push({ price, open, at });
    const lines = this.#lines.get(market);
    const reached = lines?.take((alert) => fires(alert, price, open)) ?? [];
    if (reached.length === 0) return;
    for (const { alertId } of reached) this.#waiting.delete(alertId);
    this.#fire(reached, { price, open, at });
  }

  #fire(reached: readonly Alert[], { price, at }: Price): void {
    const ids = reached.map(({ alertId }) => alertId);
    this.#work = this.#work
      .then(async () => {
        await this.#options.store.fire(ids, price, at);
        await this.deliver(at);
      })
      .catch((err: unknown) => {
        // They wait on: the next price asks the database again.
        for (const alert of reached) this.#add(alert);
        this.#options.log.error({ err }, 'alerts were not fired');
      });
  }

  /** Sends what has fired and was not sent; after a crash one may be sent again, none is lost. */
  async deliver(at: number): Promise<void> {
    const { store, deliver } = this.#options;
    for (const alert of await store.undelivered(BATCH)) {
      const { alertId, userId, market, kind, firedAt, firedPrice } = alert;
      const price = formatDecimal(firedPrice ?? 0n, SCALE);
      await deliver({
        ...{ userId, kind: 'alert', key: `alert.${kind}`, at: firedAt ?? at },
        details: { market, level: levelText(alert), price },
        link: `/deal?market=${market}`,
      });
      await store.delivered(alertId, at);
    }
  }

  #of(market: string): Lines<Alert> {
    const known = this.#lines.get(market);
    if (known !== undefined) return known;
    const made = new Lines<Alert>();
    this.#lines.set(market, made);
    return made;
  }

  /** When everything that prices have started is done. */
  settled(): Promise<void> {
    return this.#work;
  }
}

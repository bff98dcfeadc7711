import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Log } from '@assay/platform/log';
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

const BATCH = 100;

/** As people wrote it: a price, or percent. */
export const levelText = ({ kind, level }: Pick<Alert, 'kind' | 'level'>) =>
  formatDecimal(level, kind === 'change' ? PERCENT_SCALE : SCALE);

/** The alerts that wait, in memory, held against each price. */
export class Watch {
  readonly #options: WatchOptions;
  readonly #waiting = new Map<string, Map<number, Alert>>();
  /** Of one market after another, so that no alert is sent to the database twice at a time. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    for (const alert of await this.#options.store.waiting()) this.add(alert);
  }

  add(alert: Alert): void {
    const known = this.#waiting.get(alert.market) ?? new Map<number, Alert>();
    known.set(alert.alertId, alert);
    this.#waiting.set(alert.market, known);
  }

  remove(alertId: number): void {
    for (const alerts of this.#waiting.values()) alerts.delete(alertId);
  }

  forget(alertIds: readonly number[]): void {
    for (const alertId of alertIds) this.remove(alertId);
  }

  /** A price of a market; `open` is that of 24 hours ago. Returns at once. */
  price(market: string, price: bigint, open: bigint | null, at: number): void {
    const alerts = this.#waiting.get(market);
    if (alerts === undefined || alerts.size === 0) return;
    const reached = [...alerts.values()].filter((alert) => fires(alert, price, open));
    if (reached.length === 0) return;
    for (const { alertId } of reached) alerts.delete(alertId);
    const ids = reached.map(({ alertId }) => alertId);
    this.#work = this.#work
      .then(async () => {
        await this.#options.store.fire(ids, price, at);
        await this.deliver(at);
      })
      .catch((err: unknown) => {
        // They wait on: the next price asks the database again.
        for (const alert of reached) this.add(alert);
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

  /** When everything that prices have started is done. */
  settled(): Promise<void> {
    return this.#work;
  }
}

import type { AlertKind } from './rules.ts';
import type { Alert } from './store.ts';

type Waiting = Pick<Alert, 'alertId' | 'kind' | 'level'>;

/** What a price must come to before an alert fires: the lower, the sooner. */
const distance = ({ kind, level }: Waiting) => (kind === 'below' ? -level : level);

/** The later one comes first. */
function order(a: Waiting, b: Waiting): number {
  const [x, y] = [distance(a), distance(b)];
  return x === y ? b.alertId - a.alertId : x < y ? 1 : -1;
}

/**
 * Alerts of one market and one kind in the order in which prices reach them, the next one last:
 * a price looks at those that fire and one more.
 */
class Line<T extends Waiting> {
  readonly #alerts: T[] = [];

  get size(): number {
    return this.#alerts.length;
  }

  add(alert: T): void {
    this.#alerts.splice(this.#place(alert), 0, alert);
  }

  /** Many at once, sorted once. */
  addAll(alerts: readonly T[]): void {
    for (const alert of alerts) this.#alerts.push(alert);
    this.#alerts.sort(order);
  }

  remove(alert: T): void {
    const place = this.#place(alert);
    if (this.#alerts[place]?.alertId === alert.alertId) this.#alerts.splice(place, 1);
  }

  /** Takes out those that fire, the first to be reached first. */
  take(fires: (alert: T) => boolean): T[] {
    const reached: T[] = [];
    for (let next = this.#alerts.at(-1); next !== undefined && fires(next); ) {
      reached.push(next);
      this.#alerts.pop();
      next = this.#alerts.at(-1);
    }
    return reached;
  }

  /** Where an alert is, or would be. */
  #place(alert: T): number {
    let [low, high] = [0, this.#alerts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(this.#alerts[middle] as T, alert) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The alerts of one market that wait. A change is one line too: the smallest is reached first. */
export class Lines<T extends Waiting> {
  readonly #lines: Readonly<Record<AlertKind, Line<T>>> = {
    above: new Line(),
    below: new Line(),
    change: new Line(),
  };

  get size(): number {
    return Object.values(this.#lines).reduce((sum, line) => sum + line.size, 0);
  }

  add(alert: T): void {
    this.#lines[alert.kind].add(alert);
  }

  addAll(alerts: readonly T[]): void {
    for (const [kind, line] of Object.entries(this.#lines)) {
      line.addAll(alerts.filter((alert) => alert.kind === kind));
    }
  }

  remove(alert: T): void {
    this.#lines[alert.kind].remove(alert);
  }

  take(fires: (alert: T) => boolean): T[] {
    return Object.values(this.#lines).flatMap((line) => line.take(fires));
  }
}

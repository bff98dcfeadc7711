import { Recent } from './recent.ts';

export interface BudgetRule {
  /** What may be spent at once. */
  readonly max: number;
  readonly perSecond: number;
}

/**
 * A budget of each key that is spent after the fact: what an answer costs is known when it is made.
 * Whoever has overdrawn it waits until it is filled up to zero again.
 */
export class Budget {
  readonly #rule: BudgetRule;
  readonly #accounts = new Recent<{ left: number; at: number }>();

  constructor(rule: BudgetRule) {
    this.#rule = rule;
  }

  /** Milliseconds until the key may spend again; 0 when it may now. */
  waitMs(key: string, now: number): number {
    const account = this.#accounts.get(key);
    if (account === undefined) return 0;
    const left = this.#leftOf(account, now);
    return left >= 0 ? 0 : Math.ceil((-left * 1_000) / this.#rule.perSecond);
  }

  spend(key: string, cost: number, now: number): void {
    const account = this.#accounts.use(key, () => ({ left: this.#rule.max, at: now }));
    account.left = this.#leftOf(account, now) - cost;
    account.at = now;
  }

  #leftOf({ left, at }: { left: number; at: number }, now: number): number {
    const { max, perSecond } = this.#rule;
    return Math.min(max, left + (Math.max(0, now - at) * perSecond) / 1_000);
  }
}

/** Budgets of the same kind of cost: one user's, and one network's. */
export interface Budgets {
  readonly account: Budget;
  readonly network: Budget;
}

const MIB = 1024 * 1024;

/**
 * Bytes of answers to reads and of snapshots of streams. A MiB takes some 30 to 40 ms of the
 * process that decides orders, so one network takes a thirtieth of it. A desk needs some 10 kB a
 * second.
 */
const READ_BYTES = {
  account: { max: 16 * MIB, perSecond: MIB / 2 },
  network: { max: 32 * MIB, perSecond: MIB },
} as const;

/** The budgets of bytes that are read, times `factor`. */
export function readBudgets(factor = 1): Budgets {
  const scaled = ({ max, perSecond }: BudgetRule) =>
    new Budget({ max: max * factor, perSecond: perSecond * factor });
  return { account: scaled(READ_BYTES.account), network: scaled(READ_BYTES.network) };
}

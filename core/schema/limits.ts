/** At most `max` events in any `ms` milliseconds. */
export interface WindowRule {
  readonly max: number;
  readonly ms: number;
}

/**
 * The limits of one kind of request, by what is counted: a user, a network, a site (what a provider
 * gives to one customer with many networks), everybody together.
 */
export interface LimitRow {
  readonly account?: readonly WindowRule[];
  readonly network?: readonly WindowRule[];
  /**
   * All users of a network together. Where it is given, requests of users do not count against
   * `network`, which is then left to those who are not logged in.
   */
  readonly members?: readonly WindowRule[];
  readonly site?: readonly WindowRule[];
  readonly everybody?: readonly WindowRule[];
}

/** Rows by name. A module declares its own beside its calls, which name them by `limit`. */
export type LimitTable = Readonly<Record<string, LimitRow>>;

import type {} from '@assay/core/schema/registry';
/**
 * Fee rates of one user, in ppm; the job that computes volumes by the public schedule sends it.
 */
export interface SetFeeTier {
  readonly userId: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
  /**
   * Why, by which the user can check it; then a market that asks for less keeps its own rates. Logs
   * of builds without cuts have none, and their rates replace those of every market.
   */
  readonly cut?: FeeCut | undefined;
}

/**
 * The cut that set the rates: the UTC day at whose beginning it is made, in days since 1970-01-01,
 * which is the day of the command, and the volume that counted then, in units of 1e-8 USDT.
 */
export interface FeeCut {
  readonly day: number;
  readonly tier: number;
  readonly volume: string;
}

/** In the order in which the reasons are checked. */
export const SET_FEE_TIER_REFUSALS = [
  ...(['notAllowed', 'invalidFee', 'unknownUser', 'invalidCut', 'dayPassed'] as const),
] as const;

export interface WithdrawStaleQuotes {
  /**
   * The age of an index price, in ms, beyond which the house does not quote around it. Logs of
   * builds that had one fixed age name none: there it is INDEX_MAX_AGE_MS.
   */
  readonly olderThanMs?: number | undefined;
}
/** In the order in which the reasons are checked. */
export const WITHDRAW_STALE_QUOTES_REFUSALS = ['notAllowed', 'invalidAge'] as const;

declare module '@assay/core/schema/registry' {
  interface Commands {
    setFeeTier: {
      body: SetFeeTier;
      outcome: SetFeeTier;
      refusal: (typeof SET_FEE_TIER_REFUSALS)[number];
    };
    /** Withdraws the house's quotes where the index is too old; returns the markets, sorted. */
    withdrawStaleQuotes: {
      body: WithdrawStaleQuotes;
      outcome: { readonly markets: readonly string[] };
      refusal: (typeof WITHDRAW_STALE_QUOTES_REFUSALS)[number];
    };
  }
}

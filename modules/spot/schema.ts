import type {} from '@assay/core/schema/registry';
/** Fee rates of one user, in ppm; the job that computes volumes by the public schedule sends it. */
export interface SetFeeTier {
  readonly userId: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** In the order in which the reasons are checked. */
export const SET_FEE_TIER_REFUSALS = ['notAllowed', 'invalidFee', 'unknownUser'] as const;

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

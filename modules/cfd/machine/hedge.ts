/**
 * Whoever stands for what customers have net of a contract beyond the house's own exposure
 * (decision 0133). It is asked inside a command, so that it answers from what the log has recorded
 * alone; it knows no person and no price.
 */
export interface Hedge {
  /** The quantity that it takes of a contract in a direction, beyond what the house takes. */
  room(contract: string, side: 1 | -1): bigint;
}

/** Nobody does: what exceeds the house's own exposure is refused. */
export const NO_HEDGE: Hedge = { room: () => 0n };

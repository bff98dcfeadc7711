/**
 * Everything that a rule of the engine may know besides its own state. Two runs with the same turns
 * give the same state.
 */
export interface Turn {
  /** The sequence number of the command in its realm. */
  readonly seq: number;
  /** Milliseconds since the epoch; never decreases from one command to the next. */
  readonly at: number;
  /** The owner on whose behalf the command acts: a user, or the house (below FIRST_USER). */
  readonly actor: number;
}

/**
 * What a server signs of the ticks of an index in a UTC day: how far the log has come, and hashes
 * that stand for all of the day's ticks. A day that is over has its last head with its file.
 */
export interface TickHead {
  readonly index: string;
  /** `2026-11-26` */
  readonly day: string;
  /** The first tick of the day and the last one so far, by their numbers. */
  readonly firstN: number;
  readonly n: number;
  /** The hash of the last one, in hex: it is chained to those of all ticks before it. */
  readonly hash: string;
  /** Root of the tree over the hashes of the day's ticks (RFC 6962), in hex. */
  readonly root: string;
  /** When the last one was. */
  readonly at: number;
}

export interface SignedTickHead extends TickHead {
  /** Ed25519 over the UTF-8 of `tickHeadText`, in hex. */
  readonly signature: string;
}

/**
 * The text that is signed: eight lines, no line end after the last. It follows from the ticks, so
 * two heads of one tick are the same, and whoever signs another has signed a lie.
 */
export function tickHeadText({ index, day, firstN, n, hash, root, at }: TickHead): string {
  return `assay-tick-head-1\n${index}\n${day}\n${firstN}\n${n}\n${hash}\n${root}\n${at}`;
}

/** The end of an index's tick log at one of its ticks. */
export interface TickHead {
  readonly index: string;
  readonly n: number;
  readonly hash: string;
  readonly at: number;
}

/** The text that is signed: five lines, no line end after the last. */
export function tickHeadText({ index, n, hash, at }: TickHead): string {
  return `assay-tick-head-1\n${index}\n${n}\n${hash}\n${at}`;
}

/** One stream or event as the reference prints it. */
export interface StreamEntry {
  /** `<symbol>@trade` */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What each letter or word of the event means. */
  readonly fields: Readonly<Record<string, string>>;
}

/** All streams; the reference is printed from it. */
export const STREAMS: readonly StreamEntry[] = [];

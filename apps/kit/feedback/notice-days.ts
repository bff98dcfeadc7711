/** The notices of one day of the reader's calendar. */
export interface NoticeDay<One> {
  /** The day as the reader writes it, which is what notices are put together by. */
  readonly day: string;
  /** Days that have a name; null for all others. */
  readonly name: 'today' | 'yesterday' | null;
  readonly list: readonly One[];
}

const DAY_MS = 86_400_000;

/** Notices, which are newest first, by days. `dayOf` writes a moment's day in the reader's zone. */
export function dayGroups<One extends { readonly at: number }>(
  notices: readonly One[],
  now: number,
  dayOf: (at: number) => string,
): readonly NoticeDay<One>[] {
  const days = new Map<string, One[]>();
  for (const notice of notices) {
    const day = dayOf(notice.at);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  const named = new Map([
    [dayOf(now - DAY_MS), 'yesterday'],
    [dayOf(now), 'today'],
  ] as const);
  return [...days].map(([day, list]) => ({ day, name: named.get(day) ?? null, list }));
}

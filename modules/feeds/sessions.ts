import { classOf, type IndexSession, indexSession, symbolOf } from './rules/symbols.ts';

interface Known {
  readonly session: IndexSession;
  readonly from: number;
  readonly until: number;
}

/** The sessions of indices now, computed once until they change. */
export class Sessions {
  /** By calendar: many indices have one. */
  readonly #known = new Map<string, Known>();

  of(index: string, now: number): IndexSession {
    const calendar = symbolOf(index)?.calendar ?? classOf(index);
    const known = this.#known.get(calendar);
    if (known !== undefined && now >= known.from && now < known.until) return known.session;
    const session = indexSession(index, now);
    const { nextOpening, nextClose } = session;
    const until = Math.min(nextOpening ?? Number.MAX_VALUE, nextClose ?? Number.MAX_VALUE);
    this.#known.set(calendar, { session, from: now, until });
    return session;
  }
}

import type { Dice } from '@assay/core/testing/dice';

/** What becomes of one statement on its way to the database and back. */
export interface Fate {
  readonly kind: 'well' | 'refused' | 'lostBefore' | 'lostAfter' | 'lingers';
  /** Until it is executed, and from there until its answer is read. */
  readonly travelMs: number;
  readonly replyMs: number;
}

/** How often things go wrong, in parts of a thousand statements. */
export interface Weather {
  readonly name: string;
  /** The database refuses the statement (disk full); the connection remains. */
  readonly refused: number;
  /** The connection breaks before the statement is executed. */
  readonly lostBefore: number;
  /** It breaks after the statement is durable and before the answer is read. */
  readonly lostAfter: number;
  /** It breaks for the sender while the server goes on with what it has, and keeps its locks. */
  readonly lingers: number;
  /** It takes a second or more. */
  readonly slow: number;
}

const none = { refused: 0, lostBefore: 0, lostAfter: 0, lingers: 0, slow: 0 };

export const WEATHERS: readonly Weather[] = [
  { ...none, name: 'calm' },
  { ...none, name: 'slow', slow: 60 },
  { name: 'windy', refused: 8, lostBefore: 8, lostAfter: 8, lingers: 4, slow: 10 },
  { name: 'storm', refused: 40, lostBefore: 40, lostAfter: 60, lingers: 30, slow: 30 },
];

/** Time for which a server holds on to the session of a sender that is gone. */
const LINGER_MS = [20, 9_000] as const;

export class Faults {
  readonly #dice: Dice;
  readonly weather: Weather;
  /** Set when the schedule is over: from then on everything goes well. */
  over = false;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.weather = dice.pick(WEATHERS);
  }

  /**
   * Batches suffer all of it; queries that load fail or lose their connection, a tenth as often: a
   * start sends one for each table, and must get through in a storm too.
   */
  fateOf(isBatch: boolean): Fate {
    const dice = this.#dice;
    const travelMs = dice.int(0, 2);
    const replyMs = dice.int(0, 2);
    if (this.over) return { kind: 'well', travelMs, replyMs };
    if (!isBatch) {
      const throwOf = dice.int(0, 9_999);
      const { lostBefore, refused } = this.weather;
      const fails = throwOf < lostBefore ? 'lostBefore' : 'refused';
      return { kind: throwOf < lostBefore + refused ? fails : 'well', travelMs, replyMs };
    }
    let throwOf = dice.int(0, 999);
    const { refused, lostBefore, lostAfter, lingers, slow } = this.weather;
    const kinds = Object.entries({ refused, lostBefore, lostAfter, lingers }) as [
      Fate['kind'],
      number,
    ][];
    for (const [kind, share] of kinds) {
      if (throwOf < share) {
        const wait = kind === 'lingers' ? dice.int(...LINGER_MS) : travelMs;
        return { kind, travelMs: wait, replyMs };
      }
      throwOf -= share;
    }
    const wait = throwOf < slow ? dice.int(1_000, 7_000) : travelMs;
    return { kind: 'well', travelMs: wait, replyMs };
  }
}

import type { Head } from '@assay/kit/data/columns.ts';

/** The room that is kept for what a column holds, as wide as its longest usual text. */
const ROOM = {
  time: { width: '6.25rem' },
  /** What a card of a phone is called by. */
  pair: { width: '4.5rem', card: 'title' },
  type: { width: '4.5rem' },
  word: { width: '3.25rem' },
  side: { width: '3.25rem', card: 'value' },
  figure: { width: '4.625rem', figure: true },
  value: { width: '4.625rem', figure: true, card: 'value' },
  /** With its unit. */
  amount: { width: '5.25rem', figure: true },
  share: { width: '3rem', figure: true },
  actions: { width: '4.5rem', actions: true },
} as const satisfies Record<string, Omit<Head, 'head'>>;

/** Columns with the room for their kinds. */
export function columns(named: readonly (readonly [head: string, kind: keyof typeof ROOM])[]) {
  return named.map(([head, kind]): Head => ({ head, ...ROOM[kind] }));
}

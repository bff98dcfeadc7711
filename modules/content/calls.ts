import type { CallOutput } from '@assay/core/schema/call';
import type { Handlers } from '@assay/platform/http/context';
import type { calls } from './schema.ts';

export type Setting = CallOutput<(typeof calls)['getSetting']>;
export type PublicFigures = CallOutput<(typeof calls)['new_data']>;

export interface ContentOptions {
  readonly setting: () => Setting;
  /** Counts the figures; may take a while, so it is called at most every half minute. */
  readonly figures: () => Promise<PublicFigures>;
}

const FIGURES_MS = 30_000;

export function contentCalls({ setting, figures }: ContentOptions): Handlers<typeof calls> {
  let counted: { readonly at: number; readonly made: Promise<PublicFigures> } | null = null;
  return {
    getSetting: () => setting(),
    new_data: (_input, { now }) => {
      if (counted !== null && now - counted.at < FIGURES_MS) return counted.made;
      const made = figures();
      counted = { at: now, made };
      // A failed count is not kept: the next request counts again.
      made.catch(() => {
        counted = null;
      });
      return made;
    },
  };
}

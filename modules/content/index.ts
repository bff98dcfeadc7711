import { type CallSet, callSet } from '@assay/platform/http/route';
import { type ContentOptions, contentCalls } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';

export type { LogOfCommands, PublicFigures, Setting } from './calls.ts';

/** Texts of this module by language. */
export const contentMessages = { en: english };

/** The calls of this module with their handlers. */
export function createContentCalls(options: ContentOptions): CallSet {
  return callSet(calls, contentCalls(options));
}

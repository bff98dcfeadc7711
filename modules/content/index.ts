import { type CallSet, callSet } from '@assay/platform/http/route';
import { type ContentOptions, contentCalls } from './calls.ts';
import { calls } from './schema.ts';

export type { PublicFigures, Setting } from './calls.ts';

/** The calls of this module with their handlers. */
export function createContentCalls(options: ContentOptions): CallSet {
  return callSet(calls, contentCalls(options));
}

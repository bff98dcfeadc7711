import type { Call } from '@assay/core/schema/call';
import { InvalidInput } from '@assay/core/schema/outcome';
import type { z } from 'zod';
import type { Params } from './params.ts';

/** Our messages are keys; the default texts of the schema library are sentences. */
const KEY = /^[a-z][A-Za-z0-9.]*$/;

/** The checked input, or which fields are wrong and why. */
export function readInput(call: Call, params: Params): Record<string, unknown> | InvalidInput {
  const read = call.input.safeParse(params);
  if (read.success) return read.data;
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of read.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) addKey(fields, name, 'unknown');
    } else {
      addKey(fields, issue.path.map(String).join('.'), keyOf(issue));
    }
  }
  return new InvalidInput({ ...fields });
}

function addKey(fields: Record<string, string[]>, field: string, key: string): void {
  fields[field] ??= [];
  if (!fields[field].includes(key)) fields[field].push(key);
}

/** The key of an issue: the schema's own, else one for the kind of issue. */
function keyOf(issue: z.core.$ZodIssue): string {
  if (KEY.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'required' : 'invalid';
    case 'too_small':
      return issue.origin === 'string' ? 'tooShort' : 'tooSmall';
    case 'too_big':
      return issue.origin === 'string' ? 'tooLong' : 'tooLarge';
    case 'invalid_value':
      return 'oneOf';
    default:
      return 'invalid';
  }
}

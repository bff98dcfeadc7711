import { isDeepStrictEqual } from 'node:util';
import type { Received } from '@assay/platform/testing/client';
import type { Thing } from './foreign-things.ts';

/** What is compared of an answer: all that differs from one request to the next is left out. */
const answerOf = ({ status, code, data, message }: Received) => ({ status, code, data, message });

interface Callers {
  /** Makes the call with these fields as somebody else, and as whoever owns the thing. */
  other(fields: object): Promise<Received>;
  owner(fields: object): Promise<Received>;
}

/**
 * How a call fails to keep a thing from somebody who does not own it, in words; empty when for them
 * it does not exist. It says so too when the thing was not there, for then nothing was tried.
 */
export async function foreignFaults(thing: Thing, { other, owner }: Callers): Promise<string[]> {
  const { fields, missing, look } = thing;
  const before = await look?.();
  const none = answerOf(await other(missing));
  const theirs = answerOf(await other(fields));
  const faults: string[] = [];
  if (!isDeepStrictEqual(theirs, none)) {
    faults.push(
      `exists for others: ${JSON.stringify(theirs.data)}, not ${JSON.stringify(none.data)}`,
    );
  }
  if (look !== undefined && !isDeepStrictEqual(await look(), before)) {
    faults.push('was changed by somebody else');
  }
  // The same for its owner is another answer, or changes it: it was there, and is as it was.
  const mine = answerOf(await owner(fields));
  const wasThere =
    look === undefined ? !isDeepStrictEqual(mine, none) : !isDeepStrictEqual(await look(), before);
  if (!wasThere) faults.push('was not there for its owner');
  return faults;
}

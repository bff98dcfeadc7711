import pg from 'pg';

/**
 * How PostgreSQL's types are read, on every connection that we open.
 *
 * `int8` (20) → number. Ids, times and sequence numbers stay below 2^53 by construction; a value
 * beyond it fails the query, because a type that depended on the value would cause errors later.
 * Amounts do not fit: stores select them as `amount::text` and make a BigInt.
 * `numeric` (also the type of `sum(int8)`) stays a string. `timestamptz` is not used: times are
 * `bigint` milliseconds.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 ${text} is beyond 2^53: select it as ::text`);
  }
  return value;
}

const INT8 = 20;
const INT8_ARRAY = 1016;

function parseInt8Array(text: string): (number | null)[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return inner.split(',').map((item) => (item === 'NULL' ? null : parseInt8(item)));
}

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) => {
    if (format !== 'binary') {
      if (oid === INT8) return parseInt8;
      if (oid === INT8_ARRAY) return parseInt8Array;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

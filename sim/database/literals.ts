/** The values of an array literal, as text: {1,NULL,"a b"}. */
export function readArray(literal: string): (string | null)[] {
  const body = literal.slice(1, -1);
  if (body === '') return [];
  if (!body.includes('"')) {
    return body.split(',').map((item) => (item === 'NULL' ? null : item));
  }
  const values: (string | null)[] = [];
  const item = /"((?:[^"\\]|\\.)*)"|([^,]+)/g;
  for (const [, quoted, plain] of body.matchAll(item)) {
    if (quoted !== undefined) values.push(quoted.replace(/\\(.)/g, '$1'));
    else values.push(plain === 'NULL' ? null : (plain as string));
  }
  return values;
}

/** Booleans come as true and false in our literals, and leave PostgreSQL as t and f. */
export function stored(value: string | null, type: string): string | null {
  if (type !== 'boolean' || value === null) return value;
  return value.startsWith('t') ? 't' : 'f';
}

/** What the driver makes of a value of this type. */
export function delivered(value: string | null, type: string): unknown {
  if (value === null) return null;
  if (type === 'bigint' || type === 'integer' || type === 'smallint') return Number(value);
  if (type === 'boolean') return value === 't';
  if (type === 'bytea') return Buffer.from(value.slice(2), 'hex');
  return value;
}

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

const PLAIN = /^[A-Za-z0-9_:.@/-]+$/;

/** The PostgreSQL array literal of texts; null stays NULL. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`;
}

function quote(value: string): string {
  if (value === '') return '""';
  if (PLAIN.test(value) && value.toUpperCase() !== 'NULL') return value;
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

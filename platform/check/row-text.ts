import type { Column } from '@assay/core/schema/record';

/** A value as a check compares it: numbers and numerics as decimal text. */
export type CheckedValue = string | boolean | null;

/** A row as one text: JSON of the values of its columns, in the order of the declaration. */
export type RowText = string;

/**
 * A value in the form in which it is compared, whether it comes from an array literal of a writer
 * or from the driver.
 */
export function checkedValue({ type }: Column, value: unknown): CheckedValue {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return value === true || value === 't' || value === 'true';
  const text = String(value);
  return type === 'numeric' ? plainDecimal(text) : text;
}

/** Of all texts of one number the shortest: PostgreSQL keeps trailing zeros that it was given. */
function plainDecimal(text: string): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text);
  if (match === null) return text;
  const [, sign, whole, fraction] = match;
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** The text of a row that the driver delivered. */
export function rowText(
  columns: readonly Column[],
  delivered: Readonly<Record<string, unknown>>,
): RowText {
  return JSON.stringify(columns.map((column) => checkedValue(column, delivered[column.name])));
}

/** The row as the driver would deliver it. */
export function deliveredRow(
  columns: readonly Column[],
  text: RowText,
): Record<string, CheckedValue> {
  const values = JSON.parse(text) as CheckedValue[];
  return Object.fromEntries(columns.map(({ name }, i) => [name, values[i] ?? null]));
}

/**
 * A line of a row of which digests are made, and the SQL that makes the same line: integers and
 * decimals as they are, texts as JSON, `-` for null.
 */
export function rowLine(columns: readonly Column[], values: readonly CheckedValue[]): string {
  const parts = columns.map(({ kept, type }, i) => {
    const value = values[i] ?? null;
    if (value === null) return '-';
    return kept === 'text' && type !== 'numeric' ? JSON.stringify(value) : String(value);
  });
  return parts.join(' ');
}

export function rowLineSql(columns: readonly Column[]): string {
  const parts = columns.map(({ name, kept, type }) => {
    const isText = kept === 'text' && type !== 'numeric';
    const value = isText ? `to_json(${name})::text` : `${name}::text`;
    return `coalesce(${value}, '-')`;
  });
  return `concat_ws(' ', ${parts.join(', ')})`;
}

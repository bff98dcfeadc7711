/** A column of a CSV file: its head and what a row has there, as raw text. */
export interface CsvColumn<Row> {
  readonly head: string;
  readonly text: (row: Row) => string;
}

/** Spreadsheets take the file for what it is only with this mark in front. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Rows as CSV by RFC 4180: UTF-8 with a byte order mark, CRLF, raw decimals, ISO times. Text that a
 * spreadsheet would run as a formula is led by an apostrophe; a number, also below zero, is none.
 */
export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ head }) => quoted(head)),
    ...rows.map((row) => columns.map(({ text }) => quoted(text(row)))),
  ];
  return BYTE_ORDER_MARK + lines.map((line) => `${line.join(',')}\r\n`).join('');
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** A moment as ISO 8601 in UTC. */
export function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** Hands a text, or its pieces, to the browser as a file. */
export function saveFile(name: string, text: string | readonly string[]): void {
  const type = name.endsWith('.json') ? 'application/json' : 'text/csv;charset=utf-8';
  const url = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

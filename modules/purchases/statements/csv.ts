import { entryOf } from '../digest.ts';
import { readBankAmount } from '../rules.ts';
import type { NewLine } from '../store/lines.ts';
import {
  cut,
  type Direction,
  isDay,
  LINES_MAX,
  plainAccount,
  type StatementFault,
} from './camt.ts';

/** Which column has what, by its number from 1; 0: none has it. */
export interface Columns {
  readonly day: number;
  readonly amount: number;
  readonly payer: number;
  readonly remittance: number;
  readonly entry: number;
}

/** How days and amounts are written. */
export interface Spelling {
  readonly separator: ',' | ';' | '\t';
  readonly days: 'yyyy-mm-dd' | 'dd.mm.yyyy' | 'dd/mm/yyyy' | 'mm/dd/yyyy';
  readonly decimals: '.' | ',';
}

export interface CsvStatement extends Spelling {
  readonly text: string;
  /** Of the house; a file has one. */
  readonly account: string;
  readonly currency: string;
  readonly columns: Columns;
}

/**
 * The credits of a bank's CSV file, or its debits, whose first line names the columns. Lines
 * without the bank's own number are known by what they say, so that two that say the same are one:
 * people look.
 */
export function readCsv(
  given: CsvStatement,
  direction: Direction = 'in',
): NewLine[] | StatementFault {
  const rows = rowsOf(given.text, given.separator);
  if (rows === null) return 'unreadable';
  const [head, ...body] = rows;
  const { day, amount, ...others } = given.columns;
  const most = Math.max(day, amount, ...Object.values(others));
  if (head === undefined || day < 1 || amount < 1 || most > head.length) return 'wrongColumns';
  if (body.length > LINES_MAX) return 'tooManyLines';
  const lines: NewLine[] = [];
  for (const row of body) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const line = lineOf(row, given, direction);
    if (line === 'wrong') return 'unreadable';
    if (line !== null) lines.push(line);
  }
  return lines;
}

/** Null for the other direction; `wrong` for what cannot be read. */
function lineOf(
  row: readonly string[],
  given: CsvStatement,
  direction: Direction,
): NewLine | null | 'wrong' {
  const cell = (column: number) => (column === 0 ? '' : cut(row[column - 1] ?? ''));
  const { columns, currency } = given;
  const bookedOn = dayOf(cell(columns.day), given.days);
  const written = decimalOf(cell(columns.amount), given.decimals);
  if (bookedOn === null || written === null) return 'wrong';
  const goesOut = written.startsWith('-');
  if (goesOut !== (direction === 'out') || /^-?0(\.0*)?$/.test(written)) return null;
  const amount = readBankAmount(written.replace('-', ''));
  if (amount === null) return 'wrong';
  const account = plainAccount(given.account);
  const [payer, remittance] = [cell(columns.payer), cell(columns.remittance)];
  const said = [account, bookedOn, currency, String(amount), payer, remittance];
  const entry = cell(columns.entry) || entryOf(said);
  return { account, entry, currency, amount, payer, remittance, bookedOn };
}

function dayOf(text: string, days: Spelling['days']): string | null {
  const order = days.split(/[^a-z]/);
  const parts = text.split(/[^0-9]/);
  if (parts.length !== 3) return null;
  const part = (name: string) => (parts[order.indexOf(name)] ?? '').padStart(name.length, '0');
  const day = `${part('yyyy')}-${part('mm')}-${part('dd')}`;
  return isDay(day) ? day : null;
}

/** Thousands are in groups of three, which one sign separates: the other one, or spaces. */
const WRITTEN = {
  '.': /^([+-]?)\s?(\d+|\d{1,3}(?:([,'\s])\d{3})(?:\3\d{3})*)(?:\.(\d{1,2})0*)?$/,
  ',': /^([+-]?)\s?(\d+|\d{1,3}(?:([.'\s])\d{3})(?:\3\d{3})*)(?:,(\d{1,2})0*)?$/,
} as const;

/** In our spelling, with its sign. */
function decimalOf(text: string, decimals: '.' | ','): string | null {
  const found = WRITTEN[decimals].exec(text);
  if (found === null) return null;
  const [, sign, whole = '', , cents] = found;
  const plain = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${plain}${cents === undefined ? '' : `.${cents}`}`;
}

/** RFC 4180: quotes around a cell, two for one in it; null where a quote has no end. */
function rowsOf(text: string, separator: string): string[][] | null {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  for (let i = 0; i < source.length; i += 1) {
    const sign = source[i]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (source[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''));
      cell = '';
      if (sign === '\n') rows.push([]);
    } else cell += sign;
  }
  if (isQuoted) return null;
  rows.at(-1)!.push(cell.replace(/\r$/, ''));
  if (rows.at(-1)!.length === 1 && rows.at(-1)![0] === '') rows.pop();
  return rows;
}

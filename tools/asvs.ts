import fs from 'node:fs';
import path from 'node:path';
import { citedCodes, coverTree } from './codes.ts';
import { type TestTitle, testTitles } from './titles.ts';
import { readText, root } from './tree.ts';

/** A requirement of OWASP ASVS 5.0 and how it is met; see security/README.md. */
export interface Requirement {
  readonly id: string;
  readonly level: string;
  /** `yes`, or `no: reason`. */
  readonly applies: string;
  readonly control: string;
  /** Files or folders, separated by spaces. */
  readonly where: string;
  /** `CODE file`, separated by semicolons. */
  readonly test: string;
  /** `done`, or `open: reason`. */
  readonly state: string;
}

const COLUMNS = ['id', 'level', 'applies', 'control', 'where', 'test', 'state'] as const;
/** Of what does not apply nothing else is said. */
const NOTHING = '-';
/** How many requirements the standard has at each of these levels. */
export const REQUIREMENTS = { '1': 70, '2': 183 } as const;

/** Reads rows of RFC 4180: fields with commas or quotes are quoted, quotes in them doubled. */
export function readTable(text: string): Requirement[] {
  const [head, ...rows] = text.trimEnd().split('\n').map(readRow);
  if (head?.join() !== COLUMNS.join()) throw new Error(`The columns are ${COLUMNS.join()}.`);
  return rows.map((row) => {
    if (row.length !== COLUMNS.length) throw new Error(`${row[0]} has ${row.length} columns.`);
    return Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]])) as unknown as Requirement;
  });
}

function readRow(line: string): string[] {
  const fields = line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^",]*)/g) ?? [];
  return fields.map((field, at) => {
    const text = at === 0 ? field : field.slice(1);
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}

export function readRequirements(): Requirement[] {
  return readTable(readText('security/asvs.csv'));
}

/** The tests of criteria in the files that rows name: to read all files would take seconds. */
export function namedTests(rows: readonly Requirement[]): ReadonlyMap<string, TestTitle[]> {
  const files = rows.flatMap(({ test }) => test.split('; ').map((one) => one.split(' ')[1] ?? ''));
  const isThere = (file: string) => file !== '' && fs.existsSync(path.join(root, file));
  const titles = [...new Set(files)]
    .filter(isThere)
    .flatMap((file) => testTitles(file, readText(file)));
  return coverTree(titles).coverage.tests;
}

/** What is wrong with the rows, a line each. */
export function problemsOf(
  rows: readonly Requirement[],
  tests: ReadonlyMap<string, readonly Pick<TestTitle, 'file'>[]>,
): string[] {
  const problems = rows.flatMap((row) =>
    problemsOfRow(row, tests).map((text) => `${row.id} ${text}`),
  );
  for (const [level, wanted] of Object.entries(REQUIREMENTS)) {
    const found = rows.filter((row) => row.level === level).length;
    if (found !== wanted) problems.push(`level ${level} has ${found} rows, not ${wanted}`);
  }
  for (const [at, { id }] of rows.entries()) {
    const before = rows[at - 1]?.id;
    if (before !== undefined && placeOf(before) >= placeOf(id))
      problems.push(`${id} is out of order`);
  }
  return problems;
}

function problemsOfRow(row: Requirement, tests: Parameters<typeof problemsOf>[1]): string[] {
  const { id, level, applies, control, where, test, state } = row;
  if (!/^v5\.0\.0-\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id)) return ['is no number of the standard'];
  if (!(level in REQUIREMENTS)) return [`has the level ${level}`];
  if (applies !== 'yes') {
    const isEmpty = [control, where, test, state].every((text) => text === NOTHING);
    return /^no: .{5,}$/.test(applies) && isEmpty ? [] : ['does not say why it does not apply'];
  }
  const problems: string[] = [];
  if (!/^[A-Z].{10,}\.$/.test(control)) problems.push('has no sentence about its control');
  for (const place of where.split(' ')) {
    if (!fs.existsSync(path.join(root, place))) problems.push(`names ${place}, which is not there`);
  }
  for (const one of test.split('; ')) {
    const [code = '', file = ''] = one.split(' ');
    const cited = citedCodes(code, [code.split('-')[0] ?? '']).length === 1 && tests.get(code);
    if (!cited) problems.push(`names ${code}, which is no criterion`);
    else if (!cited.some((title) => title.file === file)) {
      problems.push(`names ${code}, of which ${file} has no test`);
    }
  }
  if (state !== 'done' && !/^open: .{10,}$/.test(state)) problems.push('is neither done nor open');
  if (state !== 'done' && level === '1') problems.push('is of level 1 and open');
  return problems;
}

/** Numbers in the order of the standard. */
function placeOf(id: string): number {
  const [chapter = 0, section = 0, requirement = 0] =
    id.split('-')[1]?.split('.').map(Number) ?? [];
  return (chapter * 100 + section) * 100 + requirement;
}

/** How many rows of a level are done, open, and do not apply. */
export function countsOf(rows: readonly Requirement[], level: string) {
  const own = rows.filter((row) => row.level === level);
  return {
    done: own.filter(({ state }) => state === 'done').length,
    open: own.filter(({ state }) => state.startsWith('open')).length,
    none: own.filter(({ applies }) => applies !== 'yes').length,
  };
}

/**
 * Prints which test proves which acceptance criterion: specs/*.md against the titles of tests.
 *   tsx tools/codes.ts    exits with 1 for a code that is unknown or defined twice
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { allTestTitles, type TestTitle } from './titles.ts';
import { readText, root } from './tree.ts';

export interface Criterion {
  code: string;
  sentence: string;
  file: string;
}

const criterionLine = /^- \*\*([A-Z]{2,4}-\d{3,4})\*\* (.+)$/;

/** Reads `- **CODE-010** sentence.` lines; the area is the name of the file. */
export function readCriteria(file: string, text: string): Criterion[] {
  return text.split('\n').flatMap((line) => {
    const [, code, sentence] = criterionLine.exec(line) ?? [];
    return code && sentence ? [{ code, sentence, file }] : [];
  });
}

/** Codes that a title cites. Only areas with a file count: SHA-256 is not a criterion. */
export function citedCodes(title: string, areas: readonly string[]): string[] {
  const pattern = new RegExp(`\\b(?:${areas.join('|')})-\\d{3,4}\\b`, 'g');
  return areas.length === 0 ? [] : [...new Set(title.match(pattern) ?? [])];
}

export interface Coverage {
  areas: string[];
  tests: Map<string, TestTitle[]>;
  uncovered: Criterion[];
  problems: string[];
}

export function cover(criteria: Criterion[], titles: TestTitle[], areas: string[]): Coverage {
  const problems: string[] = [];
  const tests = new Map<string, TestTitle[]>();
  for (const { code, file } of criteria) {
    if (tests.has(code)) problems.push(`${code} is written twice (${file})`);
    if (!code.startsWith(`${path.basename(file, '.md')}-`)) problems.push(`${code} is in ${file}`);
    tests.set(code, []);
  }
  const unknown = new Set<string>();
  for (const title of titles) {
    for (const code of citedCodes(title.title, areas)) {
      const known = tests.get(code);
      if (known) known.push(title);
      else if (!unknown.has(code)) {
        unknown.add(code);
        problems.push(`${code} is not in specs/ but cited by ${title.file}:${title.line}`);
      }
    }
  }
  const uncovered = criteria.filter(({ code }) => tests.get(code)?.length === 0);
  return { areas, tests, uncovered, problems };
}

export function readAreas(): string[] {
  return fs
    .readdirSync(path.join(root, 'specs'))
    .filter((name) => /^[A-Z]{2,4}\.md$/.test(name))
    .map((name) => path.basename(name, '.md'));
}

/** Covers the criteria of all areas by these titles; by default those of all tests. */
export function coverTree(titles: TestTitle[] = allTestTitles()): {
  criteria: Criterion[];
  coverage: Coverage;
} {
  const areas = readAreas();
  const criteria = areas.flatMap((area) => {
    const file = `specs/${area}.md`;
    return readCriteria(file, readText(file));
  });
  return { criteria, coverage: cover(criteria, titles, areas) };
}

function print(): number {
  const { criteria, coverage } = coverTree();
  for (const area of coverage.areas) {
    const own = criteria.filter(({ code }) => code.startsWith(`${area}-`));
    const proven = own.filter(({ code }) => (coverage.tests.get(code)?.length ?? 0) > 0);
    console.log(`${area.padEnd(5)} ${proven.length} of ${own.length} criteria have a test`);
    for (const { code } of own) {
      const files = new Set(coverage.tests.get(code)?.map(({ file }) => file));
      console.log(`  ${code}  ${[...files].join(' ') || '-'}`);
    }
  }
  for (const { code, sentence } of coverage.uncovered)
    console.log(`  no test: ${code} ${sentence}`);
  for (const problem of coverage.problems) console.error(`  wrong: ${problem}`);
  const proven = criteria.length - coverage.uncovered.length;
  console.log(`${proven} of ${criteria.length} criteria have a test`);
  return coverage.problems.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = print();
}

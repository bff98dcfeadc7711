import path from 'node:path';
import { settingsTable } from '@assay/platform/config';
import { describe, expect, test } from 'vitest';
import { bans, exemptions, longFiles } from './bans.ts';
import { citedCodes, cover, coverTree, readAreas, readCriteria } from './codes.ts';
import { allTestTitles, testTitles } from './titles.ts';
import { allFiles, isTest, readText } from './tree.ts';

const files = allFiles();
const isCode = (file: string) => /\.(ts|tsx|mjs|cjs|sql)$/.test(file);
const isText = (file: string) => !/\.(png|jpe?g|woff2|ico|gz|zip)$/.test(file);
const texts = new Map(files.filter(isText).map((file) => [file, readText(file)]));

function linesOf(file: string): string[] {
  return texts.get(file)?.split('\n') ?? [];
}

/** Packages installed under another name are pinned too. */
const EXACT_VERSION = /^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

describe('OPSX-071 banned words', () => {
  test.each(bans.map((ban) => [ban.name, ban] as const))('%s', (_name, ban) => {
    const found = new Map<string, string[]>();
    for (const [file] of texts) {
      if (!ban.where(file)) continue;
      const hits = linesOf(file)
        .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
        .filter(({ line }) => ban.pattern.test(line))
        .map(({ line, at }) => `${at} ${line.trim().slice(0, 80)}`);
      if (hits.length > 0) found.set(file, hits);
    }
    const problems: string[] = [];
    for (const { file, count } of exemptions.filter((one) => one.ban === ban.name)) {
      const hits = found.get(file) ?? [];
      if (hits.length !== count) problems.push(`${file}: exempt ${count}, found ${hits.length}`);
      found.delete(file);
    }
    problems.push(...[...found.values()].flat());
    expect(problems, `instead: ${ban.instead}`).toEqual([]);
  });

  test('each exemption gives its reason and names a ban that exists', () => {
    const names = new Set(bans.map((ban) => ban.name));
    for (const { ban, why, count } of exemptions) {
      expect(names).toContain(ban);
      expect(why.length).toBeGreaterThan(10);
      expect(count).toBeGreaterThan(0);
    }
  });
});

/** Keys that have another text elsewhere, as `language key: file, file`. */
function twoTexts(catalogues: ReadonlyMap<string, Readonly<Record<string, string>>>): string[] {
  const first = new Map<string, readonly [file: string, text: string]>();
  const found: string[] = [];
  for (const [file, catalogue] of catalogues) {
    for (const [key, text] of Object.entries(catalogue)) {
      const name = `${path.basename(file, '.json')} ${key}`;
      const [other, known] = first.get(name) ?? [file, text];
      if (known !== text) found.push(`${name}: ${other}, ${file}`);
      first.set(name, [other, known]);
    }
  }
  return found;
}

describe('OPSX-181 one text for a key', () => {
  test('in all catalogues of messages, which the server puts together', () => {
    const found = files.filter((file) =>
      /^(platform|modules)\/.*\/messages\/\w+\.json$/.test(file),
    );
    expect(found.length).toBeGreaterThan(5);
    const catalogues = found.map((file) => [file, JSON.parse(texts.get(file) ?? '')] as const);
    expect(twoTexts(new Map(catalogues))).toEqual([]);
  });

  test('another text is found, the same one and another language are not', () => {
    const catalogues = new Map([
      ['a/en.json', { 'refusal.x': 'No.', 'refusal.y': 'Never.' }],
      ['b/en.json', { 'refusal.x': 'No!', 'refusal.y': 'Never.' }],
      ['b/de.json', { 'refusal.x': 'Nein.' }],
    ]);
    expect(twoTexts(catalogues)).toEqual(['en refusal.x: a/en.json, b/en.json']);
  });
});

/** The formatter breaks long lines of code, but not comments. */
function isComment(line: string): boolean {
  return /^\s*(\*|\/\/|\/\*)|;\s+\/\/ |,\s+\/\/ /.test(line) && !/https?:\/\//.test(line);
}

describe('OPSX-072 one shape for a part that grows', () => {
  test('a part is a file or a folder of that name, not both', () => {
    const folders = new Set(files.filter(isCode).map((file) => path.dirname(file)));
    const both = files.filter((file) => isCode(file) && folders.has(file.replace(/\.[^.]+$/, '')));
    expect(both).toEqual([]);
  });
});

describe('OPSX-072 sizes', () => {
  const longest = { lines: 500, columns: 100 };

  test('no file is longer than 500 lines', () => {
    const long = files.filter((file) => isCode(file) && linesOf(file).length - 1 > longest.lines);
    expect(long).toEqual([]);
  });

  test('no file of the product is longer than 400 lines, but for those with a written reason', () => {
    const isProduct = (file: string) =>
      /^(core|platform|modules|apps)\/.*\.tsx?$/.test(file) &&
      !/\/testing\/|\.(test|suite)\.tsx?$/.test(file);
    const long = files.filter((file) => isProduct(file) && linesOf(file).length - 1 > 400);
    expect(long.sort()).toEqual(Object.keys(longFiles).sort());
  });

  test('no comment is longer than 100 columns', () => {
    const long = files
      .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
      .flatMap((file) =>
        linesOf(file)
          .map((line, index) => ({ at: `${file}:${index + 1}`, line }))
          .filter(({ line }) => line.length > longest.columns && isComment(line))
          .map(({ at, line }) => `${at} (${line.length})`),
      );
    expect(long).toEqual([]);
  });

  test('no file is empty or a leftover', () => {
    const leftover = files.filter(
      (file) => texts.get(file)?.trim() === '' || /\.(orig|rej|bak|swp|tmp)$|~$/.test(file),
    );
    expect(leftover).toEqual([]);
  });
});

describe('OPSX-073 the shape of the tree', () => {
  test('every module has a README', () => {
    const modules = new Set(
      files
        .filter((file) => file.startsWith('modules/') && file.split('/').length > 2)
        .map((file) => file.split('/')[1]),
    );
    const silent = [...modules].filter((name) => !files.includes(`modules/${name}/README.md`));
    expect(silent).toEqual([]);
  });

  test('only the index.ts of a module re-exports', () => {
    const barrels = files.filter((file) => {
      if (!/\.tsx?$/.test(file) || /^modules\/[^/]+\/index\.ts$/.test(file)) return false;
      const lines = (texts.get(file) ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
      return /^(export\s+(type\s+)?(\*|\{[^}]*\})\s+from\s+'[^']+';\s*)+$/.test(lines);
    });
    expect(barrels).toEqual([]);
  });

  test('migrations are named by the rule, and a number is used once', () => {
    const names = files.filter((file) => /\/migrations\//.test(file));
    for (const file of names)
      expect(file).toMatch(/\/migrations\/(realm\/)?\d{4}-[a-z0-9-]+\.sql$/);
    const numbers = names.map((file) => path.dirname(file) + path.basename(file).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('our packages pin what they use, and the lock names no download address', () => {
    for (const file of files.filter((name) => path.basename(name) === 'package.json')) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(texts.get(file) ?? '{}');
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect(version, `${file}: ${name}`).toMatch(EXACT_VERSION);
      }
    }
    const lock = JSON.parse(texts.get('package-lock.json') ?? '{}');
    const addressed = Object.entries<{ resolved?: string }>(lock.packages)
      .filter(([, { resolved }]) => resolved && /^\w+:/.test(resolved))
      .map(([name]) => name);
    expect(addressed).toEqual([]);
  });

  test('the lock is complete: checksums, and the packages of other systems', () => {
    // When this fails after a change of a package.json: node tools/lock.mjs
    interface Entry {
      link?: true;
      integrity?: string;
      optional?: true;
      os?: string[];
      optionalDependencies?: Record<string, string>;
    }
    const lock: { packages: Record<string, Entry> } = JSON.parse(texts.get('package-lock.json')!);
    const installed = Object.entries(lock.packages).filter(
      ([name, { link }]) => name.includes('node_modules/') && !link,
    );
    const unchecked = installed.filter(([, one]) => !one.integrity && !(one.optional && one.os));
    expect(unchecked.map(([name]) => name)).toEqual([]);
    const missing = Object.entries(lock.packages).flatMap(([owner, one]) =>
      Object.keys(one.optionalDependencies ?? {}).filter(
        (name) =>
          !lock.packages[`node_modules/${name}`] && !lock.packages[`${owner}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  test('a test that reads outside the repository can skip', () => {
    const outside = [...texts].filter(([file, text]) => isTest(file) && text.includes('../shared'));
    for (const [file, text] of outside) expect(text, file).toMatch(/skipIf|skip\(|existsSync/);
  });
});

describe('OPSX-074 criteria', () => {
  test('every test of core, platform and modules cites what it proves', () => {
    const areas = readAreas();
    const silent = allTestTitles()
      .filter(({ file }) => /^(core|platform|modules|apps\/server)\//.test(file))
      .filter(({ title }) => citedCodes(title, areas).length === 0)
      .map(({ file, line, title }) => `${file}:${line} ${title}`);
    expect(silent).toEqual([]);
  });

  test('cited codes exist, and each is defined once', () => {
    expect(coverTree().coverage.problems).toEqual([]);
  });

  test('an unknown, a doubled, a misplaced and an unproven code are noticed', () => {
    const criteria = readCriteria(
      'specs/SPOT.md',
      '- **SPOT-010** one.\n- **SPOT-010** two.\n- **BOOK-020** three.\n- **SPOT-030** four.\n' +
        '- **SPOT-1030** five.\n',
    );
    const titles = testTitles(
      'a.test.ts',
      "describe('SPOT-010 x', () => { it.skipIf(a)(`SPOT-099 y`, () => {}); });\n" +
        "test.each([1])('SHA-256 of BOOK-020', () => {});",
    );
    expect(titles.map(({ title }) => title)).toEqual([
      'SPOT-010 x SPOT-099 y',
      'SHA-256 of BOOK-020',
    ]);
    const { problems, uncovered } = cover(criteria, titles, ['SPOT', 'BOOK']);
    expect(problems).toEqual([
      'SPOT-010 is written twice (specs/SPOT.md)',
      'BOOK-020 is in specs/SPOT.md',
      'SPOT-099 is not in specs/ but cited by a.test.ts:1',
    ]);
    expect(uncovered.map(({ code }) => code)).toEqual(['SPOT-030', 'SPOT-1030']);
  });
});

test('OPSX-032 README lists the settings that the program checks', () => {
  expect(texts.get('README.md')).toContain(settingsTable());
});

import { expect, test } from 'vitest';
import { countsOf, namedTests, problemsOf, readRequirements, readTable } from './asvs.ts';
import { bans } from './bans.ts';
import { allFiles, readText } from './tree.ts';

test('SECU-030 each requirement of level 1 and 2 has a complete row, and none of level 1 is open', () => {
  const rows = readRequirements();
  expect(problemsOf(rows, namedTests(rows))).toEqual([]);
  for (const level of ['1', '2']) {
    const { done, open, none } = countsOf(rows, level);
    console.log(`ASVS 5.0 level ${level}: ${done} done, ${open} open, ${none} do not apply`);
    // README says how many: it must not promise more than the table.
    expect(readText('security/README.md')).toContain(
      `| ${level} | ${done + open + none} | ${done} | ${open} | ${none} |`,
    );
  }
});

test('SECU-030 finds rows that are wrong', () => {
  const head = 'id,level,applies,control,where,test,state';
  const right = 'v5.0.0-1.2.4,1,yes,"All SQL, has ""placeholders"".",tools,SECU-030 a.test.ts,done';
  const tests = new Map([['SECU-030', [{ file: 'a.test.ts' }]]]);
  const found = (...lines: string[]) =>
    problemsOf(readTable([head, ...lines].join('\n')), tests).filter((one) => !/^level/.test(one));
  expect(readTable(`${head}\n${right}`)[0]?.control).toBe('All SQL, has "placeholders".');
  expect(found(right)).toEqual([]);
  const no = right.replace('1.2.4', '1.2.6').replace(',1,', ',2,');
  expect(found(right, 'v5.0.0-1.2.6,2,no: no directory service,-,-,-,-')).toEqual([]);
  expect(found(no, right)).toEqual(['v5.0.0-1.2.4 is out of order']);
  expect(found(right, right)).toEqual(['v5.0.0-1.2.4 is out of order']);
  const wrong: [string, string][] = [
    [right.replace('tools', 'nowhere'), 'names nowhere, which is not there'],
    [right.replace('SECU-030', 'SECU-999'), 'names SECU-999, which is no criterion'],
    [right.replace('a.test', 'b.test'), 'names SECU-030, of which b.test.ts has no test'],
    [right.replace('done', 'open: nobody has done it'), 'is of level 1 and open'],
    [right.replace('done', ''), 'is neither done nor open'],
    [right.replace('yes', 'no'), 'does not say why it does not apply'],
  ];
  for (const [line, problem] of wrong) expect(found(line)).toContain(`v5.0.0-1.2.4 ${problem}`);
});

test('SECU-015 the ban on weak cryptography, unchecked peers and shells finds each of them', () => {
  const caught = (name: string, line: string) =>
    bans.find((ban) => ban.name === name)!.pattern.test(line);
  const weak = ["createHash('md5')", "hash('sha1', text)", "createHmac('SHA1', key)"];
  for (const line of [
    ...weak,
    "createCipheriv('aes-256-cbc', key, iv)",
    "const C = 'aes-128-ecb'",
  ]) {
    expect([line, caught('weak-crypto', line)]).toEqual([line, true]);
  }
  for (const line of ["createHash('sha256')", "const C = 'aes-256-gcm'", "hash('sha256', text)"]) {
    expect([line, caught('weak-crypto', line)]).toEqual([line, false]);
  }
  for (const line of [
    'rejectUnauthorized: false',
    "minVersion: 'TLSv1'",
    'insecureHTTPParser: true',
  ]) {
    expect([line, caught('unchecked-peer', line)]).toEqual([line, true]);
  }
  for (const line of ['shell: true', "execSync('ls')", 'exec(`rm file`)']) {
    expect([line, caught('shell', line)]).toEqual([line, true]);
  }
  expect(caught('code-from-text', 'eval(text)')).toBe(true);
});

test('SECU-016 no password field refuses what is pasted or filled in', () => {
  const screens = allFiles().filter((file) => /^apps\/(?!web\/src\/app\/kit\/).*\.tsx$/.test(file));
  const texts = screens.map((file) => [file, readText(file)] as const);
  const fields = texts.flatMap(([file, text]) =>
    [...text.matchAll(/<SecretField\b.*?\/>/gs)].map(([field]) => [file, field] as const),
  );
  expect(fields.length).toBeGreaterThan(4);
  expect(fields.filter(([, field]) => /autoComplete="off"|readOnly/.test(field))).toEqual([]);
  expect(texts.filter(([, text]) => /onPaste|onBeforeInput/.test(text))).toEqual([]);
  expect(readText('apps/kit/input/text-field.tsx')).toContain("type={shown ? 'text' : 'password'}");
});

test('SECU-031 the lock is an inventory: each package has an exact version, and a checksum where it is published', () => {
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(
    readText('package-lock.json'),
  );
  const entries = Object.entries(packages).filter(([name]) => name.includes('node_modules/'));
  const own = entries.filter(([, { link }]) => !link);
  expect(own.length).toBeGreaterThan(100);
  expect(own.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([]);
  // Packages for other systems that the registry of whoever made the lock did not carry.
  const bare = own.filter(([, { integrity, optional }]) => !integrity && !optional);
  expect(bare.map(([name]) => name)).toEqual([]);
});

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
}

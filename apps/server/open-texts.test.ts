import fs from 'node:fs';
import { expect, it } from 'vitest';
import { tables } from './testing/authorization.ts';
import { openTexts } from './testing/open-texts.ts';

const ROOT = new URL('../../', import.meta.url);
/** What is shown and not tried yet; it may only become less. */
const OPEN = 43;

/** `field,shown,tried`: where it is shown, or why nobody is shown it; the journey that tries it. */
const ROW = /^([\w.]+),([^",]+|"[^"]+"),([\w-]+\.suite\.ts)?$/;

it('SECU-034 each field that admits a text which could be a script has a row, and no row is left over', async () => {
  const [head, ...lines] = fs
    .readFileSync(new URL('security/texts.csv', ROOT), 'utf8')
    .trimEnd()
    .split('\n');
  expect(head).toBe('field,shown,tried');
  const rows = lines.map((line) => ROW.exec(line) ?? [line]);
  expect(rows.map(([, field]) => field)).toEqual(openTexts(await tables()));
  const journeys = ['e2e/journeys', 'e2e/withdrawals'].flatMap((folder) =>
    fs.readdirSync(new URL(folder, ROOT)).map((file) => [file, `${folder}/${file}`] as const),
  );
  const wrong = rows.filter(([, , shown = '', tried]) => {
    if (/^"?(no|open): /.test(shown)) return tried !== undefined;
    const file = journeys.find(([name]) => name === tried)?.[1];
    // Such a text is found there by what it would do.
    return file === undefined || !isTrying(fs.readFileSync(new URL(file, ROOT), 'utf8'));
  });
  expect(wrong.map(([line]) => line)).toEqual([]);
  expect(rows.filter(([, , shown]) => shown?.startsWith('open: ')).length).toBe(OPEN);
});

const isTrying = (text: string) => text.includes('injections(') && text.includes('NOTHING');

import fs from 'node:fs';
import { expect, it } from 'vitest';
import { tables } from './testing/authorization.ts';
import { openTexts } from './testing/open-texts.ts';

const ROOT = new URL('../../', import.meta.url);
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
  const wrong = rows.filter(([, field = '', shown = '', tried]) => {
    if (/^"?no: /.test(shown)) return tried !== undefined;
    return tried === undefined || !isTried(field, textOf(tried));
  });
  expect(wrong.map(([line]) => line)).toEqual([]);
});

/** A journey, with what it writes with. */
function textOf(file: string): string {
  const text = fs.readFileSync(new URL(`e2e/journeys/${file}`, ROOT), 'utf8');
  const parts = [...text.matchAll(/ from '..\/(injected\/[\w-]+\.ts|harness\/proving\.ts)'/g)].map(
    ([, name]) => fs.readFileSync(new URL(`e2e/${name}`, ROOT), 'utf8'),
  );
  return [text, ...parts].join('\n');
}

/** It makes such texts, makes the call by name or opens its screen, and looks whether one ran. */
function isTried(field: string, text: string): boolean {
  const [call = '', name = ''] = [field.split('.')[0], field.split('.').at(-1)];
  const isMade = BY_SCREEN.includes(call) || (names(text, call) && names(text, name));
  return isMade && /injections\(|Injections\(/.test(text) && text.includes('NOTHING');
}

const names = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text);

/** What a journey writes on a screen. */
const BY_SCREEN = ['getTextsList', 'askPasskey', 'askOperatorPasskey', 'previewContent'];

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const tool = new URL('./languages.mjs', import.meta.url);
const { completeOf } = (await import(tool.href)) as {
  completeOf(folder: string, languages: readonly object[]): string[];
};

const LANGUAGES = ['en', 'de', 'ja', 'ar', 'fr'].map((locale) => ({ code: `${locale}!`, locale }));

test('UI-956 a language is complete when its catalogue has every text', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-locales-'));
  try {
    const write = (name: string, texts: object) => {
      fs.writeFileSync(path.join(folder, name), JSON.stringify(texts));
    };
    fs.mkdirSync(path.join(folder, 'en'));
    write('en/desk.json', { buy: 'Buy', count_one: '{{count}} order', count_other: '{{count}}' });
    write('en/shell.json', { nav: { home: 'Home' } });
    const shell = { nav: { home: 'Start' } };
    // Languages differ in their plural forms, so any of them will do.
    write('de.json', { desk: { buy: 'Kaufen', count_few: '{{count}}' }, shell });
    write('ja.json', { desk: { buy: 'x', count_other: 'x' }, shell: {} });
    write('ar.json', { desk: { buy: ' ', count_other: 'x' }, shell });
    expect(completeOf(folder, LANGUAGES)).toEqual(['en!', 'de!']);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

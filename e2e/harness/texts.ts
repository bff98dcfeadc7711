import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The text on the screen for a key of the catalogue, such as `desk.side.buy`. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const LOCALES = fileURLToPath(new URL('../../apps/web/src/app/locales/', import.meta.url));
const CONSOLE = fileURLToPath(
  new URL('../../apps/console/src/app/locales/en.json', import.meta.url),
);
const KIT = fileURLToPath(new URL('../../apps/kit/locales/en.json', import.meta.url));

/** An area whose texts are in two files: those that come with the app, and those after it. */
const LATER: Readonly<Record<string, string>> = { identity: 'security', receipts: 'verify' };

/**
 * The texts of a language. Journeys find elements by catalogue keys, so that a better text breaks
 * no test. Like the app, this function falls back to English for a missing catalogue or key.
 */
export function textsOf(locale: string): Say {
  const own = locale === 'en' ? undefined : readJson(path.join(LOCALES, `${locale}.json`));
  return (key, values = {}) => {
    const [file = '', ...rest] = key.split('.');
    const english = (name: string) => readJson(path.join(LOCALES, 'en', `${name}.json`));
    const files = file === 'kit' ? [readJson(KIT)] : [file, LATER[file] ?? file].map(english);
    const text = at(own, [file, ...rest]) ?? files.map((one) => at(one, rest)).find(Boolean);
    if (text === undefined) throw new Error(`the catalogue has no ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
  };
}

/** The same for the console, which is in English. */
export const sayInConsole: Say = (key, values = {}) => {
  const text = at(readJson(CONSOLE), key.split('.'));
  if (text === undefined) throw new Error(`the console has no ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
};

/** Matches exactly this text; Arabic pages may put direction marks around it. */
export function named(text: string): RegExp {
  return new RegExp(`^[\\s\\u200e]*${escaped(text)}[\\s\\u200e]*$`);
}

/** Matches any text that starts with this one. */
export function startingWith(text: string): RegExp {
  return new RegExp(`^[\\s\\u200e]*${escaped(text)}`);
}

/** The text as part of a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const read = new Map<string, unknown>();

function readJson(file: string): unknown {
  if (!read.has(file)) {
    read.set(file, fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined);
  }
  return read.get(file);
}

function at(tree: unknown, keys: readonly string[]): string | undefined {
  let node = tree;
  for (const key of keys) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return typeof node === 'string' ? node : undefined;
}

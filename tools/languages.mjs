// Which languages are translated in full. Plain Node: the build asks.
import fs from 'node:fs';
import path from 'node:path';

const ENGLISH = 'en';
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The keys of all texts that are not empty; all plural forms of a text are one. */
function keysOf(tree, prefix = '') {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value !== 'string') return keysOf(value, `${prefix}${key}.`);
    return value.trim() === '' ? [] : [`${prefix}${key.replace(PLURAL, '')}`];
  });
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * The codes of the languages whose catalogue in the folder has every key of the English one.
 * English is a folder with a file an area, each other language one file named by its locale.
 * `areas` are files of English areas elsewhere.
 */
export function completeOf(folder, languages, areas = {}) {
  const english = path.join(folder, ENGLISH);
  const own = fs.readdirSync(english).map((file) => {
    return [path.basename(file, '.json'), path.join(english, file)];
  });
  const wanted = [...own, ...Object.entries(areas)].flatMap(([area, file]) => {
    return keysOf({ [area]: readJson(file) });
  });
  const isComplete = ({ locale }) => {
    if (locale === ENGLISH) return true;
    const file = path.join(folder, `${locale}.json`);
    if (!fs.existsSync(file)) return false;
    const there = new Set(keysOf(readJson(file)));
    return wanted.every((key) => there.has(key));
  };
  return languages.filter(isComplete).map(({ code }) => code);
}

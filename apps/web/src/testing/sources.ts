/** The files of both apps and of their kit as text, for tests about the text itself. */

/** Loads `node:fs` by name: its types would make Node globals look usable in the app. */
declare const process: {
  getBuiltinModule(name: 'node:fs'): { readFileSync(path: URL, encoding: 'utf8'): string };
};

const { readFileSync } = process.getBuiltinModule('node:fs');
const code = {
  web: Object.keys(import.meta.glob(['../**/*.{ts,tsx}', '!./**'])),
  console: Object.keys(import.meta.glob('../../../console/src/**/*.{ts,tsx}')),
  kit: Object.keys(import.meta.glob('../../../kit/**/*.{ts,tsx}')),
};
const styles = Object.keys(
  import.meta.glob(['../**/*.css', '../../../console/src/**/*.css', '../../../kit/**/*.css']),
);

export type SourceName = keyof typeof code;

export type Source = readonly [path: string, text: string];

const read = (path: string): Source => [path, readFileSync(new URL(path, import.meta.url), 'utf8')];

/** Code that is shipped: without tests and what only they use. */
export function sources(app: SourceName, ending: '.tsx' | ''): readonly Source[] {
  return code[app]
    .filter((path) => path.endsWith(ending) && !/\.test\.tsx?$|\/testing\//.test(path))
    .map(read);
}

export function styleSheets(): readonly Source[] {
  return styles.map(read);
}

/** A catalogue that is one file. */
export function catalogue(path: string): object {
  return JSON.parse(read(path)[1]);
}

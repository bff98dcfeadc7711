// `node tools/bundle.mjs ENTRY FILE`: one ES module of all that an entry needs, packages too. A
// script and not a function, because what the compiler takes (400 MB) stays with its process.
// Rolldown keeps constants constant, so that V8 puts them into machine code (decision 0013).
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const [input, file] = process.argv.slice(2);

await build({
  cwd: path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  input,
  platform: 'node',
  // A library of machine code, and what packages ask for that nobody has to install.
  external: ['@node-rs/argon2', 'pg-native', 'bufferutil', 'utf-8-validate'],
  transform: { target: 'node20' },
  output: {
    file,
    format: 'esm',
    codeSplitting: false,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
  logLevel: 'warn',
});

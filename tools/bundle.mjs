// `node tools/bundle.mjs ENTRY FILE`: one ES module with everything that an entry needs, including
// packages. A separate process, because the compiler's memory (400 MB) is freed only with its
// process. Rolldown keeps `const`, so that V8 inlines constants in machine code (decision 0013).
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const [input, file] = process.argv.slice(2);

await build({
  cwd: path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  input,
  platform: 'node',
  // Native libraries, one that empties its own cache of modules, and optional dependencies of
  // packages that need not be installed.
  external: ['@node-rs/argon2', 'sharp', 'pg-native', 'bufferutil', 'utf-8-validate'],
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

// `npm start`: installs what is missing, builds what is stale, starts the server in this process.
// One process, so that a signal, a kill or a limit affects the server itself, not a parent of it.
import process from 'node:process';
import { buildStale } from './build.mjs';
import { installMissing, refuseOldNode } from './install.mjs';

refuseOldNode();
try {
  installMissing({ development: false });
  await buildStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await import(new URL('../dist/server/main.js', import.meta.url).href);

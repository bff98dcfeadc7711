// `npm run verify`: verifies the database with the server that was built last, so that it decides
// by the rules of a server that runs. Without one it builds.
import fs from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';
import { installMissing, refuseOldNode } from './install.mjs';

const main = new URL('../dist/server/main.js', import.meta.url);
refuseOldNode();
if (!fs.existsSync(fileURLToPath(main))) {
  installMissing({ development: false });
  await buildStale();
}
process.setSourceMapsEnabled(true);
process.argv.splice(2, 0, 'verify');
await import(main.href);

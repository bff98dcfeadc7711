import path from 'node:path';
import { readConfig } from '@assay/platform/config';
import { createLog } from '@assay/platform/log';
import { startApp } from '../../apps/server/app.ts';
import { parts } from './parts.ts';

// The server of the test run: the shipped one with a second product, whose page is in the folder
// that is named as an argument.
const [folder = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const app = await startApp({
  config,
  log: createLog(config.LOG_LEVEL),
  parts,
  sites: [{ prefix: '/', folder: path.resolve(folder) }],
});
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
console.log(`  web app   ${app.address}/\n  health    ${app.address}/health`);

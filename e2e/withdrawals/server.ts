import fs from 'node:fs';
import { readConfig } from '@assay/platform/config';
import { createLog } from '@assay/platform/log';
import { startApp } from '../../apps/server/app.ts';
import { parts } from '../outside/purse.ts';

// The server of the test run: the shipped one, in a world in which people have brought money, and
// whose clock is as far ahead as the file says that is named as an argument.
const [file = ''] = process.argv.slice(2);
const ahead = () => Number(fs.readFileSync(file, 'utf8'));
let aheadMs = ahead();
setInterval(() => {
  aheadMs = ahead();
}, 100).unref();
const clock = { now: () => Date.now() + aheadMs };
const config = readConfig(process.env);
const app = await startApp({ config, log: createLog(config.LOG_LEVEL), parts, clock });
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
console.log(`  web app   ${app.shown}/`);
for (const { link } of app.consoleLinks) console.log(`  console   ${link}`);
console.log(`  health    ${app.shown}/health`);

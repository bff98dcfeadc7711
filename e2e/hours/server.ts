import { HOUR } from '@assay/core/time';
import { readConfig } from '@assay/platform/config';
import { createLog } from '@assay/platform/log';
import { startApp } from '../../apps/server/app.ts';
import { saturday, wednesday } from './clock.ts';

// The shipped server on a clock of its own: it begins on a Wednesday, SIGUSR2 moves it six hours
// forward, and SIGWINCH to a Saturday. What is not recorded in between is downtime, as it happens.
const JUMP = 6 * HOUR;
const began = Date.now();
let shift = wednesday(began) - began;
const now = () => Date.now() + shift;
process.on('SIGUSR2', () => {
  shift += JUMP;
});
process.on('SIGWINCH', () => {
  shift += saturday(now()) - now();
});
const config = readConfig(process.env);
const app = await startApp({ config, log: createLog(config.LOG_LEVEL), clock: { now } });
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
const links = app.consoleLinks.map(({ link }) => `  console   ${link}  \n`).join('');
console.log(`  web app   ${app.address}/\n${links}  health    ${app.address}/health`);

import { readConfig } from '@assay/platform/config';
import { createLog } from '@assay/platform/log';
import { startApp } from '../../apps/server/app.ts';
import { parts } from './purse.ts';

// The server of the test run: the shipped one, in a world in which people have brought money, and
// the service of a browser's maker is at the address that is named as an argument. Which services
// it sends to at all is the product's own list.
const [maker = ''] = process.argv.slice(2);
const network = globalThis.fetch;
globalThis.fetch = (asked, init) => {
  const { host, pathname } = new URL(asked instanceof Request ? asked.url : asked);
  return network(host === 'fcm.googleapis.com' ? `${maker}${pathname}` : asked, init);
};
const config = readConfig(process.env);
const app = await startApp({ config, log: createLog(config.LOG_LEVEL), parts });
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
console.log(`  web app   ${app.shown}/`);
for (const { link } of app.consoleLinks) console.log(`  console   ${link}`);
console.log(`  health    ${app.shown}/health`);

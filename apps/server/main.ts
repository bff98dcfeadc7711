import { type Config, readConfig } from '@assay/platform/config';
import { inlineMore } from '@assay/platform/engine/inlining';
import { createLog } from '@assay/platform/log';
import { isOutOfSpace, StartError } from '@assay/platform/start-error';
import { type App, startApp } from './app.ts';
import { builtFrom } from './bundle.ts';
import { verifyCommand } from './checks/command.ts';

/** A stop that takes longer than this is aborted; acknowledged commands are durable anyway. */
const STOP_PATIENCE_MS = 20_000;

/**
 * A second signal means that somebody does not want to wait, unless it comes at once: Ctrl-C
 * reaches us from the terminal, and again from npm, which passes it on.
 */
const IMPATIENT_AFTER_MS = 1_000;

async function main(config: Config): Promise<void> {
  inlineMore();
  const log = createLog(config.LOG_LEVEL);
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was left unhandled'));
  let app: App | null = null;
  let wanted: NodeJS.Signals | null = null;

  const stop = async (): Promise<void> => {
    if (app === null) return;
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
    await app.stop();
    log.info({ signal: wanted }, 'stopped');
    process.exit(0);
  };
  const starting = new AbortController();
  let wantedAt = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (wanted === null) {
      wanted = signal;
      wantedAt = performance.now();
      starting.abort();
      void stop();
    } else if (performance.now() - wantedAt > IMPATIENT_AFTER_MS) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  try {
    app = await startApp({ config, log, signal: starting.signal });
  } catch (error) {
    // The signal came while we waited for another server.
    if (wanted !== null) process.exit(0);
    throw error;
  }
  // The signal came while we were starting.
  if (wanted !== null) return stop();
  console.log(welcome(config.SITE_NAME, app));
}

/** Shown in the terminal; the link to the console is secret and works once. */
function welcome(
  name: string,
  { shown, consoleAddress, consoleLinks, databaseFolder }: App,
): string {
  const lines = [`${name} is ready`, `  web app   ${shown}/`];
  if (consoleLinks.length === 0) lines.push(`  console   ${consoleAddress}/console/`);
  for (const { name, link } of consoleLinks) {
    lines.push(`  console   ${link}  (${name === '' ? '' : `${name}; `}good once, for an hour)`);
  }
  lines.push(`  calls     ${shown}/web/getmarketList`, `  programs  ${shown}/docs`);
  lines.push(`  health    ${shown}/health`);
  if (databaseFolder !== null) {
    lines.push(`  database  ${databaseFolder}  (not in DATA_DIR: back up both folders)`);
  }
  return lines.join('\n');
}

/** `npm run verify`: see checks/command.ts. */
async function verify(config: Config, args: readonly string[]): Promise<void> {
  const print = (text: string) => console.log(text);
  process.exit(await verifyCommand({ config, build: builtFrom(), args, print }));
}

try {
  const [word, ...args] = process.argv.slice(2);
  const config = readConfig(process.env);
  await (word === 'verify' ? verify(config, args) : main(config));
} catch (error) {
  // A wrong setting or a missing database is reported in a sentence; any other error needs its
  // trace.
  const plain = error instanceof StartError || !(error instanceof Error);
  if (isOutOfSpace(error)) {
    console.error(`The disk is full: ${(error as Error).message}. Make room for DATA_DIR first.`);
  } else console.error(plain ? String((error as Error)?.message ?? error) : error.stack);
  process.exit(1);
}

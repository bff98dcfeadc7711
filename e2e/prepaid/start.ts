import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../harness/server.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const SERVER = path.join(ROOT, 'dist/prepaid-server');
const PAGE = path.join(ROOT, 'dist/prepaid-page');

/** The shipped server and the shipped web app, each with the second product beside spot. */
export async function prepaidServer(): Promise<Server> {
  await Promise.all([buildServer(), buildPage()]);
  return new Server([path.join(SERVER, 'main.js'), PAGE]);
}

async function buildServer(): Promise<void> {
  const main = path.join(SERVER, 'main.js');
  await Promise.all([
    run(ROOT, 'tools/bundle.mjs', 'e2e/prepaid/server.ts', main),
    run(ROOT, 'tools/bundle.mjs', 'e2e/prepaid/checker.ts', path.join(SERVER, 'checker.js')),
  ]);
  const migrations = path.join(SERVER, 'migrations');
  const own = path.join(ROOT, 'modules/orders/testing/prepaid/migrations');
  fs.cpSync(path.join(ROOT, 'dist/server/migrations'), migrations, { recursive: true });
  fs.cpSync(own, path.join(migrations, 'prepaid'), { recursive: true });
}

function buildPage(): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = 'src/testing/prepaid/vite.config.ts';
  const options = ['--outDir', PAGE, '--emptyOutDir', '--logLevel', 'error'];
  return run(path.join(ROOT, 'apps/web'), vite, 'build', '--config', config, ...options);
}

function run(cwd: string, ...script: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, script, { cwd, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${script[0]} ended with ${code}`)),
    );
  });
}

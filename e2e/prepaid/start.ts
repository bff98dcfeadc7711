import fs from 'node:fs';
import path from 'node:path';
import { bundleServer, ROOT, run } from '../harness/bundle.ts';
import { Server } from '../harness/server.ts';

const PAGE = path.join(ROOT, 'dist/prepaid-page');

/** The shipped server and the shipped web app, each with the second product beside spot. */
export async function prepaidServer(): Promise<Server> {
  const [server] = await Promise.all([buildServer(), buildPage()]);
  return new Server([path.join(server, 'main.js'), PAGE]);
}

async function buildServer(): Promise<string> {
  const folder = await bundleServer('prepaid');
  const own = path.join(ROOT, 'modules/orders/testing/prepaid/migrations');
  fs.cpSync(own, path.join(folder, 'migrations/prepaid'), { recursive: true });
  return folder;
}

function buildPage(): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = 'src/testing/prepaid/vite.config.ts';
  const options = ['--outDir', PAGE, '--emptyOutDir', '--logLevel', 'error'];
  return run(path.join(ROOT, 'apps/web'), vite, 'build', '--config', config, ...options);
}

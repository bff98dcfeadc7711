import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseRunner } from '../db/binaries.ts';

/** Where Debian installs the oldest version that we support. */
const binaries = '/usr/lib/postgresql/15/bin';

export const hasSystemPostgres = fs.existsSync(path.join(binaries, 'initdb'));

export interface SystemPostgres {
  readonly url: string;
  stop(): void;
}

/** Starts the machine's own PostgreSQL 15, if installed, in a separate folder and on a socket. */
export function startSystemPostgres(): SystemPostgres {
  const runner = chooseRunner();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-pg15-'));
  if (runner) fs.chownSync(folder, runner.uid, runner.gid);
  const data = path.join(folder, 'data');
  const run = (name: string, ...args: string[]): void => {
    const done = spawnSync(path.join(binaries, name), args, {
      ...(runner ?? {}),
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
  };
  run('initdb', '-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N');
  const options = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`;
  run('pg_ctl', '-D', data, '-l', path.join(folder, 'log'), '-o', options, '-w', 'start');
  return {
    url: `postgresql://assay@localhost/postgres?host=${folder}`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      fs.rmSync(folder, { recursive: true });
    },
  };
}

import { execFile } from 'node:child_process';
import { scriptOf } from '@assay/platform/testing/bundle';
import { root } from './tree.ts';

/** Far above what a campaign prints. */
const MOST_OUTPUT = 2 ** 26;

/**
 * The lines that a script of this folder prints, run in a process of its own: a schedule takes over
 * the timers of the process that it runs in. Throws what it complained of when it prints nothing.
 */
export async function linesOf(script: string, ...args: string[]): Promise<string[]> {
  const file = await scriptOf(script);
  const options = { cwd: root, maxBuffer: MOST_OUTPUT };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], options, (_error, stdout, stderr) => {
      const text = stdout.trim();
      if (text === '') reject(new Error(`${script} printed nothing: ${stderr}`));
      else resolve(text.split('\n'));
    });
  });
}

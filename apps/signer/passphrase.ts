import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartError } from '@assay/platform/start-error';

/** Readable by its owner only; the line break at the end is not a part of it. */
export function readPassphrase(file: string): string {
  let text: string;
  try {
    if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0) {
      throw new StartError(`${file} can be read by others: chmod 600 it.`);
    }
    text = fs.readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The passphrase file ${file} cannot be read.`, { cause });
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new StartError(`${file} is empty.`);
  return passphrase;
}

/** Asks in the terminal, without showing what is typed. */
export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError('There is no terminal to ask for the passphrase: give it in a file.');
  }
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new StartError('No passphrase was given.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

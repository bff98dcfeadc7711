import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes a file so that after a power cut it holds either the old or the new content, complete:
 * temporary file, fsync, rename, fsync of the folder.
 */
export function writeDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const draft = `${file}.${process.pid}.tmp`;
  const fd = fs.openSync(draft, 'w', mode);
  try {
    fs.writeFileSync(fd, content);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(draft, file);
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path.dirname(file), 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

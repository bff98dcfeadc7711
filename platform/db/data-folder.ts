import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** Other people see nothing in the folder; the user that runs the database passes through it. */
const PRIVATE = 0o700;
const PRIVATE_BUT_FOR_GROUP = 0o710;
const STICKY = 0o1000;

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a file system that is read-only',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

/**
 * Makes the folder of everything that must survive, and closes it to other users of the machine.
 * @param marks names that only an installation of ours has in its folder
 * @param group of the user that runs the embedded database when that is not our own user
 * @throws StartError when the folder cannot be made or written
 */
export function prepareDataFolder(
  folder: string,
  marks: readonly string[],
  group: number | null,
): void {
  try {
    makeFolders(folder);
    tryToWrite(folder);
    if (isOurs(folder, marks)) close(folder, group);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR ${folder} cannot be used: ${reasons[code] ?? message}. ` +
        'Set DATA_DIR to a folder that this user may write to.',
    );
  }
}

/** One by one: where nothing can be made, as in /proc, `recursive` tries for ever. */
function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) fs.mkdirSync(one, { mode: one === folder ? PRIVATE : 0o755 });
}

function tryToWrite(folder: string): void {
  fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.try-')));
}

/** A home folder, or one that many users share, is left alone. */
function isOurs(folder: string, marks: readonly string[]): boolean {
  const { mode, uid } = fs.statSync(folder);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0) return false;
  const names = fs.readdirSync(folder);
  return names.length === 0 || names.some((name) => marks.includes(name));
}

function close(folder: string, group: number | null): void {
  const { uid } = fs.statSync(folder);
  if (group !== null) fs.chownSync(folder, uid, group);
  fs.chmodSync(folder, group === null ? PRIVATE : PRIVATE_BUT_FOR_GROUP);
}

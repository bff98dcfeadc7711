import { mkdirSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where the bytes of objects are. They are encrypted, and mean nothing to whoever keeps them. */
export interface ObjectStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such object. */
  get(name: string): Promise<Buffer | null>;
  /** Removing what is not there does nothing. */
  remove(name: string): Promise<void>;
}

/** Names are hexadecimal, so that they differ on file systems that ignore case. */
const NAME = /^[0-9a-f]{32}$/;

/** Objects as files of a folder, in subfolders by the first two digits of their names. */
export class ObjectFolder implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Whole or not at all, also after a power cut: draft, fsync, rename, fsync of the folder. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const file = this.#file(name);
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.tmp`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    if (process.platform !== 'win32') await syncFolders(folder, this.#folder);
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#file(name));
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw err;
    }
  }

  async remove(name: string): Promise<void> {
    const file = this.#file(name);
    await rm(file, { force: true });
    await rm(`${file}.tmp`, { force: true });
  }

  #file(name: string): string {
    if (!NAME.test(name)) throw new Error('that is not the name of an object');
    return path.join(this.#folder, name.slice(0, 2), name);
  }
}

async function syncFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

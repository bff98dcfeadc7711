import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { headText, type LogHead, type SignedHead } from '@assay/core/receipt/head';
import { writeDurably } from '../db/files.ts';
import { StartError } from '../start-error.ts';

/** The file in DATA_DIR with the key that signs heads of the logs. */
export const LOG_KEY = 'log.key';
/** The folder in DATA_DIR of what the check keeps, signed with that key. */
export const CHECK_FOLDER = 'checks';

/** Signs with an Ed25519 key that is kept outside the database. */
export class LogSigner {
  readonly #key: KeyObject;
  readonly #public: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
    this.#public = createPublicKey(key);
  }

  /** The 32 bytes of the public key, in hex. */
  get publicKey(): string {
    return this.#public.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  }

  signHead(head: LogHead): SignedHead {
    return { ...head, signature: this.sign(headText(head)) };
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('hex');
  }

  isSigned(text: string, signature: string): boolean {
    return verify(null, Buffer.from(text), this.#public, Buffer.from(signature, 'hex'));
  }
}

/**
 * The key of this installation, made at its first start.
 * @throws StartError when it is missing beside what it has signed: by a new key customers could
 *   not tell whether the heads that they have kept were ours
 */
export function readOrMakeLogKey(dataDir: string): LogSigner {
  const file = path.join(dataDir, LOG_KEY);
  if (!fs.existsSync(file)) {
    if (hasSigned(path.join(dataDir, CHECK_FOLDER))) {
      throw new StartError(
        `${file} is missing, but the heads beside it were signed with it. Restore it from the ` +
          'backup of the same DATA_DIR; customers could not verify with a new one.',
      );
    }
    fs.mkdirSync(dataDir, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeDurably(file, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
  }
  return new LogSigner(readKey(file));
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(fs.readFileSync(file));
  } catch (error) {
    throw new StartError(
      `${file} is damaged (${(error as Error).message}). Restore it from the backup of the same ` +
        'DATA_DIR.',
    );
  }
}

function hasSigned(folder: string): boolean {
  if (!fs.existsSync(folder)) return false;
  return fs.readdirSync(folder).some((name) => /\.(head|checkpoint)$/.test(name));
}

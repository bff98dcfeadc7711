import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from '@assay/platform/db/files';
import { StartError } from '@assay/platform/start-error';
import webpush from 'web-push';

/** The file of the keys by which makers of browsers know this server, below DATA_DIR. */
const KEY_FILE = 'push.key';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Made at the first start. With new ones browsers would have to be asked again, and no more. */
export function readOrMakePushKeys(dataDir: string): PushKeys {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, KEY_FILE);
  if (!existsSync(file)) {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    writeDurably(file, `${publicKey}\n${privateKey}\n`);
  }
  const [publicKey = '', privateKey = ''] = readFileSync(file, 'utf8').split('\n');
  if (publicKey === '' || privateKey === '') {
    throw new StartError(`${file} does not hold keys. Restore it from a backup, or remove it.`);
  }
  return { publicKey, privateKey };
}

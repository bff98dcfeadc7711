import { randomBytes, scrypt } from 'node:crypto';
import fs from 'node:fs';
import { seal, unseal } from '@assay/platform/seal';
import { StartError } from '@assay/platform/start-error';
import { z } from 'zod';
import { Seed } from './seed.ts';

/** 128 MB and a third of a second for each guess (OWASP's first choice for scrypt). */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const MEMORY = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const SHORTEST_PASSPHRASE = 12;

/** All but the sealed words can be read by anybody who has the file, and is bound to them. */
const shape = z.strictObject({
  version: z.literal(1),
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  depositKey: z.string().startsWith('xpub'),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  sealed: z.string().regex(/^[0-9a-f]+$/),
});
type KeyFile = z.infer<typeof shape>;

/** Makes a key file; one that is there already is never overwritten. */
export async function makeKeyFile(file: string, words: string, passphrase: string): Promise<Seed> {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new StartError(`A passphrase has ${SHORTEST_PASSPHRASE} characters or more.`);
  }
  const seed = seedOf(words);
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const open = {
    version: 1,
    address: seed.hot.address,
    depositKey: seed.depositKey,
    salt,
  } as const;
  const sealed = seal(await stretch(passphrase, salt), nameOf(open), seed.words);
  const content: KeyFile = { ...open, sealed: sealed.toString('hex') };
  writeNew(file, `${JSON.stringify(content, null, 2)}\n`);
  return seed;
}

function writeNew(file: string, content: string): void {
  let open: number;
  try {
    open = fs.openSync(file, 'wx', 0o600);
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const why = isThere ? 'is there already. Nothing was changed.' : 'cannot be written.';
    throw new StartError(`${file} ${why}`, { cause });
  }
  try {
    fs.writeFileSync(open, content);
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}

/** What a key file says without its passphrase. */
export function readKeyFile(file: string): KeyFile {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`The key file ${file} cannot be read.`, { cause });
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${file} is no key file, or it is damaged.`, { cause });
  }
}

export async function openKeyFile(file: string, passphrase: string): Promise<Seed> {
  const { sealed, ...open } = readKeyFile(file);
  const master = await stretch(passphrase, open.salt);
  let seed: Seed;
  try {
    seed = new Seed(unseal(master, nameOf(open), Buffer.from(sealed, 'hex')));
  } catch (cause) {
    throw new StartError(`The passphrase is not that of ${file}, or the file is damaged.`, {
      cause,
    });
  }
  return seed;
}

/** Sealed with the words, so that nobody shows another address in front of them. */
const nameOf = ({ version, address, depositKey }: Omit<KeyFile, 'sealed'>) =>
  JSON.stringify(['signer key', version, address, depositKey]);

function seedOf(words: string): Seed {
  try {
    return new Seed(words);
  } catch (cause) {
    throw new StartError('These are not the words of a key: one is wrong, or missing.', { cause });
  }
}

function stretch(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const given = passphrase.normalize('NFKC');
    scrypt(given, Buffer.from(salt, 'hex'), KEY_BYTES, { ...COST, maxmem: MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

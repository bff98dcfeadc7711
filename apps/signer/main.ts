import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { createLog } from '@assay/platform/log';
import { StartError } from '@assay/platform/start-error';
import { makeKeyFile, openKeyFile, readKeyFile } from './keys/key-file.ts';
import { newWords } from './keys/seed.ts';
import { askPassphrase, readPassphrase } from './passphrase.ts';
import { readPolicy, run } from './run.ts';

const USAGE = `signer run POLICY                  pays out as the file POLICY allows
signer make-key FILE               makes a key file; with --words FILE from the words of another
signer show FILE                   its address, and the key from which the server derives addresses
signer words FILE                  the words of a key file, to be kept on paper
  --passphrase-file FILE           instead of a question in the terminal
  --with-parent                    ends when its standard input does`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'passphrase-file': { type: 'string' },
    'with-parent': { type: 'boolean' },
    words: { type: 'string' },
  },
});

async function passphrase(question: string): Promise<string> {
  const file = values['passphrase-file'];
  return file === undefined ? askPassphrase(question) : readPassphrase(file);
}

const commands: Record<string, (file: string) => Promise<void>> = {
  run: async (file) => {
    const stopping = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => stopping.abort());
    }
    if (values['with-parent']) process.stdin.once('close', () => stopping.abort()).resume();
    await run(readPolicy(file), createLog('info'), stopping.signal);
  },
  'make-key': async (file) => {
    const words = values.words === undefined ? newWords() : fs.readFileSync(values.words, 'utf8');
    const first = await passphrase('A passphrase for the new key: ');
    const isAsked = values['passphrase-file'] === undefined;
    if (isAsked && (await passphrase('The same again: ')) !== first) {
      throw new StartError('These are two passphrases. Nothing was made.');
    }
    await makeKeyFile(file, words, first);
    show(file);
    console.log('Keep its words on paper, apart from it: signer words FILE.');
  },
  show: async (file) => show(file),
  words: async (file) => {
    const seed = await openKeyFile(file, await passphrase(`Passphrase of ${file}: `));
    console.log(seed.words);
  },
};

function show(file: string): void {
  const { address, depositKey } = readKeyFile(file);
  console.log(`pays out from   ${address}`);
  console.log(`deposits below  ${depositKey}`);
}

try {
  const [name = '', file] = positionals;
  const command = commands[name];
  if (!command || file === undefined) throw new StartError(USAGE);
  await command(file);
} catch (error) {
  const plain = error instanceof StartError || !(error instanceof Error);
  console.error(plain ? String((error as Error)?.message ?? error) : error.stack);
  process.exit(1);
}

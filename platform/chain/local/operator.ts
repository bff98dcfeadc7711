import fs from 'node:fs';
import path from 'node:path';
import { english, generateMnemonic, type HDAccount, mnemonicToAccount } from 'viem/accounts';
import { writeDurably } from '../../db/files.ts';

const FILE = 'operator.json';

/** Whoever runs a trial: keys that are worth nothing and are good on no other chain. */
export interface Operator {
  /** Makes the test token and gives it away: m/44'/60'/1'/0/0. */
  readonly maker: HDAccount;
  /** The extended public key of deposit addresses: m/44'/60'/0'/0. */
  readonly depositKey: string;
  /** Where the words are from which all of them come; a signer reads it, and nobody logs it. */
  readonly file: string;
}

/** Makes the words at the first start, and others when they are lost. */
export function openOperator(folder: string): Operator {
  const file = path.join(folder, FILE);
  const words = readWords(file) ?? makeWords(file);
  return {
    maker: mnemonicToAccount(words, { path: `m/44'/60'/1'/0/0` }),
    depositKey: mnemonicToAccount(words, { path: `m/44'/60'/0'/0` }).getHdKey().publicExtendedKey,
    file,
  };
}

function readWords(file: string): string | null {
  try {
    const { mnemonic } = JSON.parse(fs.readFileSync(file, 'utf8')) as { mnemonic: string };
    mnemonicToAccount(mnemonic);
    return mnemonic;
  } catch {
    return null;
  }
}

function makeWords(file: string): string {
  const mnemonic = generateMnemonic(english);
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.damaged`);
  writeDurably(file, `${JSON.stringify({ mnemonic })}\n`);
  return mnemonic;
}

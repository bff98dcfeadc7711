import fs from 'node:fs';
import path from 'node:path';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { checksum } from 'ox/Address';
import { fromBytes } from 'ox/Hex';
import { writeDurably } from '../../db/files.ts';
import { keyAddress, signTransaction } from '../transaction.ts';
import type { Account } from './send.ts';

const FILE = 'operator.json';
const MAKER_PATH = "m/44'/60'/1'/0/0";
const DEPOSITS_PATH = "m/44'/60'/0'/0";

/** Whoever runs a trial: keys that are worth nothing and are good on no other chain. */
export interface Operator {
  /** Makes the test token and gives it away: m/44'/60'/1'/0/0. */
  readonly maker: Account;
  /** The extended public key of deposit addresses: m/44'/60'/0'/0. */
  readonly depositKey: string;
  /** Where the words are from which all of them come; a signer reads it, and nobody logs it. */
  readonly file: string;
}

/** Makes the words at the first start, and others when they are lost. */
export function openOperator(folder: string): Operator {
  const file = path.join(folder, FILE);
  const words = readWords(file) ?? makeWords(file);
  const master = masterOf(words);
  return {
    maker: accountOf(master.derive(MAKER_PATH)),
    depositKey: master.derive(DEPOSITS_PATH).publicExtendedKey,
    file,
  };
}

/** @throws when there are not as many words as there must be */
const masterOf = (words: string): HDKey => HDKey.fromMasterSeed(mnemonicToSeedSync(words));

function accountOf({ privateKey }: HDKey): Account {
  const secret = fromBytes(privateKey!);
  return {
    address: checksum(keyAddress(secret)),
    sign: (transaction) => signTransaction(transaction, secret),
  };
}

function readWords(file: string): string | null {
  try {
    const { mnemonic } = JSON.parse(fs.readFileSync(file, 'utf8')) as { mnemonic: string };
    masterOf(mnemonic);
    return mnemonic;
  } catch {
    return null;
  }
}

function makeWords(file: string): string {
  const mnemonic = generateMnemonic(wordlist);
  if (fs.existsSync(file)) fs.renameSync(file, `${file}.damaged`);
  writeDurably(file, `${JSON.stringify({ mnemonic })}\n`);
  return mnemonic;
}

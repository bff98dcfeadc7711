import { createHash } from 'node:crypto';
import { keyAddress, signTransaction } from '@assay/platform/chain/transaction';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english';
import { fromBytes } from 'ox/Hex';
import type { Key } from './key.ts';

/** 24 words. */
const STRENGTH = 256;
/** What pays out is hardened: no key of a deposit address, leaked, leads to it. */
const HOT_PATH = "m/44'/60'/2'/0/0";
/** Parent of the addresses that people send to; the server has the public half. */
const DEPOSITS_PATH = "m/44'/60'/0'/0";

export const newWords = (): string => generateMnemonic(wordlist, STRENGTH);

/** All keys of an installation, made of one list of words. */
export class Seed {
  readonly words: string;
  /** What pays out. */
  readonly hot: Key;
  /** The extended public key from which the server derives addresses for deposits. */
  readonly depositKey: string;
  /** Names the tree of these addresses, as the server does. */
  readonly tree: string;
  readonly #deposits: HDKey;

  /** @throws when the words are not such a list, with its checksum */
  constructor(words: string) {
    this.words = words.trim().split(/\s+/).join(' ');
    if (!validateMnemonic(this.words, wordlist)) throw new Error('A word is wrong, or missing.');
    const master = HDKey.fromMasterSeed(mnemonicToSeedSync(this.words));
    this.hot = localKey(master.derive(HOT_PATH));
    this.#deposits = master.derive(DEPOSITS_PATH);
    this.depositKey = this.#deposits.publicExtendedKey;
    this.tree = createHash('sha256').update(this.depositKey).digest('hex').slice(0, 16);
  }

  /** The key of the deposit address with this number. */
  deposit(index: number): Key {
    return localKey(this.#deposits.deriveChild(index));
  }
}

function localKey({ privateKey }: HDKey): Key {
  if (!privateKey) throw new Error('There is no such key.');
  const secret = fromBytes(privateKey);
  return {
    address: keyAddress(secret),
    sign: async (transaction) => signTransaction(transaction, secret),
  };
}

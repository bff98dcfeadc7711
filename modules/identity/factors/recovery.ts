import { randomInt } from 'node:crypto';
import type { Client } from '@assay/platform/db/database';
import { keyed } from '@assay/platform/secrets';
import type { PersonFactors } from '../store/factors.ts';

const CODES = 10;
/** Without characters that look alike; ten of them are 50 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const HALF = 5;

/** Codes on paper, for whoever has lost the other factors. Each works once. */
export class RecoveryCodes {
  readonly #store: PersonFactors;
  readonly #key: Buffer;

  constructor(store: PersonFactors, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Makes ten in place of those before, and returns them for the only time. */
  async make(userId: number, now: number, client: Pick<Client, 'query'>): Promise<string[]> {
    const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(32)]).join('');
    const codes = Array.from({ length: CODES }, () => `${half()}-${half()}`);
    const hashes = codes.map((code) => this.#hash(userId, code));
    await this.#store.replaceCodes(userId, hashes, now, client);
    return codes;
  }

  /** `madeBy`: only codes that were made by then. */
  use(userId: number, written: string, now: number, madeBy: number): Promise<boolean> {
    return this.#store.useCode(userId, this.#hash(userId, written), { now, madeBy });
  }

  #hash(userId: number, written: string): Buffer {
    const plain = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
    return keyed(this.#key, `recovery code ${userId}`, plain);
  }
}

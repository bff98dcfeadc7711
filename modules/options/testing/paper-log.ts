import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { TickLogReader } from '@assay/modules/feeds';
import { type Tick, tickText } from '@assay/modules/feeds/rules';
import type { OptionSigner } from '../receipts.ts';

/** A tick log as the feeds write it, and a key that signs; for tests that need no feed. */
export class PaperLog implements TickLogReader {
  readonly #ticks = new Map<string, Tick[]>();

  add(index: string, at: number, units: bigint | ''): Tick {
    const ticks = this.#ticks.get(index) ?? [];
    this.#ticks.set(index, ticks);
    const price = units === '' ? '' : formatDecimal(units, SCALE);
    const parts = units === '' ? '' : `paper,${price},1,${at},used`;
    const prev = ticks.at(-1)?.hash ?? '0'.repeat(64);
    const body = { index, n: ticks.length + 1, at, price, parts, prev };
    const tick = { ...body, hash: createHash('sha256').update(tickText(body)).digest('hex') };
    ticks.push(tick);
    return tick;
  }

  read(index: string, from: number | undefined, limit: number): Promise<Tick[]> {
    const ticks = this.#ticks.get(index) ?? [];
    const start = (from ?? 1) - 1;
    return Promise.resolve(ticks.slice(start, start + limit));
  }
}

export function paperSigner(): OptionSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: rawOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex')),
  };
}

function rawOf(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
}

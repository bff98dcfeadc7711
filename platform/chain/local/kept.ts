import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Hex } from 'ox/Hex';
import { z } from 'zod';
import { writeDurably } from '../../db/files.ts';
import type { Ask } from './anvil.ts';

const word = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]);

const identityShape = z.object({
  chainId: z.int().positive(),
  usdt: word,
  /** Address of whoever may mint; other keys belong to another chain. */
  maker: z.string(),
});

/** Which chain it is. It is kept apart from the state, so that a lost one still has its name. */
export type Identity = z.infer<typeof identityShape>;

const lostShape = z.object({ chainId: z.int().positive(), at: z.int(), why: z.string() });
const chainShape = z.object({ identity: identityShape.nullable(), lost: z.array(lostShape) });

const stateShape = z.object({
  chainId: z.int().positive(),
  number: word,
  hash: word,
  digest: z.string(),
  state: word,
});

const nodeShape = z.object({ pid: z.int().positive(), port: z.int().positive() });

/** A block, as the node counts it. */
export interface Head {
  readonly number: Hex;
  readonly hash: Hex;
}

export const headOf = async (ask: Ask): Promise<Head> => {
  const { number, hash } = await ask<Head>('eth_getBlockByNumber', 'latest', false);
  return { number, hash };
};

/** A dump during which a block came may be of neither: then it is made again. */
const MOST_DUMPS = 10;

/** What is kept of a local chain in its folder. */
export class Kept {
  readonly #folder: string;
  #saved: Hex | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The chain and those that were lost before it; null when nothing says so. */
  chain(): z.infer<typeof chainShape> | null {
    return this.#read('chain.json', chainShape);
  }

  keepChain(chain: z.infer<typeof chainShape>): void {
    this.#write('chain.json', chain);
  }

  node(): z.infer<typeof nodeShape> | null {
    return this.#read('node.json', nodeShape);
  }

  keepNode(node: z.infer<typeof nodeShape>): void {
    this.#write('node.json', node);
  }

  forgetNode(): void {
    fs.rmSync(this.#path('node.json'), { force: true });
  }

  /** Makes the node's chain the kept one; a reason if it cannot be that. */
  async restore(ask: Ask, { chainId, usdt }: Identity): Promise<string | null> {
    if (!fs.existsSync(this.#path('state.json'))) return 'its state is missing';
    const kept = this.#read('state.json', stateShape);
    if (kept === null || digestOf(kept.state) !== kept.digest) return 'its state is damaged';
    if (kept.chainId !== chainId) return `its state is one of chain ${kept.chainId}`;
    try {
      await ask('anvil_loadState', kept.state);
    } catch {
      return 'the node does not take its state';
    }
    const [head, code] = [await headOf(ask), await ask<Hex>('eth_getCode', usdt, 'latest')];
    if (head.hash !== kept.hash || code === '0x') return 'its state is not whole';
    this.#saved = head.hash;
    return null;
  }

  /** Writes the state if there is a block that is not in what was written before. */
  async save(ask: Ask, chainId: number): Promise<void> {
    for (let tried = 0; tried < MOST_DUMPS; tried += 1) {
      const head = await headOf(ask);
      if (head.hash === this.#saved) return;
      const state = await ask<Hex>('anvil_dumpState');
      if ((await headOf(ask)).hash !== head.hash) continue;
      this.#write('state.json', { chainId, ...head, digest: digestOf(state), state });
      this.#saved = head.hash;
      return;
    }
  }

  /** Sets what is left of a lost chain aside, where nothing reads it. */
  setAside(): void {
    for (const name of ['state.json', 'chain.json']) {
      const file = this.#path(name);
      if (fs.existsSync(file)) fs.renameSync(file, `${file}.lost`);
    }
    this.#saved = null;
  }

  #read<T>(name: string, shape: z.ZodType<T>): T | null {
    try {
      return shape.parse(JSON.parse(fs.readFileSync(this.#path(name), 'utf8')));
    } catch {
      return null;
    }
  }

  #write(name: string, value: unknown): void {
    writeDurably(this.#path(name), `${JSON.stringify(value)}\n`);
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

const digestOf = (state: string): string => createHash('sha256').update(state).digest('hex');

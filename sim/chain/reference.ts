import type { Finality } from '@assay/platform/chain/scanner';
import type { ScriptedBlock, ScriptedChain } from '@assay/platform/chain/testing/scripted-chain';
import type { Hex } from 'viem';
import { OURS, TOKENS } from './traffic.ts';

/** keccak256('Transfer(address,address,uint256)'), as every explorer shows it. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What somebody gets: its name on the chain, and what it is. */
export interface Due {
  readonly name: string;
  readonly what: string;
}

/**
 * What must be credited, by a plain reading of the true chain: no cursor, no nodes, no tables. It
 * is asked after each change of the chain, and remembers what was ever final on it.
 */
export class Reference {
  readonly #chain: ScriptedChain;
  readonly #firstBlock: number;
  readonly #finality: Finality;
  readonly #everFinal = new Map<string, Set<string>>();

  constructor(chain: ScriptedChain, firstBlock: number, finality: Finality) {
    this.#chain = chain;
    this.#firstBlock = firstBlock;
    this.#finality = finality;
  }

  get final(): number {
    const { head, finalizedDepth } = this.#chain;
    return this.#finality === 'finalized' ? head - finalizedDepth : head - this.#finality + 1;
  }

  /** To be called after each block that is mined. */
  look(): void {
    for (const { name, what } of this.due()) {
      const known = this.#everFinal.get(name) ?? new Set();
      this.#everFinal.set(name, known.add(what));
    }
  }

  /** What is final on the chain now. */
  due(): Due[] {
    const blocks = this.#chain.blocks.slice(this.#firstBlock, Math.max(0, this.final + 1));
    return blocks.flatMap(dueIn);
  }

  wasFinal({ name, what }: Due): boolean {
    return this.#everFinal.get(name)?.has(what) === true;
  }
}

function dueIn({ transactions }: ScriptedBlock): Due[] {
  const found: Due[] = [];
  for (const { hash, to, value, succeeds, logs } of transactions) {
    if (!succeeds) continue;
    if (value > 0n && to !== null && OURS.includes(to)) {
      found.push({ name: `${hash} 0`, what: `coin ${to} ${value}` });
    }
    logs.forEach(({ address, topics, data }, at) => {
      const recipient = `0x${topics[2]?.slice(-40)}` as Hex;
      const isTransfer = topics[0] === TRANSFER && topics.length === 3 && data.length === 66;
      if (!isTransfer || BigInt(data) === 0n) return;
      if (!TOKENS.some((token) => token === address) || !OURS.includes(recipient)) return;
      found.push({ name: `${hash} ${at + 1}`, what: `${address} ${recipient} ${BigInt(data)}` });
    });
  }
  return found;
}

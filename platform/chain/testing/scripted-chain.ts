import { createHash } from 'node:crypto';
import type { Hex } from 'ox/Hex';
import { bloomOf } from '../bloom.ts';
import { TRANSFER } from '../logs.ts';

export interface ScriptedLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface ScriptedTransaction {
  readonly hash: Hex;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly value: bigint;
  readonly succeeds: boolean;
  readonly logs: readonly ScriptedLog[];
}

export interface ScriptedBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly logsBloom: Hex;
  readonly timestamp: number;
  readonly transactions: readonly ScriptedTransaction[];
}

/** What a node knows at a moment. */
export interface View {
  readonly chainId: number;
  /** Each at the index of its number. */
  readonly blocks: readonly ScriptedBlock[];
  readonly finalized: number;
  /** The block of a transaction, if it is on one of these blocks. */
  blockOf(transaction: Hex): ScriptedBlock | null;
}

export const wordOf = (...parts: (string | number)[]): Hex =>
  `0x${createHash('sha256').update(parts.join(' ')).digest('hex')}`;
export const accountOf = (...parts: (string | number)[]): Hex =>
  wordOf(...parts).slice(0, 42) as Hex;

export function transferLog(token: Hex, from: Hex, to: Hex, amount: bigint): ScriptedLog {
  const topics = [TRANSFER, topicOf(from), topicOf(to)];
  return { address: token, topics, data: `0x${amount.toString(16).padStart(64, '0')}` };
}

export const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`;

const FORKED = 1_000_000;

/** Blocks and transactions as a test wants them. No two blocks have one hash. */
export class ScriptedChain {
  readonly chainId: number;
  /** How many blocks below its last one the chain calls final. */
  readonly finalizedDepth: number;
  readonly #blocks: ScriptedBlock[] = [];
  readonly #minedIn = new Map<Hex, ScriptedBlock[]>();
  #made = 0;

  constructor(chainId: number, finalizedDepth = 8) {
    this.chainId = chainId;
    this.finalizedDepth = finalizedDepth;
    this.mine();
  }

  get head(): number {
    return this.#blocks.length - 1;
  }

  get blocks(): readonly ScriptedBlock[] {
    return this.#blocks;
  }

  mine(...transactions: readonly ScriptedTransaction[]): ScriptedBlock {
    const number = this.#blocks.length;
    const parentHash = this.#blocks.at(-1)?.hash ?? wordOf('nothing');
    this.#made += 1;
    const block = {
      number,
      hash: wordOf(this.chainId, parentHash, this.#made, ...transactions.map(({ hash }) => hash)),
      parentHash,
      logsBloom: bloomOf(transactions.flatMap(({ logs }) => logs)),
      timestamp: 1_700_000_000 + 12 * number,
      transactions,
    };
    this.#blocks.push(block);
    for (const { hash } of transactions) {
      this.#minedIn.set(hash, [...(this.#minedIn.get(hash) ?? []), block]);
    }
    return block;
  }

  mineEmpty(count: number): void {
    for (let made = 0; made < count; made += 1) this.mine();
  }

  /** Takes the last `depth` blocks away, and returns what was on them. */
  takeBack(depth: number): ScriptedTransaction[] {
    const taken = this.#blocks.splice(Math.max(1, this.#blocks.length - depth));
    return taken.flatMap(({ transactions }) => transactions);
  }

  /** Another chain that has all but the last `depth` blocks of this one. */
  fork(depth: number): ScriptedChain {
    const fork = new ScriptedChain(this.chainId, this.finalizedDepth);
    const common = this.#blocks.slice(0, Math.max(1, this.#blocks.length - depth));
    fork.#blocks.splice(0, 1, ...common);
    for (const [hash, blocks] of this.#minedIn) fork.#minedIn.set(hash, [...blocks]);
    // Blocks of the two with the same transactions have different hashes.
    fork.#made = this.#made + FORKED;
    return fork;
  }

  /** As it is now; what happens later does not change it. */
  view(): View {
    return this.#viewOf([...this.#blocks]);
  }

  /** As it is at any time. */
  live(): View {
    return this.#viewOf(this.#blocks);
  }

  #viewOf(blocks: readonly ScriptedBlock[]): View {
    const { chainId, finalizedDepth } = this;
    const mined = this.#minedIn;
    return {
      chainId,
      blocks,
      get finalized() {
        return Math.max(0, blocks.length - 1 - finalizedDepth);
      },
      blockOf: (transaction) =>
        mined.get(transaction)?.find((block) => blocks[block.number] === block) ?? null,
    };
  }
}

import type { Attempt, Unfinished } from '@assay/modules/payouts';
import type { ChainNode } from '@assay/platform/chain/node';
import { NodeError } from '@assay/platform/chain/node-error';
import type { Receipt } from '@assay/platform/chain/shapes';
import type { Hex } from 'ox/Hex';
import { balanceCall } from './rules/transfers.ts';

/** Where an attempt is on the chain. */
export interface Mined {
  readonly attempt: Attempt;
  readonly receipt: Receipt;
  /** Its own block included. */
  readonly confirmations: number;
}

/** A chain that is not what it should be. The name goes to the console. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly problem: string;

  constructor(problem: string, what: string) {
    super(what);
    this.problem = problem;
  }
}

/** One chain by one node, or by two that must say the same before anything counts. */
export class ChainView {
  readonly chainId: number;
  readonly #nodes: readonly ChainNode[];

  constructor(chainId: number, nodes: readonly ChainNode[]) {
    this.chainId = chainId;
    this.#nodes = nodes;
  }

  get #node(): ChainNode {
    return this.#nodes[0]!;
  }

  /** The last block that all nodes have. */
  async head(): Promise<number> {
    const heads = await Promise.all(
      this.#nodes.map(async (node) => {
        const chainId = await node.chainId();
        if (chainId !== this.chainId) {
          const what = `${node.host} is on chain ${chainId}, not on ${this.chainId}`;
          throw new Trouble('otherChain', what);
        }
        return (await node.head()).number;
      }),
    );
    return Math.min(...heads);
  }

  /** How many transactions of an address the chain has; of two nodes the higher count. */
  async transactions(address: Hex): Promise<number> {
    return Math.max(...(await Promise.all(this.#nodes.map((node) => node.transactions(address)))));
  }

  /** What an address has; of two nodes the lower amount. */
  async balance(owner: Hex, token: Hex | null): Promise<bigint> {
    const amounts = await Promise.all(
      this.#nodes.map(async (node) => {
        if (token === null) return node.balance(owner);
        const answer = await node.read(token, balanceCall(owner));
        if (answer.length !== 66) throw new Trouble('noToken', `${token} has no balances`);
        return BigInt(answer);
      }),
    );
    const [least] = amounts.toSorted((one, other) => (one < other ? -1 : 1));
    return least!;
  }

  fees = () => this.#node.fees();

  gas = (call: Parameters<ChainNode['gas']>[0]) => this.#node.gas(call);

  /**
   * The attempt that the chain has, on a block that is still there; null when it has none. With two
   * nodes both must have it in the same block, with the same logs.
   */
  async find({ attempts }: Pick<Unfinished, 'attempts'>, head: number): Promise<Mined | null> {
    for (const attempt of attempts) {
      const receipts = await Promise.all(
        this.#nodes.map((node) => this.#receipt(node, attempt.transaction)),
      );
      const [receipt] = receipts;
      if (!receipt || receipts.some((other) => !isSame(receipt, other))) continue;
      return { attempt, receipt, confirmations: head - receipt.blockNumber + 1 };
    }
    return null;
  }

  /** Whether a block is still on the chain. */
  async has(block: number, hash: string): Promise<boolean> {
    return (await this.#node.header(block))?.hash === hash;
  }

  /** Hands the bytes to every node; whether the chain takes them is seen by the receipt. */
  async send(bytes: Hex): Promise<string[]> {
    const answers = await Promise.all(
      this.#nodes.map((node) =>
        node.send(bytes).then(
          () => null,
          (error: unknown) => {
            if (error instanceof NodeError) return error.message;
            throw error;
          },
        ),
      ),
    );
    return answers.filter((answer) => answer !== null);
  }

  async #receipt(node: ChainNode, transaction: Hex): Promise<Receipt | null> {
    const receipt = await node.receipt(transaction);
    if (receipt === null) return null;
    const header = await node.header(receipt.blockNumber);
    return header?.hash === receipt.blockHash ? receipt : null;
  }
}

function isSame(one: Receipt, other: Receipt | null | undefined): boolean {
  if (!other) return false;
  const textOf = ({ blockHash, succeeded, logs }: Receipt) =>
    JSON.stringify([
      blockHash,
      succeeded,
      logs.map(({ address, topics, data }) => [address, topics, data]),
    ]);
  return textOf(one) === textOf(other);
}

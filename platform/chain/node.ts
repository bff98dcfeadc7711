import type { Hex } from 'ox/Hex';
import type { z } from 'zod';
import { jsonRpc, LONGEST_REASON, type RpcAnswer, type RpcRequest, wordsOf } from './json-rpc.ts';
import { NodeError } from './node-error.ts';
import {
  amount,
  type Block,
  blockShape,
  bytes,
  type Fees,
  feesShape,
  type Header,
  headerShape,
  type Log,
  logsShape,
  quantity,
  type Receipt,
  receiptShape,
  receiptsShape,
  word,
} from './shapes.ts';

const TIMEOUT_MS = 10_000;
/** Requests of one turn travel together; public nodes refuse larger batches. */
const REQUESTS_A_BATCH = 50;
/** Fifty blocks with all their transactions; an answer beyond it is cut off and refused. */
const LARGEST_ANSWER = 64 * 1024 * 1024;
/** The selector of `balanceOf(address)`, and how long its answer is as text. */
const BALANCE_OF = '0x70a08231';
const WORD_DIGITS = 66;

export interface NodeOptions {
  readonly timeoutMs?: number;
  /** How requests are sent; by default over the network. */
  readonly fetch?: typeof fetch;
}

/** Which logs: of these contracts, with these topics, in these blocks. */
export interface LogFilter {
  readonly address?: readonly Hex[];
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
  readonly from: number;
  readonly to: number;
}

/** What is asked for by number, or by the name of a place on the chain. */
type Place = number | 'latest' | 'finalized';

/** What a transaction would do. */
export interface Call {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/**
 * A node that is spoken to by JSON-RPC over HTTP. Nothing is cached, nothing is tried again, and
 * each answer is either what was asked for or a NodeError. Requests go to the one address that is
 * given: a redirection is refused, because it would send them elsewhere.
 */
export class ChainNode {
  /** For people; the rest of the address may have a key in it. */
  readonly host: string;
  readonly #request: RpcRequest;

  constructor(url: string, { timeoutMs = TIMEOUT_MS, fetch }: NodeOptions = {}) {
    this.host = new URL(url).host;
    this.#request = jsonRpc(url, {
      ...{ timeoutMs, largestAnswer: LARGEST_ANSWER, batch: REQUESTS_A_BATCH },
      ...(fetch ? { fetch } : {}),
    });
  }

  chainId(): Promise<number> {
    return this.#ask('eth_chainId', [], quantity);
  }

  async head(): Promise<Header> {
    const head = await this.#header('latest');
    if (head === null) throw this.#lying('has no latest block');
    return head;
  }

  /** The latest block that the chain's own rules call final; null before there is one. */
  finalized(): Promise<Header | null> {
    return this.#header('finalized');
  }

  /** Null where the node has no block yet. */
  header(number: number): Promise<Header | null> {
    return this.#header(number);
  }

  /** A header with all transactions. */
  async block(number: number): Promise<Block | null> {
    const params = [placeOf(number), true];
    const block = await this.#ask('eth_getBlockByNumber', params, blockShape.nullable());
    if (block !== null && block.number !== number) throw this.#lying(`mixes up block ${number}`);
    return block;
  }

  /** A node that lacks some of the blocks may answer without them. */
  logs({ address, topics, from, to }: LogFilter): Promise<Log[]> {
    const where = address ? { address } : {};
    const range = { fromBlock: placeOf(from), toBlock: placeOf(to) };
    return this.#ask('eth_getLogs', [{ ...range, ...where, topics }], logsShape);
  }

  /** Null when the node does not know the transaction, or it is not mined. */
  async receipt(transaction: Hex): Promise<Receipt | null> {
    const shape = receiptShape.nullable();
    const receipt = await this.#ask('eth_getTransactionReceipt', [transaction], shape);
    if (receipt !== null && receipt.transaction !== transaction) {
      throw this.#lying(`mixes up transaction ${transaction}`);
    }
    return receipt;
  }

  /** All receipts of a block; null when the node does not know it. */
  receipts(blockHash: Hex): Promise<Receipt[] | null> {
    return this.#ask('eth_getBlockReceipts', [blockHash], receiptsShape.nullable());
  }

  /** How many transactions of an address are on the chain: the nonce of its next one. */
  transactions(address: Hex): Promise<number> {
    return this.#ask('eth_getTransactionCount', [address, 'latest'], quantity);
  }

  /** What an address has of the chain's own coin. */
  balance(address: Hex): Promise<bigint> {
    return this.#ask('eth_getBalance', [address, 'latest'], amount);
  }

  /** What an address had of a token at the end of a block; null: of the chain's own coin. */
  async holding(owner: Hex, token: Hex | null, block: number): Promise<bigint> {
    const place = placeOf(block);
    if (token === null) return this.#ask('eth_getBalance', [owner, place], amount);
    const data = `${BALANCE_OF}${owner.slice(2).padStart(64, '0')}`;
    const answer = await this.#ask('eth_call', [{ to: token, data }, place], bytes);
    if (answer.length !== WORD_DIGITS) throw this.#lying(`has no balances of ${token}`);
    return BigInt(answer);
  }

  /** What a contract answers. */
  read(to: Hex, data: Hex): Promise<Hex> {
    return this.#ask('eth_call', [{ to, data }, 'latest'], bytes);
  }

  /** How much gas a transaction would take; refused when it would fail. */
  gas({ value, ...call }: Call): Promise<number> {
    const what = { ...call, value: `0x${value.toString(16)}` };
    return this.#ask('eth_estimateGas', [what], quantity);
  }

  fees(): Promise<Fees> {
    return this.#ask('eth_feeHistory', ['0x5', 'latest', [50]], feesShape);
  }

  /** Hands a signed transaction on; that it is on the chain is known by its receipt only. */
  send(raw: Hex): Promise<Hex> {
    return this.#ask('eth_sendRawTransaction', [raw], word);
  }

  async #header(place: Place): Promise<Header | null> {
    const params = [placeOf(place), false];
    const header = await this.#ask('eth_getBlockByNumber', params, headerShape.nullable());
    if (typeof place === 'number' && header !== null && header.number !== place) {
      throw this.#lying(`mixes up block ${place}`);
    }
    return header;
  }

  async #ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>): Promise<T> {
    let answer: RpcAnswer;
    try {
      answer = await this.#request(method, params);
    } catch (error) {
      const reason = (error as Error).message.slice(0, LONGEST_REASON);
      throw new NodeError('down', this.host, `does not answer ${method}: ${reason}`);
    }
    if (answer.error !== undefined) {
      const reason = wordsOf(answer.error);
      throw new NodeError('refused', this.host, `refuses ${method}: ${reason}`);
    }
    const read = shape.safeParse(answer.result);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw this.#lying(`answers ${method} with ${issue?.path.join('.') || 'something'} malformed`);
  }

  #lying(what: string): NodeError {
    return new NodeError('lying', this.host, what);
  }
}

const placeOf = (place: Place) => (typeof place === 'number' ? `0x${place.toString(16)}` : place);

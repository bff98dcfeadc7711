import type { Hex } from 'ox/Hex';
import { inGroups, isSameLog, readLogs } from './logs.ts';
import type { ChainNode } from './node.ts';
import { behind, lying, moved } from './node-error.ts';
import type { Block, Header, Log, Receipt } from './shapes.ts';

/** Addresses and hashes are in small letters; `readAddress` makes what people see. */
export interface Transfer {
  /** Names the transfer, with its place: both stay when it is mined again in another block. */
  readonly transaction: Hex;
  /** 0 for what the transaction itself sends, else 1 and more: which log of the transaction. */
  readonly place: number;
  readonly block: number;
  readonly blockHash: Hex;
  /** Null for the chain's own coin. */
  readonly token: Hex | null;
  readonly sender: Hex;
  readonly recipient: Hex;
  /** As the chain counts it; above zero. */
  readonly amount: bigint;
}

/** What is looked for. */
export interface Watch {
  readonly tokens: readonly Hex[];
  /** Also what transactions send of the chain's own coin; not what contracts send. */
  readonly coin: boolean;
  /** Which of these are ours. */
  ours(addresses: readonly Hex[]): Promise<ReadonlySet<Hex>>;
}

export interface BlockName {
  readonly number: number;
  readonly hash: Hex;
}

export interface ReadBlocks {
  readonly blocks: readonly BlockName[];
  /** In the order of the chain. */
  readonly transfers: readonly Transfer[];
}

/** What a log alone says. */
export interface Sighting extends Omit<Transfer, 'place'> {
  readonly token: Hex;
}

/** A transfer before its receipt is read. */
interface Candidate extends Omit<Transfer, 'place'> {
  readonly log: Log | null;
}

/**
 * Reads the blocks after `after` to `to` and finds what they bring to us. Blocks are proved to
 * follow one another; logs to belong to them, and to be there where a block says that it has some;
 * transfers by the receipts of their transactions; and the last block to be still there at the end.
 * @throws NodeError when anything is not so
 */
export async function readBlocks(
  node: ChainNode,
  watch: Watch,
  after: BlockName,
  to: number,
): Promise<ReadBlocks> {
  const headers = await readHeaders(node, watch, after, to);
  const logs = await readLogs(node, watch.tokens, headers);
  const found = [...logs.flatMap(tokenTransfers), ...headers.flatMap(coinTransfers)];
  const recipients = [...new Set(found.map(({ recipient }) => recipient))];
  const ours = recipients.length === 0 ? new Set() : await watch.ours(recipients);
  const transfers = await prove(
    node,
    found.filter(({ recipient }) => ours.has(recipient)),
  );
  const last = headers.at(-1);
  const again = last && (await node.header(last.number));
  if (last && again?.hash !== last.hash) throw moved(node);
  return { blocks: headers.map(({ number, hash }) => ({ number, hash })), transfers };
}

async function readHeaders(
  node: ChainNode,
  { coin }: Watch,
  after: BlockName,
  to: number,
): Promise<(Header | Block)[]> {
  const numbers = Array.from({ length: to - after.number }, (_, at) => after.number + 1 + at);
  const read = (number: number): Promise<Header | Block | null> =>
    coin ? node.block(number) : node.header(number);
  const headers = await Promise.all(numbers.map(read));
  let parent = after.hash;
  return headers.map((header, at) => {
    if (header === null) throw behind(node, `has no block ${numbers[at]} yet`);
    if (header.parentHash !== parent) throw moved(node);
    parent = header.hash;
    return header;
  });
}

const tokenTransfers = (log: Log): Candidate[] =>
  sightingIn(log).map((sighting) => ({ ...sighting, log }));

/**
 * None or one. Other events of the same name, of tokens that are not counted but named, have four
 * topics.
 */
export function sightingIn(log: Log): Sighting[] {
  const [, sender, recipient, more] = log.topics;
  if (!sender || !recipient || more || log.data.length !== 66) return [];
  const amount = BigInt(log.data);
  if (amount === 0n) return [];
  return [
    {
      transaction: log.transactionHash,
      block: log.blockNumber,
      blockHash: log.blockHash,
      token: log.address,
      sender: addressIn(sender),
      recipient: addressIn(recipient),
      amount,
    },
  ];
}

const addressIn = (topic: Hex): Hex => `0x${topic.slice(-40)}`;

function coinTransfers(block: Header | Block): Candidate[] {
  if (!('transactions' in block)) return [];
  return block.transactions.flatMap(({ hash, from, to, value }) =>
    to === null || value === 0n
      ? []
      : [
          {
            transaction: hash,
            block: block.number,
            blockHash: block.hash,
            token: null,
            sender: from,
            recipient: to,
            amount: value,
            log: null,
          },
        ],
  );
}

/** Reads the receipts of transactions that concern us, and from them the places of transfers. */
async function prove(node: ChainNode, candidates: readonly Candidate[]): Promise<Transfer[]> {
  const transactions = [...new Set(candidates.map(({ transaction }) => transaction))];
  const receipts = new Map<Hex, Receipt>();
  await inGroups(transactions, async (transaction) => {
    const receipt = await node.receipt(transaction);
    if (receipt === null) throw behind(node, `does not know transaction ${transaction}`);
    receipts.set(transaction, receipt);
  });
  const transfers = candidates.flatMap(({ log, ...transfer }) => {
    const receipt = receipts.get(transfer.transaction)!;
    if (receipt.blockHash !== transfer.blockHash) throw moved(node);
    // A transaction that failed sent nothing of the coin; it cannot have a log.
    if (log === null) return receipt.succeeded ? [{ ...transfer, place: 0 }] : [];
    const at = receipt.logs.findIndex(({ logIndex }) => logIndex === log.logIndex);
    const proof = receipt.logs[at];
    if (!receipt.succeeded || !proof || !isSameLog(proof, log)) {
      throw lying(node, `says two things about transaction ${transfer.transaction}`);
    }
    return [{ ...transfer, place: at + 1 }];
  });
  return transfers.sort((one, other) => one.block - other.block);
}

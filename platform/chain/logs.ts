import type { Hex } from 'ox/Hex';
import { bloomOf, mayHave } from './bloom.ts';
import type { ChainNode, LogFilter } from './node.ts';
import { behind, lying, moved, NodeError } from './node-error.ts';
import type { Header, Log } from './shapes.ts';

/** keccak256('Transfer(address,address,uint256)') */
export const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Whole receipts that may be asked for at once. */
const AT_ONCE = 50;

/** The transfers of these tokens that the blocks have, each once, in their order. */
export async function readLogs(
  node: ChainNode,
  tokens: readonly Hex[],
  headers: readonly Header[],
): Promise<Log[]> {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last || tokens.length === 0) return [];
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  const logs = new Map<string, Log>();
  const wanted = { address: tokens, topics: [TRANSFER], from: first.number, to: last.number };
  for (const log of await searchLogs(node, wanted)) {
    const header = byNumber.get(log.blockNumber);
    const asked = header && tokens.includes(log.address) && log.topics[0] === TRANSFER;
    if (!asked) throw lying(node, 'sends logs that were not asked for');
    if (log.blockHash !== header.hash) throw moved(node);
    if (!mayHave(header.logsBloom, log.address, ...log.topics)) {
      throw lying(node, `sends a log that block ${header.number} does not have`);
    }
    const name = `${log.blockNumber} ${log.logIndex}`;
    const twin = logs.get(name);
    if (twin && !isSameLog(twin, log)) throw lying(node, `sends two logs for ${name}`);
    logs.set(name, log);
  }
  await proveMissing(node, tokens, headers, [...logs.values()]);
  return [...logs.values()].sort(
    (one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex,
  );
}

/**
 * A node that lags, or one of several behind one address, answers without an error that there are
 * no logs. Where a block's bloom has a watched token and no log of it came, all receipts of the
 * block are read: they must be all that the bloom was made of, and have none of the token either.
 */
async function proveMissing(
  node: ChainNode,
  tokens: readonly Hex[],
  headers: readonly Header[],
  logs: readonly Log[],
): Promise<void> {
  const present = new Set(logs.map(({ blockNumber, address }) => `${blockNumber} ${address}`));
  const doubtful = headers.filter(({ number, logsBloom }) =>
    tokens.some(
      (token) => !present.has(`${number} ${token}`) && mayHave(logsBloom, token, TRANSFER),
    ),
  );
  await inGroups(doubtful, async ({ hash, number, logsBloom }) => {
    const receipts = await node.receipts(hash);
    if (receipts === null) throw behind(node, `does not know block ${number} any more`);
    const all = receipts.flatMap((receipt) => receipt.logs);
    if (bloomOf(all) !== logsBloom) throw lying(node, `has not all receipts of block ${number}`);
    const forgotten = all.some(
      ({ address, topics }) =>
        topics[0] === TRANSFER && tokens.includes(address) && !present.has(`${number} ${address}`),
    );
    if (forgotten) throw behind(node, `left out logs of block ${number}`);
  });
}

/** A node that finds the answer too long is asked for half of it. */
export async function searchLogs(node: ChainNode, filter: LogFilter): Promise<Log[]> {
  const { from, to } = filter;
  try {
    return await node.logs(filter);
  } catch (error) {
    if (!(error instanceof NodeError) || error.fault !== 'refused' || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const early = await searchLogs(node, { ...filter, to: middle });
    return [...early, ...(await searchLogs(node, { ...filter, from: middle + 1 }))];
  }
}

export async function inGroups<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
  }
}

export function isSameLog(one: Log, other: Log): boolean {
  return (
    one.transactionHash === other.transactionHash &&
    one.address === other.address &&
    one.data === other.data &&
    one.topics.join() === other.topics.join()
  );
}

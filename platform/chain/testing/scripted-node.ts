import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hex } from 'ox/Hex';
import type { ScriptedBlock, View } from './scripted-chain.ts';

/** Answers one request: a result, or a throw. */
export type Answer = (method: string, params: readonly unknown[]) => unknown;

/** What a node answers that will not. */
export class Refusal extends Error {}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers truly, from what is on this chain. */
export function honest(view: View): Answer {
  return (method, params) => {
    switch (method) {
      case 'eth_chainId':
        return numberOf(view.chainId);
      case 'eth_getBlockByNumber':
        return blockOf(view, params[0] as string, params[1] === true);
      case 'eth_getLogs':
        return logsOf(view, params[0] as Filter);
      case 'eth_getTransactionReceipt':
        return receiptOf(view, params[0] as Hex);
      case 'eth_getBlockReceipts':
        return receiptsOf(view, params[0] as Hex);
      case 'eth_getBalance':
        return amountText(coinOf(view, params[0] as Hex, Number(params[1])));
      case 'eth_call':
        return holdingOf(view, params[0] as { to: Hex; data: Hex }, Number(params[1]));
      default:
        throw new Refusal(`there is no ${method}`);
    }
  };
}

/** In the place of `fetch`: requests are answered within the process. */
export function fetchFrom(answer: Answer): typeof fetch {
  return (async (_: unknown, init: { body: string }) => {
    const body = respond(answer, init.body);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;
}

/** A node on the loopback. */
export async function serve(answer: Answer): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      const body = respond(answer, Buffer.concat(parts).toString());
      response.setHeader('content-type', 'application/json').end(body);
    } catch {
      response.socket?.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(answer: Answer, body: string): string {
  const requests = JSON.parse(body) as Request | Request[];
  const one = ({ id, method, params }: Request) => {
    try {
      return { jsonrpc: '2.0', id, result: answer(method, params) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: error.message } };
    }
  };
  return JSON.stringify(Array.isArray(requests) ? requests.map(one) : one(requests));
}

interface Filter {
  readonly fromBlock: Hex;
  readonly toBlock: Hex;
  readonly address?: readonly Hex[];
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

export type RawLog = ReturnType<typeof logsIn>[number];

function logsOf({ blocks }: View, { fromBlock, toBlock, address, topics }: Filter): RawLog[] {
  const fits = (log: RawLog) =>
    (!address || address.includes(log.address)) &&
    topics.every((wanted, at) => {
      const topic = log.topics[at];
      return wanted === null || (topic !== undefined && [wanted].flat().includes(topic));
    });
  const range = blocks.slice(Number(fromBlock), Number(toBlock) + 1);
  return range.flatMap((block) => logsIn(block).filter(fits));
}

function logsIn({ number, hash, transactions }: ScriptedBlock) {
  let index = 0;
  return transactions.flatMap((transaction) =>
    transaction.logs.map((log) => ({
      ...log,
      blockNumber: numberOf(number),
      blockHash: hash,
      transactionHash: transaction.hash,
      logIndex: numberOf(index++),
    })),
  );
}

function blockOf({ blocks, finalized }: View, place: string, whole: boolean) {
  const named = place === 'latest' ? blocks.length - 1 : finalized;
  const block = blocks[place.startsWith('0x') ? Number(place) : named];
  if (!block) return null;
  const { number, timestamp, transactions, ...rest } = block;
  const sent = transactions.map(({ hash, from, to, value }) =>
    whole ? { hash, from, to, value: `0x${value.toString(16)}` } : hash,
  );
  return {
    ...rest,
    number: numberOf(number),
    timestamp: numberOf(timestamp),
    transactions: sent,
  };
}

/** What an address has of the coin after a block: fees are not counted here. */
function coinOf({ blocks }: View, address: Hex, number: number): bigint {
  return blocks
    .slice(0, number + 1)
    .flatMap(({ transactions }) => transactions.filter(({ succeeds }) => succeeds))
    .reduce((sum, { from, to, value }) => {
      return sum + (to === address ? value : 0n) - (from === address ? value : 0n);
    }, 0n);
}

/** `balanceOf` by the Transfer logs of a token. */
function holdingOf({ blocks }: View, { to, data }: { to: Hex; data: Hex }, number: number): Hex {
  const topic: Hex = `0x${data.slice(-64)}`;
  const sum = blocks
    .slice(0, number + 1)
    .flatMap(logsIn)
    .filter(({ address }) => address === to)
    .reduce((total, { topics, data: amount }) => {
      const change = BigInt(amount);
      return total + (topics[2] === topic ? change : 0n) - (topics[1] === topic ? change : 0n);
    }, 0n);
  // An account that gives more than it had stands for a world that is not in the script.
  return `0x${(sum < 0n ? 0n : sum).toString(16).padStart(64, '0')}`;
}

const amountText = (amount: bigint): Hex => `0x${(amount < 0n ? 0n : amount).toString(16)}`;

function receiptOf(view: View, transaction: Hex) {
  const block = view.blockOf(transaction);
  return block && (receiptsIn(block).find((one) => one.transactionHash === transaction) ?? null);
}

function receiptsOf({ blocks }: View, hash: Hex) {
  const block = blocks.find((one) => one.hash === hash);
  return block ? receiptsIn(block) : null;
}

function receiptsIn(block: ScriptedBlock) {
  const logs = logsIn(block);
  return block.transactions.map(({ hash, succeeds }) => ({
    transactionHash: hash,
    blockNumber: numberOf(block.number),
    blockHash: block.hash,
    status: succeeds ? '0x1' : '0x0',
    logs: logs.filter(({ transactionHash }) => transactionHash === hash),
  }));
}

const numberOf = (value: number): Hex => `0x${value.toString(16)}`;

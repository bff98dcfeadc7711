import { stage } from './stage.ts';

type Answer = { readonly result?: unknown; readonly error?: { readonly message: string } };

/** The chain of the trial, as whoever runs a node of it can reach it. */
async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(stage.server.chainUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as Answer;
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result as T;
}

/** Replaces the blocks from that of a transaction on by empty ones; returns what it was. */
export async function takeBack(transaction: string): Promise<string> {
  const raw = await ask<string>('debug_getRawTransaction', transaction);
  const [receipt, head] = await Promise.all([
    ask<{ blockNumber: string }>('eth_getTransactionReceipt', transaction),
    ask<string>('eth_blockNumber'),
  ]);
  await ask('anvil_reorg', Number(head) - Number(receipt.blockNumber) + 1, []);
  return raw;
}

/** Sends a transaction that was taken back once more. */
export const sendAgain = (raw: string): Promise<unknown> => ask('eth_sendRawTransaction', raw);

/** Has a contract that nobody knows say that it has paid somebody. */
export async function payUnknownToken(address: string): Promise<void> {
  const from = `0x${'5e'.repeat(20)}`;
  await ask('anvil_impersonateAccount', from);
  await ask('anvil_setBalance', from, '0xde0b6b3a7640000');
  const word = (hex: string) => hex.slice(2).toLowerCase().padStart(64, '0');
  // It logs the event while it is made: its amount, its three topics, then LOG3.
  const data = [
    ...[`0x7f${word('0xf4240')}600052`, `7f${word(address)}`, `7f${word(from)}`],
    ...[`7f${word(TRANSFER)}`, '60206000a300'],
  ].join('');
  await ask('eth_sendTransaction', { from, data });
}

/** The event of a token that says who has got what from whom. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** From whom is what a token has made. */
const NOBODY = /^0x0+$/;

/** What tokens of the chain have brought to an address, in their smallest parts. */
export async function paymentsTo(address: string): Promise<{ sum: bigint; transaction: string }[]> {
  const to = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const topics = [TRANSFER, null, to];
  const logs = await ask<{ data: string; topics: string[]; transactionHash: string }[]>(
    'eth_getLogs',
    { fromBlock: '0x0', toBlock: 'latest', topics },
  );
  return logs
    .filter(({ topics: [, from = ''] }) => !NOBODY.test(from))
    .map(({ data, transactionHash }) => ({ sum: BigInt(data), transaction: transactionHash }));
}

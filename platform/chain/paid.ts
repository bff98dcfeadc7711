import type { Hex } from 'ox/Hex';
import { TRANSFER } from './logs.ts';
import type { ChainNode } from './node.ts';
import type { Receipt } from './shapes.ts';

/** What a transaction is said to have moved; `token` null: the chain's own coin. */
export interface Payment {
  readonly transaction: Hex;
  readonly token: Hex | null;
  readonly recipient: Hex;
  readonly amount: bigint;
}

/**
 * What a chain has of it: nothing; not enough yet to say; exactly that; or a transaction that has
 * failed, or moved another amount or to another address.
 */
export type Paid = 'absent' | 'early' | 'paid' | 'other';

/** What nodes say up to a block that is final. Where they do not agree, it is early. */
export async function paidAs(
  nodes: readonly ChainNode[],
  payment: Payment,
  final: number,
): Promise<Paid> {
  const said = new Set(await Promise.all(nodes.map((node) => saidBy(node, payment, final))));
  const [one = 'early'] = said;
  return said.size === 1 ? one : 'early';
}

async function saidBy(node: ChainNode, payment: Payment, final: number): Promise<Paid> {
  const receipt = await node.receipt(payment.transaction);
  if (receipt === null) return 'absent';
  if (receipt.blockNumber > final) return 'early';
  const header = await node.header(receipt.blockNumber);
  if (header?.hash !== receipt.blockHash) return 'early';
  if (!receipt.succeeded) return 'other';
  const { token } = payment;
  const isIt = token === null ? await hasSent(node, receipt, payment) : hasMoved(receipt, payment);
  return isIt ? 'paid' : 'other';
}

/** Of the coin the transaction itself says it. */
async function hasSent(
  node: ChainNode,
  { transaction, blockNumber }: Receipt,
  { recipient, amount }: Payment,
): Promise<boolean> {
  const block = await node.block(blockNumber);
  const sent = block?.transactions.find(({ hash }) => hash === transaction);
  return sent !== undefined && sent.to === recipient && sent.value === amount;
}

/** Of a token it is the one Transfer to this address: a contract can succeed and move nothing. */
function hasMoved({ logs }: Receipt, { token, recipient, amount }: Payment): boolean {
  const to = `0x${recipient.slice(2).padStart(64, '0')}`;
  const arrived = logs.filter(
    ({ address, topics }) => address === token && topics[0] === TRANSFER && topics[2] === to,
  );
  const [log] = arrived;
  if (log === undefined || arrived.length !== 1) return false;
  return log.topics.length === 3 && log.data.length === 66 && BigInt(log.data) === amount;
}

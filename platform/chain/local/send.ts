import type { Hex, LocalAccount } from 'viem';
import type { Ask } from './anvil.ts';

const GAS = 300_000n;
const GAS_PRICE = 100_000_000_000n;

export interface Sent {
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly gas?: bigint;
}

/** Signs a transaction with the next number of its sender and hands it to the node. */
export async function send(
  ask: Ask,
  from: LocalAccount,
  chainId: number,
  sent: Sent,
): Promise<Hex> {
  const nonce = await ask<string>('eth_getTransactionCount', from.address, 'pending');
  const signed = await from.signTransaction({
    gas: GAS,
    ...sent,
    chainId,
    nonce: Number(BigInt(nonce)),
    type: 'eip1559',
    maxFeePerGas: GAS_PRICE,
    maxPriorityFeePerGas: 1n,
  });
  return ask('eth_sendRawTransaction', signed);
}

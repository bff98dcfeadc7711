import type { Hex } from 'ox/Hex';
import type { Transaction } from '../transaction.ts';
import type { Ask } from './anvil.ts';

const GAS = 300_000;
const GAS_PRICE = 100_000_000_000n;

/** Somebody with a key. */
export interface Account {
  readonly address: Hex;
  sign(transaction: Transaction): Hex | Promise<Hex>;
}

export interface Sent {
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly gas?: number;
}

/** Signs a transaction with the next number of its sender and hands it to the node. */
export async function send(
  ask: Ask,
  from: Account,
  chainId: number,
  { to, value = 0n, data = '0x', gas = GAS }: Sent,
): Promise<Hex> {
  const nonce = await ask<string>('eth_getTransactionCount', from.address, 'pending');
  const signed = await from.sign({
    ...{ to: to ?? null, value, data, gas, chainId },
    nonce: Number(BigInt(nonce)),
    maxFee: GAS_PRICE,
    priorityFee: 1n,
  });
  return ask('eth_sendRawTransaction', signed);
}

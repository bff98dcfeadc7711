import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Hex } from 'ox/Hex';
import { privateKeyToAccount } from 'viem/accounts';
import { sleep } from '../../db/files.ts';
import { silentLog } from '../../log.ts';
import { amountOf, unitsOf } from '../amounts.ts';
import { type Ask, asking } from '../local/anvil.ts';
import { type LocalChain, type LocalChainOptions, startLocalChain } from '../local/local-chain.ts';
import { type Account, send } from '../local/send.ts';
import { TEST_USDT_DECIMALS, transferTestUsdt } from '../local/token.ts';
import type { Transaction } from '../transaction.ts';
import { wordOf } from './scripted-chain.ts';

export interface TestChain extends LocalChain {
  readonly folder: string;
  /** Whatever else the node answers. */
  readonly ask: Ask;
  mine(blocks: number): Promise<void>;
  /** Replaces the last blocks by empty ones; what was in them is gone until it is sent again. */
  reorg(depth: number): Promise<void>;
  /** Takes the last blocks away; the chain is shorter then. */
  takeBack(depth: number): Promise<void>;
  /** Sends test USDT, in units of 1e-8. */
  transfer(from: Account, to: Hex, units: bigint): Promise<Hex>;
  /** Of test USDT, in units of 1e-8. */
  balanceOf(address: Hex): Promise<bigint>;
}

/** Somebody with a key, and another library than ours; the same one for the same name. */
export function person(name: string): Account {
  const { address, signTransaction } = privateKeyToAccount(wordOf('person', name));
  return { address, sign: (transaction) => signTransaction(viemFields(transaction)) };
}

/** The same transaction, as viem names its fields. */
export const viemFields = ({ to, gas, maxFee, priorityFee, ...same }: Transaction) => ({
  ...{ ...same, to, gas: BigInt(gas), type: 'eip1559' as const },
  ...{ maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee },
});

export const testFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'assay-chain-'));

/** Waits until they are in a block: a node answers as soon as it has them. */
export async function untilMined(ask: Ask, ...transactions: readonly Hex[]): Promise<void> {
  for (const one of transactions) {
    while ((await ask('eth_getTransactionReceipt', one)) === null) await sleep(5);
  }
}

/**
 * A chain of its own for a test, whose blocks are waited for where something is sent to it; its
 * folder is removed when it stops, unless it was given.
 */
export async function startTestChain(more: Partial<LocalChainOptions> = {}): Promise<TestChain> {
  const folder = more.folder ?? testFolder();
  const chain = await startLocalChain({ log: silentLog, ...more, folder });
  const ask = asking(chain.url);
  return {
    ...chain,
    folder,
    ask,
    mine: async (blocks) => {
      await ask('anvil_mine', `0x${blocks.toString(16)}`);
    },
    reorg: async (depth) => {
      await ask('anvil_reorg', depth, []);
    },
    takeBack: async (depth) => {
      await ask('anvil_rollback', depth);
    },
    faucet: async (...asked) => {
      const given = await chain.faucet(...asked);
      await untilMined(ask, ...given);
      return given;
    },
    transfer: async (from, to, units) => {
      const data = transferTestUsdt(to, amountOf(units, TEST_USDT_DECIMALS)!);
      const sent = await send(ask, from, chain.chainId, { to: chain.usdt, data });
      await untilMined(ask, sent);
      return sent;
    },
    balanceOf: async (address) => {
      const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
      const amount = await ask<string>('eth_call', { to: chain.usdt, data }, 'latest');
      return unitsOf(BigInt(amount), TEST_USDT_DECIMALS).units;
    },
    stop: async () => {
      await chain.stop();
      if (more.folder === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

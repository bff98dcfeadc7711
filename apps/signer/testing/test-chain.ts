import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startAnvil } from '@assay/platform/chain/local/anvil';
import { deployTestUsdt, mintTestUsdt, transferTestUsdt } from '@assay/platform/chain/local/token';
import type { Hex } from 'ox/Hex';

const MAKER: Hex = '0x00000000000000000000000000000000000a55a1';
const SOME_COIN = '0xde0b6b3a7640000';

/** A node of its own with the test token, on which blocks are mined when a test says so. */
export interface TestChain {
  readonly url: string;
  readonly chainId: number;
  readonly token: Hex;
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  mine(blocks: number): Promise<void>;
  mint(to: Hex, amount: bigint): Promise<void>;
  /** Moves tokens of anybody. */
  take(from: Hex, to: Hex, amount: bigint): Promise<void>;
  balance(of: Hex): Promise<bigint>;
  stop(): Promise<void>;
}

export async function startTestChain(chainId: number): Promise<TestChain> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-chain-'));
  const anvil = await startAnvil({ folder, chainId, minesAtOnce: false, port: null });
  const { ask: rpc, url } = anvil;
  const mine = async (blocks: number) => {
    await rpc('anvil_mine', `0x${blocks.toString(16)}`);
  };
  /** Leaves the sender with the coin and the nonce that it had. */
  const sendAs = async (from: Hex, transaction: object) => {
    const coin = await rpc('eth_getBalance', from, 'latest');
    const nonce = await rpc('eth_getTransactionCount', from, 'latest');
    await rpc('anvil_setBalance', from, SOME_COIN);
    await rpc('anvil_impersonateAccount', from);
    const hash = await rpc<Hex>('eth_sendTransaction', { from, ...transaction });
    await mine(1);
    await rpc('anvil_stopImpersonatingAccount', from);
    await rpc('anvil_setBalance', from, coin);
    if (from !== MAKER) await rpc('anvil_setNonce', from, nonce);
    return rpc<{ contractAddress: Hex }>('eth_getTransactionReceipt', hash);
  };
  const { contractAddress } = await sendAs(MAKER, { data: deployTestUsdt() });
  const token = contractAddress.toLowerCase() as Hex;
  return {
    ...{ url, chainId, token, rpc, mine },
    mint: async (to, amount) => {
      await sendAs(MAKER, { to: token, data: mintTestUsdt(to, amount) });
    },
    take: async (from, to, amount) => {
      await sendAs(from, { to: token, data: transferTestUsdt(to, amount) });
    },
    balance: async (of) => {
      const data = `0x70a08231${of.slice(2).padStart(64, '0')}`;
      return BigInt(await rpc<Hex>('eth_call', { to: token, data }, 'latest'));
    },
    stop: async () => {
      await anvil.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

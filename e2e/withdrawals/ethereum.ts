import { createHash } from 'node:crypto';
import {
  accountOf,
  ScriptedChain,
  type ScriptedTransaction,
  transferLog,
} from '@assay/platform/chain/testing/scripted-chain';
import { honest, serve } from '@assay/platform/chain/testing/scripted-node';

const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
/** More than a block needs to be final. */
const DEEP = 70;

type Hex = ScriptedTransaction['hash'];

/** Ethereum as a node of it has it, on which somebody pays by hand. */
export interface Ethereum {
  /** The setting that names its node. */
  readonly nodes: string;
  /** A transaction that moves so many millionths of a USDT to an address, and is final. */
  pay(to: string, amount: bigint): Hex;
  close(): Promise<void>;
}

export async function startEthereum(): Promise<Ethereum> {
  const chain = new ScriptedChain(1);
  chain.mineEmpty(DEEP);
  const node = await serve(honest(chain.live()));
  return {
    nodes: `1=${node.url}`,
    pay: (to, amount) => {
      const from = accountOf('the house');
      const log = transferLog(USDT, from, to.toLowerCase() as Hex, amount);
      const name = `${to} ${amount} ${chain.head}`;
      const hash: Hex = `0x${createHash('sha256').update(name).digest('hex')}`;
      chain.mine({ hash, from, to: USDT, value: 0n, succeeds: true, logs: [log] });
      chain.mineEmpty(DEEP);
      return hash;
    },
    close: () => node.close(),
  };
}

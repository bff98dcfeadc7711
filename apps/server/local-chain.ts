import path from 'node:path';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Mode } from '@assay/core/schema/mode';
import type { DepositChain, Faucet } from '@assay/modules/wallet';
import { type LocalChain, startLocalChain } from '@assay/platform/chain/local/local-chain';
import type { Config } from '@assay/platform/config';
import type { Log } from '@assay/platform/log';
import type { Stops } from './stops.ts';

const BLOCK_TIME_MS = 2_000;
const TEST_MONEY = '1000';
/** Few enough to wait for, many enough to be seen one by one. */
const CONFIRMATIONS = 6;
const WITHDRAWAL_CONFIRMATIONS = 12;

export interface LocalChainOptions {
  readonly mode: Mode;
  readonly config: Pick<Config, 'DATA_DIR' | 'TRIAL_CHAIN'>;
  readonly log: Log;
  readonly stops: Stops;
}

/**
 * The chain of a trial, whose coins are worth nothing. Null in a production, and on a machine that
 * cannot run one: the rest of the server works without it. Never rejects, so that it can be awaited
 * later, when what starts meanwhile is there.
 */
export async function startTrialChain(options: LocalChainOptions): Promise<LocalChain | null> {
  const { mode, config, stops } = options;
  if (mode !== 'trial' || config.TRIAL_CHAIN === 'off') return null;
  const starting = startOrLog(options);
  stops.add('test chain', async () => (await starting)?.stop());
  return starting;
}

async function startOrLog({ config, log }: LocalChainOptions): Promise<LocalChain | null> {
  try {
    const folder = path.join(config.DATA_DIR, 'chain');
    return await startLocalChain({ folder, blockTimeMs: BLOCK_TIME_MS, log });
  } catch (err) {
    log.error({ err }, 'the test chain does not start: this trial takes no deposits');
    return null;
  }
}

/** Deposits on it, as on any chain. */
export const localRow = ({ chainId, usdt }: LocalChain): DepositChain => ({
  ...{ chainId, name: 'Test network (ERC-20)', explorer: '', isTest: true, isOpen: true },
  ...{ confirmations: CONFIRMATIONS, withdrawalConfirmations: WITHDRAWAL_CONFIRMATIONS },
  minutes: 1,
  tokens: [
    { contract: usdt, asset: 'USDT', decimals: 6, minimum: 1_000_000_000n, isOpen: true },
    { contract: null, asset: 'ETH', decimals: 18, minimum: 1_000_000n, isOpen: true },
  ],
});

/** Gives test USDT, and no coin: whoever sends from a deposit address brings its own. */
export const faucetOf = (chain: LocalChain): Faucet => ({
  ...{ asset: 'USDT', amount: TEST_MONEY },
  give: async (address) => {
    const units = parseDecimal(TEST_MONEY, SCALE) ?? 0n;
    await chain.faucet(address as `0x${string}`, units, 0n);
  },
});

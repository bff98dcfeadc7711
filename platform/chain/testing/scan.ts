import { settableClock } from '../../clock.ts';
import { ChainNode } from '../node.ts';
import type { ChainRows, StoredTransfer } from '../rows.ts';
import { Scanner, type ScannerOptions } from '../scanner.ts';
import {
  accountOf,
  ScriptedChain,
  type ScriptedLog,
  type ScriptedTransaction,
  transferLog,
  wordOf,
} from './scripted-chain.ts';
import { type Answer, fetchFrom, honest, type RawLog } from './scripted-node.ts';

export const NOW = 1_790_000_000_000;
export const TOKEN = accountOf('token');
export const OTHER_TOKEN = accountOf('other token');
export const US = accountOf('us');
export const SOMEBODY = accountOf('somebody');

let lastChain = 0;
let sent = 0;
export function transaction(...logs: ScriptedLog[]): ScriptedTransaction {
  sent += 1;
  const hash = wordOf('transaction', sent);
  return { hash, from: SOMEBODY, to: TOKEN, value: 0n, succeeds: true, logs };
}

export const pay = (amount: bigint, to = US) => transferLog(TOKEN, SOMEBODY, to, amount);

export interface Scan {
  readonly chain: ScriptedChain;
  readonly delivered: StoredTransfer[];
  readonly options: ScannerOptions;
  readonly scanner: Scanner;
  /** Steps until nothing is left to be done; what the last one did. */
  run(): Promise<string>;
}

export const nodeOf = (answer: Answer) =>
  new ChainNode('http://node.test', { fetch: fetchFrom(answer), timeoutMs: 1_000 });

export function scanOf(
  rows: ChainRows,
  more: Partial<ScannerOptions> = {},
  answer?: (chain: ScriptedChain) => Answer,
): Scan {
  lastChain += 1;
  const chain = new ScriptedChain(lastChain);
  const delivered: StoredTransfer[] = [];
  const options: ScannerOptions = {
    chainId: chain.chainId,
    firstBlock: 1,
    finality: 3,
    node: nodeOf(answer?.(chain) ?? honest(chain.live())),
    watch: {
      tokens: [TOKEN],
      coin: true,
      ours: async (addresses) => new Set(addresses.filter((address) => address === US)),
    },
    rows,
    clock: settableClock(NOW),
    deliver: async (transfers) => {
      delivered.push(...transfers);
    },
    ...more,
  };
  const scanner = new Scanner(options);
  const run = async (): Promise<string> => {
    for (let steps = 0; steps < 1_000; steps += 1) {
      const { did, scan, head } = await scanner.step();
      if (did === 'contradicted') return did;
      if (did === 'nothing' && scan.number === head) return did;
    }
    throw new Error('The scan has no end.');
  };
  return { chain, delivered, options, scanner, run };
}

export const amountsOf = (transfers: readonly { amount: bigint }[]) =>
  transfers.map(({ amount }) => amount);
export const stateOf = async ({ chain, options }: Scan) =>
  (await options.rows.transfers(chain.chainId, 0, 1_000_000)).map(
    ({ amount, state }) => `${amount} ${state}`,
  );
/** The answer of an honest node, with logs changed by `change`. */
export const withLogs =
  (change: (logs: RawLog[]) => unknown) =>
  (chain: ScriptedChain): Answer =>
  (method, params) => {
    const answer = honest(chain.live())(method, params);
    return method === 'eth_getLogs' ? change(answer as RawLog[]) : answer;
  };

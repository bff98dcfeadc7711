import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { LocalChain } from '@assay/platform/chain/local/local-chain';
import { ChainNode } from '@assay/platform/chain/node';
import type { Config } from '@assay/platform/config';
import type { OpenDatabase } from '@assay/platform/db/database';
import { sleep, writeDurably } from '@assay/platform/db/files';
import type { Log } from '@assay/platform/log';
import { signerProgram } from './bundle.ts';
import type { Stops } from './stops.ts';

/** What it begins with, in units of 1e-8: made up, as all money of a trial. */
const FUNDS = { usdt: 100_000_000_000_000n, coin: 100_000_000_000n };
const LIMITS = {
  ...{ perPayout: '200000', perHour: '100000000', perDay: '100000000' },
  sweepFrom: '10',
};
/** A block comes every two seconds. */
const MINED_WITHIN_MS = 30_000;
const LOOK_MS = 50;
const RESTART_MS = 2_000;
const STOP_MS = 5_000;

export interface TrialSignerOptions {
  readonly chain: LocalChain;
  /** With the address for the role of the signer, where the database is ours. */
  readonly db: Pick<OpenDatabase, 'signerUrl'>;
  readonly config: Pick<Config, 'DATA_DIR'>;
  readonly log: Log;
  readonly stops: Stops;
  /** What is started: by default what the build has made. */
  readonly program?: string | null;
}

/**
 * The signer of a trial, on the chain of the trial, with keys of the same words. It is a process of
 * its own here too, and this one only starts it. Without it staff pay by hand.
 */
export async function startTrialSigner(options: TrialSignerOptions): Promise<void> {
  const { chain, db, config, log, stops, program = signerProgram() } = options;
  const database = db.signerUrl;
  if (program === null || database === null) return;
  const folder = path.join(config.DATA_DIR, 'signer');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const address = makeKey(program, folder, chain);
  const node = new ChainNode(chain.url);
  if ((await node.balance(address)) === 0n) {
    // The coin last: who dies in between gives again, and is not left without money to pay out.
    await chain.faucet(address, FUNDS.usdt, 0n);
    await chain.faucet(address, 0n, FUNDS.coin);
    // Whatever comes after the first look at custody is nobody's until two people say whose it is.
    const deadline = Date.now() + MINED_WITHIN_MS;
    while ((await node.balance(address)) === 0n && Date.now() < deadline) await sleep(LOOK_MS);
  }
  const policy = path.join(folder, 'policy.json');
  writeDurably(policy, JSON.stringify(policyOf(chain, database), null, 2));
  const running = keepRunning([program, 'run', policy, '--with-parent'], log);
  stops.add('signer', () => running.stop());
}

const keyName = ({ chainId }: LocalChain) => `key-${chainId}.json`;

/** A chain that takes the place of a lost one has words of its own, and so a key. */
function makeKey(program: string, folder: string, chain: LocalChain): `0x${string}` {
  const file = path.join(folder, keyName(chain));
  const secret = path.join(folder, 'passphrase');
  if (!fs.existsSync(secret)) writeDurably(secret, randomBytes(24).toString('base64url'));
  if (!fs.existsSync(file)) {
    const { mnemonic } = JSON.parse(fs.readFileSync(chain.operator.file, 'utf8'));
    const words = path.join(folder, 'words');
    writeDurably(words, mnemonic);
    const parameters = [program, 'make-key', file, '--words', words, '--passphrase-file', secret];
    const made = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    fs.rmSync(words);
    if (made.status !== 0) throw new Error(`The key of the trial was not made: ${made.stderr}`);
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')).address;
}

function policyOf(chain: LocalChain, database: string): object {
  const { chainId, url, usdt } = chain;
  return {
    database,
    key: { file: keyName(chain), passphraseFile: 'passphrase' },
    every: 1,
    chains: [
      {
        ...{ chainId, nodes: [url], confirmations: 6, stuckAfter: 30, maxFeeGwei: '1000' },
        tokens: [{ asset: 'USDT', address: usdt, decimals: 6, ...LIMITS }],
      },
    ],
  };
}

/** Started again whenever it ends, until it is stopped. It ends with this process. */
function keepRunning(parameters: readonly string[], log: Log): { stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      child = spawn(process.execPath, parameters, { stdio: ['pipe', 'inherit', 'inherit'] });
      const code = await new Promise((resolve) => {
        child?.once('exit', resolve);
        child?.once('error', resolve);
      });
      if (isOver) return;
      log.error({ code }, 'the signer ended; starting it again');
      await sleep(RESTART_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
      await loop;
      clearTimeout(late);
    },
  };
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OWNER } from '@assay/core/ledger/owners';
import type { Dice } from '@assay/core/testing/dice';
import type { Hex } from '@assay/modules/payouts';
import { sleep } from '@assay/platform/db/files';
import { makeKeyFile } from '../../apps/signer/keys/key-file.ts';
import {
  HOT,
  type Place,
  type Row,
  seed,
  someAddress,
  startPlace,
} from '../../apps/signer/place.suite.ts';
import { startProxy } from './proxy.ts';

const PASSPHRASE = 'only for the kills of this run';
const root = path.resolve(import.meta.dirname, '../..');
/**
 * A process that has not come to the step at which it was to be killed is killed then. It counts
 * from the first request: on a busy machine the start alone takes as long.
 */
const LONGEST_LIFE_MS = 6_000;
const END_MS = 120_000;
const STEPS = [
  'eth_sendRawTransaction',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_getBlockByNumber',
];

export interface Report {
  readonly kills: number;
  readonly payouts: number;
  /** Where processes were killed, and how often. */
  readonly at: Record<string, number>;
  readonly replaced: number;
  readonly reorganised: number;
  readonly findings: string[];
}

/** The signer as it is started in production: one file, its policy, its key. */
interface Program {
  readonly main: string;
  readonly policy: string;
}

function prepare(place: Place, node: string, folder: string): Program {
  const main = path.join(folder, 'main.js');
  const bundle = [path.join(root, 'tools/bundle.mjs'), 'apps/signer/main.ts', main];
  const built = spawnSync(process.execPath, bundle, { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  const secret = path.join(folder, 'passphrase');
  fs.writeFileSync(secret, PASSPHRASE, { mode: 0o600 });
  const { chainId, token } = place.chain;
  const caps = { perPayout: '1000', perHour: '10000000', perDay: '10000000' };
  const policy = path.join(folder, 'policy.json');
  const content = {
    database: place.db.signerUrl,
    key: { file: 'key.json', passphraseFile: 'passphrase' },
    every: 0.1,
    chains: [
      {
        ...{ chainId, nodes: [node], confirmations: 3, stuckAfter: 2, maxFeeGwei: '5000' },
        tokens: [{ asset: 'USDT', address: token, decimals: 6, ...caps }],
      },
    ],
  };
  fs.writeFileSync(policy, JSON.stringify(content));
  return { main, policy };
}

function start({ main, policy }: Program): { child: ChildProcess; ended: Promise<string> } {
  const child = spawn(process.execPath, [main, 'run', policy], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      words = `${words}${part.toString()}`.slice(-4_000);
    });
  }
  const ended = new Promise<string>((resolve) => child.once('exit', () => resolve(words)));
  return { child, ended };
}

/** Kills the signer at a random step, again and again, and then compares chain and ledger. */
export async function killSigner(cycles: number, dice: Dice): Promise<Report> {
  const place = await startPlace();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-signer-'));
  const proxy = await startProxy(place.chain.url);
  try {
    await makeKeyFile(path.join(folder, 'key.json'), seed.words, PASSPHRASE);
    const program = prepare(place, proxy.url, folder);
    const rows: Row[] = [];
    const at: Record<string, number> = {};
    let reorganised = 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      for (let count = dice.int(0, 3); count > 0; count -= 1) {
        rows.push(
          await place.handOver(`${dice.int(2, 900)}.${dice.int(0, 999_999)}`, someAddress()),
        );
      }
      const snapshot = dice.int(0, 3) === 0 && (await place.chain.rpc('evm_snapshot'));
      const where = await killOnce(place, program, proxy, dice);
      at[where] = (at[where] ?? 0) + 1;
      if (snapshot !== false) {
        reorganised += 1;
        await reorganise(place, snapshot, dice);
      }
      await place.chain.mine(dice.int(0, 3));
    }
    proxy.watch = () => false;
    const findings = await finish(place, program, rows);
    findings.push(...(await compare(place, rows)));
    const [replaced] = await place.rows<{ count: string }>(
      'select count(*) from outgoing_bytes where attempt > 1',
    );
    const counts = { kills: cycles, payouts: rows.length, replaced: Number(replaced?.count) };
    return { ...counts, at, reorganised, findings };
  } finally {
    await proxy.stop();
    await place.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

/** Another chain takes the place of the blocks since then, as final as they may have been. */
async function reorganise({ chain }: Place, snapshot: unknown, dice: Dice): Promise<void> {
  await chain.rpc('evm_revert', snapshot);
  await chain.rpc('evm_increaseTime', dice.int(1_000, 2_000));
  await chain.mine(dice.int(1, 20));
}

/** Where it was killed. */
async function killOnce(
  place: Place,
  program: Program,
  proxy: Awaited<ReturnType<typeof startProxy>>,
  dice: Dice,
): Promise<string> {
  const [step, moment] = [dice.pick(STEPS), dice.pick(['before', 'after'] as const)];
  let left = dice.int(1, step === 'eth_sendRawTransaction' ? 2 : 6);
  let where = 'by time';
  const { child, ended } = start(program);
  const mining = mineMeanwhile(place, dice.int(100, 900));
  const lifeMs = dice.int(500, LONGEST_LIFE_MS);
  const killAfter = (ms: number) => setTimeout(() => child.kill('SIGKILL'), ms);
  let late = killAfter(END_MS);
  let isAsking = false;
  proxy.watch = (now, methods) => {
    if (!isAsking) {
      isAsking = true;
      clearTimeout(late);
      late = killAfter(lifeMs);
    }
    if (where !== 'by time') return true;
    if (now !== moment || !methods.includes(step)) return false;
    left -= 1;
    if (left > 0) return false;
    where = `${moment} ${step}`;
    child.kill('SIGKILL');
    return true;
  };
  await ended;
  clearTimeout(late);
  await mining.stop();
  return where;
}

function mineMeanwhile({ chain }: Place, everyMs: number) {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await sleep(everyMs);
      await chain.mine(1);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

/** Lets it work until everything is final; what is not is a finding. */
async function finish(place: Place, program: Program, rows: readonly Row[]): Promise<string[]> {
  const { child, ended } = start(program);
  const mining = mineMeanwhile(place, 200);
  const open = () =>
    place.rows<{ id: string }>(
      `select id from paying_withdrawal where id not in (
         select withdrawal_id from outgoing join outgoing_final using (chain_id, sender, nonce)
         where succeeded and withdrawal_id is not null)`,
    );
  const deadline = Date.now() + END_MS;
  while (Date.now() < deadline && (await open()).length > 0) await sleep(300);
  const left = await open();
  child.kill('SIGTERM');
  const words = await ended;
  await mining.stop();
  if (left.length === 0) return [];
  return [`${left.length} of ${rows.length} payouts are not final: ${words}`];
}

/** The chain against the ledger: each payout once, exactly, and nothing else. */
async function compare(place: Place, rows: readonly Row[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { address, sum, withdrawalId } of rows) {
    const there = await place.chain.balance(address as Hex);
    if (there !== sum) findings.push(`withdrawal ${withdrawalId}: ${there} arrived of ${sum}`);
  }
  for (const { withdrawalId, digest } of rows) {
    const body = { withdrawalId, digest, payout: digest };
    await place.realm.must(OWNER.custody, 'settleWithdrawal', body);
  }
  place.realm.audit();
  const [ledger] = await place.rows<{ left: string }>(
    `select (sum(amount - fee) / 100)::text as left from real.ended_withdrawal where state = 'paid'`,
  );
  const paid = rows.reduce((sum, row) => sum + row.sum, 0n);
  const onChain = 10n ** 15n - (await place.chain.balance(HOT));
  if (BigInt(ledger?.left.split('.')[0] ?? '0') !== paid)
    findings.push('the ledger paid another sum');
  if (onChain !== paid) findings.push(`${onChain} left on the chain, ${paid} in the ledger`);
  const nonces = await place.rows<{ nonce: string }>('select nonce from outgoing order by nonce');
  if (nonces.some(({ nonce }, index) => Number(nonce) !== index))
    findings.push('a nonce is left out');
  const count = Number(await place.chain.rpc('eth_getTransactionCount', HOT, 'latest'));
  if (count !== nonces.length) findings.push(`${count} transactions of ${nonces.length} nonces`);
  return findings;
}

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { settableClock } from '../../clock.ts';
import { isAlive, sleep } from '../../db/files.ts';
import { createLog } from '../../log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { ChainNode } from '../node.ts';
import { ChainRows, chainMigrations, type StoredTransfer } from '../rows.ts';
import { Scanner } from '../scanner.ts';
import {
  person,
  startTestChain,
  type TestChain,
  testFolder,
  untilMined,
} from '../testing/local.ts';
import { startAnvil } from './anvil.ts';
import { Kept } from './kept.ts';
import { send } from './send.ts';
import { transferTestUsdt } from './token.ts';

const chains: TestChain[] = [];
afterEach(async () => {
  for (const chain of chains.splice(0)) await chain.stop();
});

async function start(more: Parameters<typeof startTestChain>[0] = {}): Promise<TestChain> {
  const chain = await startTestChain(more);
  chains.push(chain);
  return chain;
}

const USDT = 100_000_000n;
const [ann, bob] = [person('ann'), person('bob')];
const headOf = async (chain: TestChain) => Number(await chain.ask<string>('eth_blockNumber'));
const file = (chain: { folder: string }, name: string) => path.join(chain.folder, name);

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tried = 0; tried < 2_000; tried += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error('It does not come.');
}

describe('a chain on this machine', () => {
  it('CHAN-061 has a test token of six decimals, which the faucet gives with coin for fees', async () => {
    const chain = await start();
    await Promise.all([chain.faucet(ann.address, 5n * USDT), chain.faucet(bob.address, USDT, 0n)]);
    expect(await chain.balanceOf(ann.address)).toBe(5n * USDT);
    expect(await chain.balanceOf(bob.address)).toBe(USDT);
    expect(await chain.ask('eth_getBalance', ann.address, 'latest')).toBe('0x16345785d8a0000');
    expect(await chain.ask('eth_getBalance', bob.address, 'latest')).toBe('0x0');
    await chain.transfer(ann, bob.address, 2n * USDT);
    expect(await chain.balanceOf(bob.address)).toBe(3n * USDT);
    await expect(chain.faucet(ann.address, 1n)).rejects.toBeInstanceOf(RangeError);
  });

  it('CHAN-061 gives it from an address to which it can go back, and makes more where none is left', async () => {
    const chain = await start();
    const [first] = await chain.faucet(ann.address, USDT, 0n);
    await chain.faucet(bob.address, 9_000_000_000n * USDT, 0n);
    await chain.faucet(bob.address, 2_000_000_000n * USDT, 0n);
    expect(await chain.balanceOf(bob.address)).toBe(11_000_000_000n * USDT);
    const { logs } = (await receiptOf(chain, first!)) as { logs: { topics: string[] }[] };
    const { address } = chain.operator.maker;
    expect(logs[0]?.topics[1]).toContain(address.slice(2).toLowerCase());
  });

  it('CHAN-061 gives nothing to whoever mints without being its maker', async () => {
    const chain = await start();
    await chain.faucet(ann.address, 0n);
    const data = `0x40c10f19${ann.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    const minting = { from: ann.address, to: chain.usdt, data };
    await expect(chain.ask('eth_call', minting, 'latest')).rejects.toThrow('only its maker mints');
  });

  it('CHAN-062 mines in its time while there is something to do', async () => {
    const chain = await start({ blockTimeMs: 50 });
    const before = await headOf(chain);
    await chain.faucet(ann.address, USDT);
    await until(async () => (await chain.balanceOf(ann.address)) === USDT);
    await until(async () => (await headOf(chain)) > before + 3);
  });

  it('CHAN-062 is scanned like any other, through a reorganisation', async () => {
    const database = await createTestDatabase(chainMigrations());
    try {
      const chain = await start();
      const found: StoredTransfer[] = [];
      const scanner = new Scanner({
        chainId: chain.chainId,
        firstBlock: 1,
        finality: 3,
        node: new ChainNode(chain.url),
        watch: {
          tokens: [chain.usdt],
          coin: true,
          ours: async (all) => new Set(all.filter((one) => one === bob.address.toLowerCase())),
        },
        rows: new ChainRows(database.app),
        clock: settableClock(1),
        deliver: async (transfers) => {
          found.push(...transfers);
        },
      });
      await chain.faucet(ann.address, 9n * USDT);
      const lost = await chain.transfer(ann, bob.address, USDT);
      const raw = await chain.ask<string>('eth_getRawTransactionByHash', lost);
      await scanner.step();
      await chain.reorg(1);
      expect((await scanner.step()).did).toBe('rolledBack');
      expect(await chain.balanceOf(bob.address)).toBe(0n);
      expect(await chain.ask('eth_sendRawTransaction', raw)).toBe(lost);
      await untilMined(chain.ask, lost);
      await chain.mine(2);
      for (let steps = 0; steps < 3; steps += 1) await scanner.step();
      expect(found).toMatchObject([{ transaction: lost, place: 1, amount: 1_000_000n }]);
      await chain.takeBack(1);
      expect(await chain.balanceOf(bob.address)).toBe(USDT);
    } finally {
      await database.drop();
    }
  });
});

describe('what is kept of it', () => {
  it('CHAN-063 comes back with all blocks, receipts and keys after a stop', async () => {
    const folder = testFolder();
    const first = await startTestChain({ folder });
    const [, minted] = await first.faucet(ann.address, USDT);
    await first.mine(3);
    const [head, receipt] = [await headOf(first), await receiptOf(first, minted!)];
    await first.stop();
    const again = await start({ folder });
    expect(again).toMatchObject({ chainId: first.chainId, usdt: first.usdt });
    expect(again.operator.depositKey).toBe(first.operator.depositKey);
    expect(await headOf(again)).toBe(head);
    expect(await receiptOf(again, minted!)).toEqual(receipt);
    await again.faucet(ann.address, USDT);
    expect(await again.balanceOf(ann.address)).toBe(2n * USDT);
  });

  it('CHAN-063 is written within seconds, and the node comes back when it dies', async () => {
    const chain = await start();
    await chain.faucet(ann.address, USDT);
    const { pid } = JSON.parse(fs.readFileSync(file(chain, 'node.json'), 'utf8'));
    await until(async () => {
      const hash = await headHash(chain);
      return fs.readFileSync(file(chain, 'state.json'), 'utf8').includes(hash);
    });
    process.kill(-pid, 'SIGKILL');
    await until(() =>
      chain.balanceOf(ann.address).then(
        (units) => units === USDT,
        () => false,
      ),
    );
  });

  it.each<[string, (chain: { folder: string }) => void]>([
    ['its state is missing', (chain) => fs.rmSync(file(chain, 'state.json'))],
    ['its state is damaged', (chain) => damage(file(chain, 'state.json'))],
    ['its keys are lost', (chain) => fs.writeFileSync(file(chain, 'operator.json'), '{')],
  ])('CHAN-064 is named when %s, and another chain under another id comes', async (why, lose) => {
    const folder = testFolder();
    const first = await startTestChain({ folder, chainId: 1_337 });
    await first.faucet(ann.address, USDT);
    await first.stop();
    lose({ folder });
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const second = await start({ folder, chainId: 1_337, log });
    expect(second.chainId).not.toBe(1_337);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ chainId: 1_337, why }]);
    expect(await second.balanceOf(ann.address)).toBe(0n);
    await second.stop();
    const third = await start({ folder, chainId: 1_337 });
    expect(third.chainId).toBe(second.chainId);
  });

  it('CHAN-065 has the keys in files of its own, and no line of the log has them', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    const chain = await start({ log });
    await chain.faucet(ann.address, USDT);
    const { mnemonic } = JSON.parse(fs.readFileSync(chain.operator.file, 'utf8'));
    expect(mnemonic.split(' ')).toHaveLength(12);
    expect(fs.statSync(chain.operator.file).mode & 0o077).toBe(0);
    expect(lines.join()).not.toContain(mnemonic);
    for (const name of fs.readdirSync(chain.folder)) {
      if (name === 'operator.json' || name === 'cache') continue;
      expect(fs.readFileSync(file(chain, name), 'utf8')).not.toContain(mnemonic);
    }
  });
});

describe('a process that is killed', () => {
  const program = `
    import { startLocalChain } from ${JSON.stringify(new URL('./local-chain.ts', import.meta.url).href)};
    import { silentLog } from ${JSON.stringify(new URL('../../log.ts', import.meta.url).href)};
    const chain = await startLocalChain({ folder: process.argv[1], log: silentLog });
    await chain.faucet('${ann.address}', ${USDT}n);
    process.stdout.write(String(chain.chainId));
    setInterval(() => undefined, 1_000);
  `;

  it('CHAN-066 takes its node with it, and the next start goes on', async () => {
    const folder = testFolder();
    const owner = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program, folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const given = await new Promise((resolve) => owner.stdout.once('data', resolve));
    const { pid } = JSON.parse(fs.readFileSync(path.join(folder, 'node.json'), 'utf8'));
    owner.kill('SIGKILL');
    await until(() => !isAlive(pid));
    const chain = await start({ folder });
    expect(String(given)).toBe(String(chain.chainId));
  });

  it('CHAN-066 may leave a node, which the next start ends when it has said what it knows', async () => {
    const folder = testFolder();
    const first = await startTestChain({ folder });
    const { chainId, usdt, operator } = first;
    await first.faucet(ann.address, USDT);
    await first.stop();
    const left = await startAnvil({ folder, chainId, minesAtOnce: true, port: null });
    const kept = new Kept(folder);
    const identity = { chainId, usdt, maker: operator.maker.address };
    expect(await kept.restore(left.ask, identity)).toBeNull();
    kept.keepNode(left);
    const paying = { to: usdt, data: transferTestUsdt(bob.address, 250_000n) };
    await untilMined(left.ask, await send(left.ask, ann, chainId, paying));
    const chain = await start({ folder });
    await until(() => left.hasEnded());
    expect(await chain.balanceOf(bob.address)).toBe(USDT / 4n);
  });
});

const receiptOf = (chain: TestChain, transaction: string) =>
  chain.ask('eth_getTransactionReceipt', transaction);
const headHash = async (chain: TestChain) =>
  (await chain.ask<{ hash: string }>('eth_getBlockByNumber', 'latest', false)).hash;

function damage(path: string): void {
  const text = fs.readFileSync(path, 'utf8');
  const at = Math.floor(text.length / 2);
  fs.writeFileSync(
    path,
    `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`,
  );
}

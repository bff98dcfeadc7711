import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { TRANSFER } from './logs.ts';
import { ChainRows, chainMigrations } from './rows.ts';
import type { ScannerOptions } from './scanner.ts';
import {
  amountsOf,
  nodeOf,
  OTHER_TOKEN,
  pay,
  type Scan,
  scanOf as scanOn,
  stateOf,
  transaction,
  withLogs,
} from './testing/scan.ts';
import { accountOf, ScriptedChain, topicOf, wordOf } from './testing/scripted-chain.ts';
import { type Answer, honest, type RawLog } from './testing/scripted-node.ts';

let database: TestDatabase;
let rows: ChainRows;

beforeAll(async () => {
  database = await createTestDatabase(chainMigrations());
  rows = new ChainRows(database.app);
});
afterAll(() => database.drop());

const scanOf = (more?: Partial<ScannerOptions>, answer?: (chain: ScriptedChain) => Answer) =>
  scanOn(rows, more, answer);

describe('a node that cannot be relied on', () => {
  it('CHAN-024 and sends no logs, without an error, is found out by the block itself', async () => {
    let lags = true;
    const scan = scanOf(
      {},
      withLogs((logs) => (lags ? [] : logs)),
    );
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(3);
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault: 'behind' });
    lags = false;
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
  });

  it('CHAN-024 and does not have all receipts either is found out too', async () => {
    const scan = scanOf({}, (chain) => (method, params) => {
      if (method === 'eth_getLogs' || method === 'eth_getBlockReceipts') return [];
      return honest(chain.live())(method, params);
    });
    scan.chain.mine(transaction(pay(1n)));
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault: 'lying' });
  });

  it('CHAN-024 and is behind its own past changes nothing', async () => {
    let past: Answer | null = null;
    const scan = scanOf(
      {},
      (chain) => (method, params) => (past ?? honest(chain.live()))(method, params),
    );
    scan.chain.mine(transaction(pay(1n)));
    past = honest(scan.chain.view());
    const present = past;
    scan.chain.mineEmpty(1);
    past = null;
    await scan.run();
    past = present;
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault: 'behind' });
    expect(await stateOf(scan)).toEqual(['1 seen']);
  });

  it.each<[string, string, (logs: RawLog[]) => unknown]>([
    ['another amount', 'lying', ([log]) => [{ ...log!, data: `0x${'0'.repeat(63)}9` }]],
    ['another token', 'lying', ([log]) => [{ ...log!, address: OTHER_TOKEN }]],
    [
      'another event',
      'lying',
      ([log]) => [{ ...log!, topics: [wordOf(1), ...log!.topics.slice(1)] }],
    ],
    [
      'a recipient that the block does not have',
      'lying',
      ([log]) => [{ ...log!, topics: [TRANSFER, log!.topics[1]!, topicOf(accountOf('nobody'))] }],
    ],
    ['another block', 'moved', ([log]) => [{ ...log!, blockHash: wordOf(1) }]],
    [
      'a transaction that there is not',
      'behind',
      ([log]) => [{ ...log!, transactionHash: wordOf(1) }],
    ],
    ['two logs in one place', 'lying', ([log]) => [log, { ...log!, transactionHash: wordOf(1) }]],
  ])('CHAN-025 and sends logs with %s is refused', async (_, fault, change) => {
    const scan = scanOf({}, withLogs(change));
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(3);
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault });
    expect(await stateOf(scan)).toEqual([]);
  });

  it('CHAN-025 and sends a log twice has sent it once', async () => {
    const scan = scanOf(
      {},
      withLogs((logs) => [...logs, ...logs]),
    );
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(3);
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
  });

  it('CHAN-025 and forgets one log of several is found out when the block becomes final', async () => {
    let forgets = true;
    const scan = scanOf(
      {},
      withLogs((logs) => (forgets ? logs.slice(1) : logs)),
    );
    scan.chain.mine(transaction(pay(1n)), transaction(pay(2n)));
    await scan.run();
    expect(await stateOf(scan)).toEqual(['2 seen']);
    forgets = false;
    scan.chain.mineEmpty(2);
    await expect(scan.run()).rejects.toMatchObject({ fault: 'lying' });
    await scan.run();
    expect(amountsOf(scan.delivered).sort()).toEqual([1n, 2n]);
  });

  it('CHAN-025 and is one of another chain is refused at the first look', async () => {
    const scan = scanOf(
      {},
      (chain) => (method, params) =>
        method === 'eth_chainId' ? '0x99999' : honest(chain.live())(method, params),
    );
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault: 'lying' });
    expect(await rows.load(scan.chain.chainId)).toBeNull();
  });
});

describe('two nodes', () => {
  function two(second: (chain: ScriptedChain) => Answer): Scan {
    let chain: ScriptedChain | null = null;
    const scan = scanOf({ second: nodeOf((method, params) => second(chain!)(method, params)) });
    chain = scan.chain;
    return scan;
  }

  it('CHAN-026 must both have a transfer before it is final', async () => {
    let forgets = true;
    const scan = two(withLogs((logs) => (forgets ? logs.slice(1) : logs)));
    scan.chain.mine(transaction(pay(1n)), transaction(pay(2n)));
    scan.chain.mineEmpty(3);
    await expect(scan.run()).rejects.toMatchObject({ fault: 'lying' });
    await expect(scan.run()).rejects.toMatchObject({ fault: 'lying' });
    expect(scan.delivered).toEqual([]);
    forgets = false;
    await scan.run();
    expect(amountsOf(scan.delivered).sort()).toEqual([1n, 2n]);
  });

  it('CHAN-026 must both have a block: one on another chain stops what becomes final', async () => {
    let apart: ScriptedChain | null = null;
    const scan = two(
      (chain) => (method, params) => honest((apart ?? chain).live())(method, params),
    );
    scan.chain.mine();
    await scan.run();
    apart = new ScriptedChain(scan.chain.chainId);
    apart.mineEmpty(9);
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(4);
    await expect(scan.run()).rejects.toBeInstanceOf(Error);
    expect(scan.delivered).toEqual([]);
    expect(await stateOf(scan)).toEqual(['1 seen']);
  });

  it('CHAN-026 must both have lost a final block before it counts as contradicted', async () => {
    let past: Answer | null = null;
    const scan = two((chain) => (method, params) => (past ?? honest(chain.live()))(method, params));
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(4);
    await scan.run();
    past = honest(scan.chain.view());
    scan.chain.takeBack(5);
    scan.chain.mineEmpty(6);
    await expect(scan.run()).rejects.toMatchObject({ fault: 'lying' });
    expect((await rows.load(scan.chain.chainId))?.contradiction).toBeNull();
    past = null;
    expect(await scan.run()).toBe('contradicted');
  });

  it('CHAN-026 are waited for: final is what the slower one has too', async () => {
    let past: Answer | null = null;
    const scan = two((chain) => (method, params) => (past ?? honest(chain.live()))(method, params));
    past = honest(scan.chain.view());
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(4);
    await expect(scan.run()).rejects.toMatchObject({ fault: 'behind' });
    past = null;
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
  });
});

import type { Hex } from 'ox/Hex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ChainRows, chainMigrations, ScanMoved } from './rows.ts';
import { Scanner, type ScannerOptions } from './scanner.ts';
import {
  amountsOf,
  NOW,
  OTHER_TOKEN,
  pay,
  type Scan,
  SOMEBODY,
  scanOf as scanOn,
  stateOf,
  TOKEN,
  transaction,
  US,
} from './testing/scan.ts';
import {
  accountOf,
  type ScriptedChain,
  type ScriptedTransaction,
  topicOf,
  transferLog,
  wordOf,
} from './testing/scripted-chain.ts';
import { type Answer, honest, Refusal } from './testing/scripted-node.ts';
import { searchUnwatched } from './unwatched.ts';

let database: TestDatabase;
let rows: ChainRows;

beforeAll(async () => {
  database = await createTestDatabase(chainMigrations());
  rows = new ChainRows(database.app);
});
afterAll(() => database.drop());

const scanOf = (more?: Partial<ScannerOptions>, answer?: (chain: ScriptedChain) => Answer) =>
  scanOn(rows, more, answer);

describe('what is found', () => {
  it('CHAN-020 are transfers of a token and of the coin to us, named by transaction and place', async () => {
    const scan = scanOf();
    const { chain, delivered } = scan;
    const approval = { ...pay(1n), topics: [wordOf('Approval'), topicOf(SOMEBODY), topicOf(US)] };
    const first = transaction(approval, pay(10n), pay(11n, SOMEBODY), pay(12n));
    const coin = { ...transaction(), to: US, value: 13n };
    chain.mine(transaction(pay(9n, SOMEBODY)), first, coin);
    chain.mineEmpty(2);
    await scan.run();
    const from = { block: 1, blockHash: chain.blocks[1]!.hash, sender: SOMEBODY, recipient: US };
    const found = delivered.map(({ state, contradicted, ...transfer }) => transfer);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { ...from, transaction: first.hash, place: 2, token: TOKEN, amount: 10n },
        { ...from, transaction: first.hash, place: 4, token: TOKEN, amount: 12n },
        { ...from, transaction: coin.hash, place: 0, token: null, amount: 13n },
      ]),
    );
  });

  it('CHAN-020 is what arrived, however little, and of no other token or kind', async () => {
    const scan = scanOf();
    const [toUs, fee] = [pay(999n), pay(1n, accountOf('collector'))];
    const named = { ...pay(5n), topics: [...pay(5n).topics, wordOf(1)], data: '0x' as Hex };
    const short = { ...pay(6n), data: '0x07' as Hex };
    scan.chain.mine(
      transaction(toUs, fee),
      transaction(pay(1n)),
      transaction(pay(0n)),
      transaction(named, short),
      transaction(transferLog(OTHER_TOKEN, SOMEBODY, US, 77n)),
      { ...transaction(), to: US, value: 8n, succeeds: false },
      { ...transaction(), to: null, value: 9n },
    );
    scan.chain.mineEmpty(2);
    await scan.run();
    expect(amountsOf(scan.delivered).sort()).toEqual([1n, 999n]);
  });

  it('CHAN-020 has any amount that a token can have', async () => {
    const scan = scanOf();
    const most = 2n ** 256n - 1n;
    scan.chain.mine(transaction(pay(most)));
    scan.chain.mineEmpty(2);
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([most]);
  });
});

describe('finality', () => {
  it('CHAN-021 comes with the confirmations, and each transfer is delivered once', async () => {
    const scan = scanOf();
    scan.chain.mine(transaction(pay(1n)));
    await scan.run();
    expect(await stateOf(scan)).toEqual(['1 seen']);
    scan.chain.mine(transaction(pay(2n)));
    await scan.run();
    expect(scan.delivered).toEqual([]);
    scan.chain.mine();
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
    expect(await stateOf(scan)).toEqual(['1 final', '2 seen']);
    scan.chain.mineEmpty(5);
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n, 2n]);
  });

  it('CHAN-021 comes when the chain says so', async () => {
    const scan = scanOf({ finality: 'finalized' });
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(scan.chain.finalizedDepth - 1);
    await scan.run();
    expect(scan.delivered).toEqual([]);
    scan.chain.mine();
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
  });

  it('CHAN-021 is delivered before the step ends, and again only when nobody wrote that it was', async () => {
    const delivered: bigint[] = [];
    let fails = true;
    const scan = scanOf({
      finality: 1,
      deliver: async (transfers) => {
        delivered.push(...amountsOf(transfers));
        if (fails) throw new Error('no answer');
      },
    });
    scan.chain.mine(transaction(pay(1n)));
    await expect(scan.scanner.step()).rejects.toThrow('no answer');
    fails = false;
    await scan.run();
    await scan.run();
    expect(delivered).toEqual([1n, 1n]);
  });
});

describe('a reorganisation', () => {
  it('CHAN-022 takes back what was seen; the same transaction in another block is the same', async () => {
    const scan = scanOf();
    const { chain, delivered } = scan;
    const [kept, lost] = [transaction(pay(1n)), transaction(pay(2n))];
    chain.mine(kept, lost);
    chain.mine();
    await scan.run();
    chain.takeBack(2);
    chain.mineEmpty(2);
    expect((await scan.scanner.step()).did).toBe('rolledBack');
    expect(await stateOf(scan)).toEqual([]);
    chain.mine(transaction(pay(9n, SOMEBODY)), kept);
    chain.mineEmpty(4);
    await scan.run();
    expect(amountsOf(delivered)).toEqual([1n]);
    expect(delivered[0]).toMatchObject({ transaction: kept.hash, place: 1, block: 3 });
  });

  it('CHAN-022 may leave the chain shorter for a while', async () => {
    const scan = scanOf({ finality: 5 });
    scan.chain.mineEmpty(8);
    await scan.run();
    scan.chain.takeBack(3);
    scan.chain.mine(transaction(pay(4n)));
    expect((await scan.scanner.step()).did).toBe('rolledBack');
    scan.chain.mineEmpty(4);
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([4n]);
  });

  it.each([
    ['eth_getLogs', 'behind'],
    ['eth_getTransactionReceipt', 'behind'],
    ['after eth_getTransactionReceipt', 'moved'],
  ])('CHAN-022 in the middle of reading is noticed: %s', async (moment, fault) => {
    let isDone = false;
    const scan = scanOf({ finality: 1 }, (chain) => {
      const reorganise = () => {
        isDone = true;
        chain.takeBack(2);
        chain.mineEmpty(2);
      };
      return (method, params) => {
        if (method === moment && !isDone) reorganise();
        const answer = honest(chain.live())(method, params);
        if (`after ${method}` === moment && !isDone) reorganise();
        return answer;
      };
    });
    scan.chain.mineEmpty(3);
    scan.chain.mine(transaction(pay(5n)));
    await expect(scan.scanner.step()).rejects.toMatchObject({ fault });
    scan.chain.mineEmpty(3);
    await scan.run();
    expect(scan.delivered).toEqual([]);
    expect(isDone).toBe(true);
  });
});

describe('a reorganisation deeper than finality', () => {
  async function contradicted(): Promise<Scan & { kept: ScriptedTransaction }> {
    const scan = scanOf();
    const kept = transaction(pay(1n));
    scan.chain.mineEmpty(2);
    scan.chain.mine(kept, transaction(pay(2n)));
    scan.chain.mineEmpty(3);
    await scan.run();
    expect(amountsOf(scan.delivered).sort()).toEqual([1n, 2n]);
    scan.chain.takeBack(4);
    scan.chain.mine();
    scan.chain.mine(kept, transaction(pay(3n)));
    scan.chain.mineEmpty(5);
    expect(await scan.run()).toBe('contradicted');
    return { ...scan, kept };
  }

  it('CHAN-023 stops the scan and names what is contradicted', async () => {
    const scan = await contradicted();
    const stored = await rows.load(scan.chain.chainId);
    expect(stored?.contradiction).toEqual({ at: NOW, common: 2 });
    expect(amountsOf(await rows.contradicted(scan.chain.chainId)).sort()).toEqual([1n, 2n]);
    expect((await scan.scanner.step()).did).toBe('contradicted');
    expect(scan.delivered).toHaveLength(2);
  });

  it('CHAN-023 goes on when somebody has looked: nothing is taken back or delivered twice', async () => {
    const scan = await contradicted();
    expect(await scan.scanner.accept()).toBe(true);
    expect(await scan.scanner.accept()).toBe(false);
    await scan.run();
    expect(amountsOf(scan.delivered).sort()).toEqual([1n, 2n, 3n]);
    expect(amountsOf(await rows.contradicted(scan.chain.chainId))).toEqual([2n]);
    expect((await stateOf(scan)).sort()).toEqual(['1 final', '2 final', '3 final']);
  });

  it('CHAN-023 that brings the same transaction with another amount leaves it contradicted', async () => {
    const scan = scanOf();
    const paid = transaction(pay(10n));
    scan.chain.mine(paid);
    scan.chain.mineEmpty(2);
    await scan.run();
    scan.chain.takeBack(3);
    scan.chain.mine({ ...paid, logs: [pay(9n)] });
    scan.chain.mineEmpty(3);
    await scan.run();
    await scan.scanner.accept();
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([10n]);
    expect(amountsOf(await rows.contradicted(scan.chain.chainId))).toEqual([10n]);
  });

  it('CHAN-023 without a block in common is another chain, which nobody can accept', async () => {
    const scan = scanOf({ firstBlock: 2 });
    scan.chain.mineEmpty(6);
    await scan.run();
    scan.chain.takeBack(6);
    scan.chain.mineEmpty(6);
    expect(await scan.run()).toBe('contradicted');
    expect((await rows.load(scan.chain.chainId))?.contradiction?.common).toBeNull();
    expect(await scan.scanner.accept()).toBe(false);
  });
});

describe('a scan that is far behind', () => {
  it('CHAN-027 catches up in steps of a size, also from a node that refuses long answers', async () => {
    const longest = 12;
    let widest = 0;
    const scan = scanOf({ blocksAStep: 50 }, (chain) => (method, params) => {
      const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string };
      if (method === 'eth_getLogs') {
        const width = Number(toBlock) - Number(fromBlock) + 1;
        widest = Math.max(widest, width);
        if (width > longest) throw new Refusal('too many results');
      }
      return honest(chain.live())(method, params);
    });
    for (let block = 1; block <= 300; block += 1) scan.chain.mine(transaction(pay(BigInt(block))));
    const first = await scan.scanner.step();
    expect(first.scan).toMatchObject({ number: 50, final: 48 });
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual(
      Array.from({ length: 298 }, (_, at) => BigInt(at + 1)),
    );
    expect(widest).toBe(50);
  });
});

describe('what came of tokens that are not watched', () => {
  it('CHAN-029 is found for people who look for it, within bounds', async () => {
    const { chain, options } = scanOf();
    const gift = transaction(transferLog(OTHER_TOKEN, SOMEBODY, US, 77n));
    chain.mine(
      transaction(pay(1n)),
      gift,
      transaction(transferLog(OTHER_TOKEN, US, SOMEBODY, 78n)),
    );
    chain.mine(transaction(transferLog(OTHER_TOKEN, SOMEBODY, US, 79n)));
    const search = { addresses: [US], watched: [TOKEN], from: 0, to: 9, limit: 5 };
    const found = await searchUnwatched(options.node, search);
    expect(amountsOf(found.sightings)).toEqual([77n, 79n]);
    expect(found.sightings[0]).toMatchObject({ token: OTHER_TOKEN, transaction: gift.hash });
    expect(found.isCut).toBe(false);
    const cut = await searchUnwatched(options.node, { ...search, limit: 1 });
    expect(amountsOf(cut.sightings)).toEqual([77n]);
    expect(cut.isCut).toBe(true);
    const nobody = await searchUnwatched(options.node, { ...search, addresses: [] });
    expect(nobody.sightings).toEqual([]);
    for (const more of [{ to: 10_000 }, { addresses: new Array<Hex>(1_001).fill(US) }]) {
      await expect(searchUnwatched(options.node, { ...search, ...more })).rejects.toThrow(
        RangeError,
      );
    }
  });
});

describe('two scanners of one chain', () => {
  it('CHAN-028 do not both write: the slower one starts over', async () => {
    let other: Scanner | null = null;
    const scan = scanOf({
      watch: {
        tokens: [TOKEN],
        coin: false,
        ours: async (addresses) => {
          const faster = other;
          other = null;
          await faster?.step();
          return new Set(addresses);
        },
      },
    });
    scan.chain.mine(transaction(pay(1n)));
    scan.chain.mineEmpty(1);
    await rows.begin(scan.chain.chainId, scan.chain.blocks[0]!);
    other = new Scanner(scan.options);
    await expect(scan.scanner.step()).rejects.toBeInstanceOf(ScanMoved);
    scan.chain.mineEmpty(2);
    await scan.run();
    expect(amountsOf(scan.delivered)).toEqual([1n]);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AddressTree } from '@assay/platform/chain/addresses';
import { ChainNode } from '@assay/platform/chain/node';
import { ChainRows, chainMigrations } from '@assay/platform/chain/rows';
import { Scanner } from '@assay/platform/chain/scanner';
import { settableClock } from '@assay/platform/clock';
import { type Database, openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Hex, toHex } from 'viem';
import { HDKey, mnemonicToAccount, publicKeyToAddress } from 'viem/accounts';
import { cleanAtExit } from '../leftovers.ts';
import { addressOf, CHAIN_ID, TOKEN } from './named.ts';

/**
 * A scan that is 100,000 blocks behind, with 50,000 deposits to 100,000 addresses, from a node in a
 * process of its own and into the embedded database, fsync on. Beside it the same logs, headers and
 * receipts are only read. Then 100,000 addresses are derived, beside those that viem derives.
 * `--blocks --deposits --addresses` make it smaller.
 */
const HERE = path.dirname(fileURLToPath(import.meta.url));
const BLOCKS_A_STEP = 100;
/** Of the library that is the peer, which takes 2 to 3 ms for each. */
const PEERS_ADDRESSES = 500;
/** An address costs less than this share of what it costs there. */
const MOST_OF_PEER = 0.5;
/** The whole scan may take so many times as long as reading what it must read. */
const MOST_TIMES_OF_READING = 3;

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '100000' },
    deposits: { type: 'string', default: '50000' },
    addresses: { type: 'string', default: '100000' },
  },
});
const [blocks, deposits, addresses] = [values.blocks, values.deposits, values.addresses].map(
  Number,
) as [number, number, number];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-chain-'));
fs.chmodSync(folder, 0o755);
cleanAtExit({ folder, database: folder });
const db = await openDatabase({ folder, log: silentLog });
await migrate(db, chainMigrations());
await keepAddresses(db);
const { url, child } = await startNode();
try {
  const reading = await timed(() => readOnly(url));
  const scanning = await timed(() => scan(url, db));
  const ratio = scanning.seconds / reading.seconds;
  print({
    ...{ bench: 'scan', blocks, deposits, addresses },
    ...{ seconds: scanning.seconds, found: scanning.result, readingSeconds: reading.seconds },
    ...{ ratio, limit: MOST_TIMES_OF_READING, isWithin: ratio <= MOST_TIMES_OF_READING },
  });
  if (reading.result !== deposits || scanning.result !== deposits) process.exitCode = 1;
} finally {
  child.kill();
  await db.close();
}
await derive();

/** The product keeps its addresses in the tables of a module; here is one as plain. */
async function keepAddresses({ connectOwner }: Pick<Database, 'connectOwner'>): Promise<void> {
  const owner = await connectOwner();
  await owner.query('create table public.bench_address (address text primary key)');
  await owner.query('grant select on public.bench_address to public');
  const all = Array.from({ length: addresses }, (_, index) => addressOf(index));
  await owner.query('insert into public.bench_address select * from unnest($1::text[])', [all]);
  await owner.end();
}

async function startNode(): Promise<{ url: string; child: ChildProcess }> {
  const script = path.join(HERE, 'long-chain.ts');
  const sizes = [blocks, deposits, addresses].map(String);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...sizes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const printed = await new Promise((resolve) => child.stdout?.once('data', resolve));
  return { url: String(printed).trim(), child };
}

/** What a scan must read, and nothing else: headers, logs, and a receipt of each transaction. */
async function readOnly(from: string): Promise<number> {
  const node = new ChainNode(from);
  let logs = 0;
  for (let first = 1; first <= blocks; first += BLOCKS_A_STEP) {
    const to = Math.min(blocks, first + BLOCKS_A_STEP - 1);
    const numbers = Array.from({ length: to - first + 1 }, (_, at) => first + at);
    await Promise.all(numbers.map((number) => node.header(number)));
    const found = await node.logs({ address: [TOKEN], topics: [], from: first, to });
    await Promise.all(found.map(({ transactionHash }) => node.receipt(transactionHash)));
    logs += found.length;
  }
  return logs;
}

async function scan(from: string, { pool }: Pick<Database, 'pool'>): Promise<number> {
  let delivered = 0;
  const scanner = new Scanner({
    ...{ chainId: CHAIN_ID, firstBlock: 1, finality: 1, blocksAStep: BLOCKS_A_STEP },
    node: new ChainNode(from),
    watch: {
      tokens: [TOKEN],
      coin: false,
      ours: async (recipients) => {
        const { rows } = await pool.query<{ address: Hex }>(
          'select address from public.bench_address where address = any($1)',
          [recipients],
        );
        return new Set(rows.map(({ address }) => address));
      },
    },
    rows: new ChainRows({ pool }),
    clock: settableClock(1_790_000_000_000),
    deliver: async (transfers) => {
      delivered += transfers.length;
    },
  });
  while ((await scanner.step()).did !== 'nothing');
  return delivered;
}

async function derive(): Promise<void> {
  const path = "m/44'/60'/0'/0";
  const words = 'test test test test test test test test test test test junk';
  const key = mnemonicToAccount(words, { path }).getHdKey().publicExtendedKey;
  const tree = AddressTree.open(key);
  if (typeof tree === 'string') throw new Error(tree);
  const parent = HDKey.fromExtendedKey(key);
  const peer = await timed(async () =>
    Array.from({ length: PEERS_ADDRESSES }, (_, index) =>
      publicKeyToAddress(toHex(uncompressed(parent.deriveChild(index).publicKey!))),
    ),
  );
  const own = await timed(async () => tree.range(0, addresses));
  const isSame = peer.result.every((address, index) => address === own.result[index]);
  const [micros, peerMicros] = [
    perOne(own.seconds, addresses),
    perOne(peer.seconds, PEERS_ADDRESSES),
  ];
  const isWithin = micros <= MOST_OF_PEER * peerMicros;
  print({ bench: 'derive', addresses, seconds: own.seconds, micros, peerMicros, isSame, isWithin });
  if (!isSame) process.exitCode = 1;
}

function uncompressed(key: Uint8Array): Uint8Array {
  return secp256k1.Point.fromBytes(key).toBytes(false);
}

function perOne(seconds: number, count: number): number {
  return Math.round((seconds * 1e6) / count);
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1_000 };
}

function print(line: Record<string, unknown>): void {
  const rounded = Object.entries(line).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ]);
  console.log(JSON.stringify(Object.fromEntries(rounded)));
}

import { randomBytes } from 'node:crypto';
import { OWNER } from '@assay/core/ledger/owners';
import { OutgoingStore, RequestStore, SweepStore } from '@assay/modules/payouts';
import { ChainNode } from '@assay/platform/chain/node';
import { type SettableClock, settableClock } from '@assay/platform/clock';
import { connectDatabase, type Database } from '@assay/platform/db/database';
import { type Log, silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import type { Hex } from 'ox/Hex';
import { serverTables } from '../server/migrations.ts';
import { startTestRealm, type TestRealm } from '../server/testing/test-realm.ts';
import { ChainView } from './chain-view.ts';
import { digestOf } from './digest.ts';
import { Seed } from './keys/seed.ts';
import { type Policy, policyShape } from './rules/policy.ts';
import { ChainSigner } from './signer.ts';
import { startTestChain, type TestChain } from './testing/test-chain.ts';

const WORDS = `${'abandon '.repeat(23)}art`;
export const seed = new Seed(WORDS);
export const HOT = seed.hot.address;
const COIN = 10n ** 18n;

/** What the rows of a request say of where it goes. */
export interface Row {
  digest: string;
  withdrawalId: number;
  chainId: number;
  token: string | null;
  address: string;
  memo: string;
  sum: bigint;
  salt: string;
}

/** A realm, its database with both roles, a chain with our money on it, and a signer of it. */
export interface Place {
  readonly realm: TestRealm;
  readonly db: TestDatabase;
  readonly signerDb: Database;
  readonly chain: TestChain;
  readonly clock: SettableClock;
  readonly outgoing: OutgoingStore;
  policy(change?: object, token?: object): Policy;
  signer(policy?: Policy, key?: Seed['hot'], log?: Log): ChainSigner;
  /** Requested, approved and handed over: its number, and where it goes. */
  handOver(amount: string, address?: Hex): Promise<Row>;
  /** The same, with a row that says something else. */
  engineOnly(digest: string, amount: string, asset: string, user: number): Promise<number>;
  write(row: Row): Promise<void>;
  rows<T = Record<string, unknown>>(sql: string): Promise<T[]>;
  stop(): Promise<void>;
}

export const someAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;
/** Millionths of a token in an amount without its fee. */
export const sumOf = (amount: string): bigint => BigInt(Math.round((Number(amount) - 1) * 1e6));

let lastChain = 31_000 + (process.pid % 1_000);

export async function startPlace(): Promise<Place> {
  const db = await createTestDatabase(serverTables());
  lastChain += 1;
  const [realm, chain] = await Promise.all([
    startTestRealm({ realm: 'real', db }),
    startTestChain(lastChain),
  ]);
  const { token, chainId } = chain;
  // Of one person the engine has twenty open at most.
  const people = await realm.newUsers(60, { USDT: '10000000' });
  let asked = 0;
  await chain.rpc('anvil_setBalance', HOT, `0x${(100n * COIN).toString(16)}`);
  await chain.mint(HOT, 10n ** 15n);
  const signerDb = connectDatabase(db.signerUrl);
  const clock = settableClock(Date.now());
  const outgoing = new OutgoingStore(signerDb);
  const policy: Place['policy'] = (change = {}, tokenChange = {}) =>
    policyShape.parse({
      database: db.signerUrl,
      key: { file: 'key.json' },
      chains: [
        {
          chainId,
          nodes: [chain.url],
          confirmations: 3,
          stuckAfter: 60,
          maxFeeGwei: '100',
          tokens: [
            {
              ...{ asset: 'USDT', address: token, decimals: 6, perPayout: '200000' },
              ...{ perHour: '100000000', perDay: '100000000' },
              ...tokenChange,
            },
          ],
          ...change,
        },
      ],
    });
  const engineOnly: Place['engineOnly'] = async (digest, amount, asset, by) => {
    const body = { asset, amount, fee: '1', digest };
    const { id } = await realm.must(by, 'requestWithdrawal', body);
    const named = { withdrawalId: id, digest };
    await realm.must(OWNER.custody, 'approveWithdrawal', { ...named, ground: 'tier' });
    await realm.must(OWNER.custody, 'payWithdrawal', named);
    return id as number;
  };
  const write: Place['write'] = async (row) => {
    await db.pool.query(
      `insert into withdrawal_destination (digest, command_id, withdrawal_id, user_id, kind, asset,
         amount, fee, chain_id, token, address, memo, recipient, provider, sum, salt, requested_at,
         queued_until, ground, risk, payer)
       values ($1, $1, $2, 1, 'ordinary', 'USDT', 2, 1, $3, $4, $5, $6, '', '', $7, $8, 0, 0, 'tier',
         '{}', 'signer')`,
      [
        ...[row.digest, row.withdrawalId, row.chainId, row.token, row.address, row.memo],
        ...[row.sum.toString(), row.salt],
      ],
    );
  };
  return {
    ...{ realm, db, signerDb, chain, clock, outgoing, policy, engineOnly, write },
    signer: (given = policy(), key = seed.hot, log = silentLog) => {
      const [first] = given.chains;
      const view = new ChainView(
        first!.chainId,
        first!.nodes.map((url) => new ChainNode(url)),
      );
      const requests = new RequestStore(signerDb);
      const stores = { outgoing: new OutgoingStore(signerDb), requests };
      const deposits = { keys: seed, store: new SweepStore(signerDb) };
      return new ChainSigner({
        chain: first!,
        policy: given,
        view,
        key,
        ...stores,
        deposits,
        clock,
        log,
      });
    },
    handOver: async (amount, address = someAddress()) => {
      asked += 1;
      const by = people[asked % people.length]!;
      const salt = randomBytes(16).toString('hex');
      const where = { chainId, token, address, memo: '', sum: sumOf(amount), salt };
      const digest = digestOf({ ...where, withdrawalId: null });
      const row = { ...where, digest, withdrawalId: await engineOnly(digest, amount, 'USDT', by) };
      await write(row);
      return row;
    },
    rows: async <T>(sql: string) => (await db.pool.query(sql)).rows as T[],
    stop: async () => {
      await Promise.all([realm.stop(), chain.stop(), signerDb.close()]);
      await db.drop();
    },
  };
}

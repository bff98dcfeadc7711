import { OWNER } from '@assay/core/ledger/owners';
import { ChainRows, type StoredTransfer } from '@assay/platform/chain/rows';
import {
  accountOf,
  ScriptedChain,
  type ScriptedTransaction,
  transferLog,
  wordOf,
} from '@assay/platform/chain/testing/scripted-chain';
import { honest, Refusal, serve } from '@assay/platform/chain/testing/scripted-node';
import { scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp } from '@assay/platform/http/server';
import type { Job } from '@assay/platform/jobs/jobs';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { limitTable } from '../../../apps/server/limits.ts';
import { serverTables } from '../../../apps/server/migrations.ts';
import { startTestRealm } from '../../../apps/server/testing/test-realm.ts';
import { trusting } from '../../../apps/server/testing/test-server.ts';
import type { Faucet } from '../calls/deposits.ts';
import { walletMessages } from '../index.ts';
import type { DepositRow } from '../schema/deposits.ts';
import { type DepositBank, Deposits } from './deposits.ts';
import { createDeposits, type DepositMessage } from './index.ts';
import type { DepositChain } from './store/chains.ts';
import { DepositStore } from './store/deposits.ts';
import { UnknownStore } from './store/unknown.ts';

/** Deposits on a scripted chain and a real engine: what the tests of this folder share. */

/** Of "test test … junk", as every development chain has it. */
export const KEY =
  'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4';
export const USDT = accountOf('usdt');
const SOMEBODY = accountOf('somebody');
export const CONFIRMATIONS = 4;
export const WITHDRAWAL_CONFIRMATIONS = 6;

export const chainRow = (chainId: number, change: Partial<DepositChain> = {}): DepositChain => ({
  ...{ chainId, name: `Chain ${chainId}`, explorer: 'https://scan.test/tx/', minutes: 2 },
  ...{ confirmations: CONFIRMATIONS, withdrawalConfirmations: WITHDRAWAL_CONFIRMATIONS },
  ...{ isTest: true, isOpen: true },
  tokens: [
    { contract: USDT, asset: 'USDT', decimals: 6, minimum: 1_000_000_000n, isOpen: true },
    { contract: null, asset: 'ETH', decimals: 18, minimum: 1_000_000n, isOpen: true },
  ],
  ...change,
});

let made = 0;
/** One that pays so many millionths of a USDT to each of these addresses. */
export function payment(...paid: readonly (readonly [to: string, amount: bigint])[]) {
  return transaction({
    logs: paid.map(([to, amount]) => transferLog(USDT, SOMEBODY, lower(to), amount)),
  });
}

/** One by which an address gives so many millionths of a USDT away. */
export const spend = (from: string, amount: bigint) =>
  transaction({ logs: [transferLog(USDT, lower(from), SOMEBODY, amount)] });

/** Of a token that the chain does not have. */
export const otherToken = (to: string, amount: bigint) =>
  transaction({ logs: [transferLog(accountOf('other'), SOMEBODY, lower(to), amount)] });

export const coins = (to: string, value: bigint) => transaction({ to: lower(to), value });

function transaction(change: Partial<ScriptedTransaction>): ScriptedTransaction {
  made += 1;
  const hash = wordOf('deposit', made);
  return { hash, from: SOMEBODY, to: USDT, value: 0n, succeeds: true, logs: [], ...change };
}

const lower = (address: string) => address.toLowerCase() as ScriptedTransaction['from'];

export type Bench = Awaited<ReturnType<typeof startBench>>;

export async function startBench(chainIds: readonly number[] = [31_337]) {
  const db = await createTestDatabase(serverTables());
  const { app } = db;
  const realm = await startTestRealm({ realm: 'real', db });
  const chains = new Map(chainIds.map((id) => [id, new ScriptedChain(id)]));
  const nodes = new Map<number, string[]>();
  const closers: (() => Promise<void>)[] = [];
  const broken = new Set<number>();
  for (const [id, chain] of chains) {
    const answer = honest(chain.live());
    const node = await serve((method, params) => {
      if (broken.has(id)) throw new Refusal('out of order');
      return answer(method, params);
    });
    nodes.set(id, [node.url]);
    closers.push(node.close);
  }
  const messages: DepositMessage[] = [];
  const state = {
    silent: false,
    closed: new Set<number>(),
    unread: new Set<number>(),
    gas: new Set<string>(),
    credits: 0,
    failing: 0,
  };
  const faucet: Faucet & { given: string[]; fails: boolean } = {
    ...{ asset: 'USDT', amount: '1000', given: [], fails: false },
    give: async (address) => {
      if (faucet.fails) throw new Error('the faucet is dry');
      faucet.given.push(address);
    },
  };
  const bank: DepositBank = {
    has: (asset) => realm.machines.markets.assetId(asset) !== undefined,
    canTake: (asset) => realm.machines.markets.assetId(asset) !== undefined,
    credit: async (id, body) => {
      state.credits += 1;
      if (state.failing > 0) {
        state.failing -= 1;
        throw new Error('the engine is away');
      }
      return realm.engine.submit({ type: 'creditDeposit', actor: OWNER.custody, id, body });
    },
    rules: () => 3,
  };
  const deliver = async (message: DepositMessage) => {
    if (state.silent) throw new Error('nobody takes messages');
    messages.push(message);
  };
  const make = async (more: Partial<Parameters<typeof createDeposits>[0]> = {}) => {
    const jobs = new Map<string, Job>();
    const deposits = await createDeposits({
      ...{ database: app, clock: realm.clock, log: silentLog, extendedKey: KEY },
      chains: chainIds.map((id) => chainRow(id)),
      nodesOf: (id) => nodes.get(id) ?? [],
      faucets: new Map([[chainIds[0]!, faucet]]),
      hasAccount: async (userId) => !state.closed.has(userId),
      forGas: async () => state.gas,
      reconcile: async () => undefined,
      hasReadRules: async (userId) => !state.unread.has(userId),
      addJob: (job) => void jobs.set(job.name, job),
      bank,
      ...more,
    });
    const declare = () => ({ publish: () => undefined, hasReaders: () => false });
    const hub = { declare: () => ({ ...declare(), renew: () => undefined }) };
    deposits.connect(hub, deliver);
    const run = (name: string) =>
      jobs.get(name)?.run(realm.clock.now(), new AbortController().signal);
    return { deposits, jobs, run };
  };
  const first = await make();
  const texts = new Messages().add(walletMessages);
  const http = createHttp({
    authenticator: trusting,
    calls: first.deposits.calls,
    ...{ log: silentLog, messages: texts, clock: realm.clock, checkOutputs: true },
    limits: new Limits(scaleLimits(limitTable, 10_000)),
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  const as = (userId: number, inRealm = 'real') => ({ token: `${inRealm}-${userId}` });
  const follow = async (chainId = chainIds[0]!) => {
    realm.clock.advance(1_000);
    await first.run(`followChain${chainId}`);
  };
  // So that blocks are read from the first one on.
  for (const id of chainIds) await follow(id);
  const rows = new ChainRows(app);
  const deliverer = new Deposits({
    ...{ store: new DepositStore(app), others: new UnknownStore(app), rows },
    ...{ clock: realm.clock, log: silentLog, bank },
    ...{ hasAccount: async () => true, forGas: async () => new Set<string>() },
    reconcile: async () => undefined,
    ...{ tell: async () => undefined, changed: () => undefined, isProved: async () => false },
  });
  let people = 5_000;
  return {
    messages,
    ...{ realm, app, chains, nodes, broken, state, faucet, make, first, client, as, follow },
    chain: chains.get(chainIds[0]!)!,
    rows,
    tell: deliver,
    /** What the scanner does with final transfers. */
    deliver: (transfers: readonly StoredTransfer[]) =>
      deliverer.deliver(chainRow(chainIds[0]!), transfers),
    newPerson: () => (people += 1),
    async address(userId: number, chainId = chainIds[0]!): Promise<string> {
      const { data } = await client.post('getDepositAddress', { chainId }, as(userId));
      return data.address;
    },
    async deposits(userId: number, fields = {}): Promise<DepositRow[]> {
      return (await client.get('getDeposits', fields, as(userId))).data.deposits;
    },
    /** `state n/N amount` of each, the oldest first. */
    async lines(userId: number): Promise<string[]> {
      const { data } = await client.get('getDeposits', {}, as(userId));
      return data.deposits
        .toReversed()
        .map((row: DepositRow) => `${row.state} ${row.confirmations}/${row.needed} ${row.amount}`);
    },
    /** What the engine has credited, by its table. */
    async credits(userId: number): Promise<string[]> {
      const { rows } = await realm.db.pool.query<{ amount: string }>(
        `select amount::text from real.deposit_credit where user_id = ${userId} order by seq`,
      );
      return rows.map(({ amount }) => amount);
    },
    async stop() {
      client.close();
      await http.stop();
      for (const close of closers) await close();
      realm.audit();
      await realm.stop();
      await db.drop();
    },
  };
}

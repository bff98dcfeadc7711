import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { PersonalRecords } from '@assay/core/personal-records';
import { AddressTree } from '@assay/platform/chain/addresses';
import type { Paid, Payment } from '@assay/platform/chain/paid';
import { ChainRows } from '@assay/platform/chain/rows';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { Health } from '@assay/platform/http/health';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import type { Hub } from '@assay/platform/streams/hub';
import {
  type DepositCallsOptions,
  depositHandlers,
  type Faucet,
  listDeposits,
} from '../calls/deposits.ts';
import { depositStaffHandlers } from '../calls/deposits-staff.ts';
import { isProved } from '../proofs/store.ts';
import { type DepositRow, depositCalls, depositStaffCalls } from '../schema/deposits.ts';
import { Chains, type KnownChain } from './chains.ts';
import { decidedCommands } from './decided.ts';
import {
  type DepositBank,
  Deposits,
  type DepositsOptions,
  type NamedTree,
  nameOfTree,
} from './deposits.ts';
import type { Trouble } from './followed.ts';
import { ChainStore, type DepositChain } from './store/chains.ts';
import { type Deposit, DepositStore, type Filter } from './store/deposits.ts';
import { UnknownStore } from './store/unknown.ts';

export interface CreateDepositsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly bank: DepositBank;
  /** An extended public key; empty: no addresses are given out. */
  readonly extendedKey: string;
  /** Chains that a new installation has. */
  readonly chains: readonly DepositChain[];
  readonly nodesOf: (chainId: number) => readonly string[];
  readonly faucets: ReadonlyMap<number, Faucet>;
  readonly hasAccount: (userId: number) => Promise<boolean>;
  readonly forGas: DepositsOptions['forGas'];
  readonly hasReadRules: DepositCallsOptions['hasReadRules'];
  readonly reconcile: DepositsOptions['reconcile'];
  readonly addJob: (job: Job) => void;
}

/** What the message centre delivers. */
export interface DepositMessage {
  readonly userId: number;
  readonly kind: 'money';
  readonly key: 'deposit.credited' | 'deposit.recovery';
  readonly details: { readonly asset: string; readonly amount: string; readonly chain: string };
  readonly link: string;
  readonly at: number;
}

export type Deliver = (message: DepositMessage) => Promise<void>;

export interface DepositsModule {
  readonly calls: readonly CallSet[];
  /** Commands that two people decide on. */
  readonly decided: ReturnType<typeof decidedCommands>;
  readonly personalRecords: PersonalRecords;
  /** Publishes to each person what comes in, as it comes, and tells them what became of it. */
  connect(hub: Pick<Hub, 'declare'>, deliver: Deliver): void;
  health(): Health;
  /** The deposits of a person, the latest first, as they see them. */
  list(filter: Filter & { readonly userId: number }): Promise<DepositRow[]>;
  /** The address of a person on a chain that is offered; null where there is none. */
  addressOf(userId: number, chainId: number): Promise<string | null>;
  /** The chains of the installation, those that are read first: a form offers the first one. */
  chains(): readonly DepositChain[];
  /** Whether somebody reads a chain. */
  isRead(chainId: number): boolean;
  /** What a chain has of a payment that staff have made; null where nobody reads it. */
  paid(chainId: number, payment: Payment): Promise<Paid | null>;
  /** The chains that took back what was final: nothing is paid out until people have looked. */
  contradicted(): number[];
}

const CHANNEL = 'deposits';
const SHOWN = 20;

/** Deposits on chains: starts to follow them with the jobs. @throws Error for an unfit key */
export async function createDeposits(options: CreateDepositsOptions): Promise<DepositsModule> {
  const { database, clock, log, bank, nodesOf, faucets, addJob } = options;
  const { hasAccount, hasReadRules, forGas, reconcile } = options;
  const [store, chainStore, rows] = [
    new DepositStore(database),
    new ChainStore(database),
    new ChainRows(database),
  ];
  for (const chain of options.chains) await chainStore.addNew(chain, clock.now());
  let changed: (userId: number) => void = () => undefined;
  let deliver: Deliver = () => Promise.reject(new Error('nobody delivers messages yet'));
  const tell = async (deposit: Deposit) => deliver(messageOf(deposit, chains));
  const notice = (userId: number) => changed(userId);
  const deposits = new Deposits({
    others: new UnknownStore(database),
    ...{ store, rows, clock, log, bank, hasAccount, forGas, reconcile, tell },
    changed: notice,
    isProved,
  });
  const follow = (chain: DepositChain) => deposits.follow(chain);
  const chains: Chains = new Chains({
    ...{ store: chainStore, rows, clock, log, nodesOf, addJob, follow },
  });
  await chains.load();
  addJob(chains.job);
  const tree = treeOf(options.extendedKey);
  const shared = { chains, deposits, store, tree, faucets, hasReadRules };
  const current = async (userId: number) => {
    const found = await listDeposits(shared, { userId, limit: SHOWN });
    return { deposits: found.slice(0, SHOWN).map(withoutOwner) };
  };
  return {
    calls: [
      callSet(depositCalls, depositHandlers(shared)),
      callSet(depositStaffCalls, depositStaffHandlers({ ...shared, rows })),
    ],
    decided: decidedCommands({ chains, store: chainStore, hasAsset: (asset) => bank.has(asset) }),
    personalRecords: {
      read: async (userId) => ({
        addresses: await store.addressesOf(userId),
        testMoney: await store.testMoneyOf(userId),
        deposits: (await listDeposits(shared, { userId, limit: 10_000 })).map(withoutOwner),
      }),
      erase: (userId) => store.erase(userId),
    },
    connect: (hub, by) => {
      changed = publishTo(hub, current, log);
      deliver = by;
    },
    health: () => healthOf(chains),
    list: async (filter) =>
      (await listDeposits(shared, filter)).slice(0, filter.limit).map(withoutOwner),
    addressOf: async (userId, chainId) => {
      const known = chains.find(chainId);
      const isOffered = known?.chain.isOpen && known.status !== null;
      if (!isOffered || tree === null || !(await hasReadRules(userId))) return null;
      return deposits.address(userId, chainId, tree);
    },
    chains: () =>
      chains
        .list()
        .toSorted(readFirst)
        .map(({ chain }) => chain),
    isRead: (chainId) => chains.isRead(chainId),
    paid: (chainId, payment) => chains.paid(chainId, payment),
    contradicted: () =>
      chains.list().flatMap(({ chain, status }) => (status?.contradiction ? [chain.chainId] : [])),
  };
}

const readFirst = (a: KnownChain, b: KnownChain) =>
  Number(b.status !== null) - Number(a.status !== null);

const withoutOwner = ({ userId: _, ...deposit }: DepositRow & { readonly userId: number }) =>
  deposit;

function treeOf(extendedKey: string): NamedTree | null {
  if (extendedKey === '') return null;
  const tree = AddressTree.open(extendedKey);
  if (typeof tree === 'string') throw new Error(`the key of deposits is unfit: ${tree}`);
  return { tree, name: nameOfTree(extendedKey) };
}

/** Each message has all that a person looks at, so that it can be applied twice. */
function publishTo(
  hub: Pick<Hub, 'declare'>,
  current: (userId: number) => Promise<object>,
  log: Log,
): (userId: number) => void {
  const publisher = hub.declare(
    'real',
    CHANNEL,
    { everyMs: 0, private: true },
    {
      snapshot: async (name, { userId }) =>
        name === CHANNEL && userId !== null ? current(userId) : null,
    },
  );
  return (userId) => {
    if (!publisher.hasReaders(CHANNEL, userId)) return;
    current(userId)
      .then((all) => publisher.publish(CHANNEL, all, userId))
      .catch((err: unknown) => log.warn({ err }, 'deposits were not published'));
  };
}

function messageOf(deposit: Deposit, chains: Chains): DepositMessage {
  const { userId, asset, units, state, changedAt: at, chainId } = deposit;
  const chain = chains.find(chainId)?.chain.name ?? String(chainId);
  const amount = units === null ? String(deposit.amount) : formatDecimal(units, SCALE);
  const key = state === 'credited' ? 'deposit.credited' : 'deposit.recovery';
  return {
    userId,
    kind: 'money',
    key,
    details: { asset: asset ?? '', amount, chain },
    link: '/cbjl',
    at,
  };
}

/** What everybody may read; the node's own words are for staff. */
const TROUBLES: Readonly<Record<Trouble['fault'], string>> = {
  down: 'its node does not answer',
  refused: 'its node refuses to answer',
  behind: 'its node lacks blocks',
  moved: 'it changed while it was read',
  lying: 'what its nodes say cannot all be true',
  failed: 'what came cannot be taken over',
};

/** A chain that cannot be read stops nothing else: the server is degraded, not down. */
function healthOf(chains: Chains): Health {
  const troubles = chains.list().flatMap(({ chain, status }) => {
    if (status === null) return [];
    const { contradiction, trouble, hosts } = status;
    if (contradiction)
      return [`${chain.name} took back block ${contradiction.at}, which was final`];
    return trouble ? [`${chain.name} (${hosts.join(', ')}): ${TROUBLES[trouble.fault]}`] : [];
  });
  if (troubles.length === 0) return { ok: true };
  return { ok: true, degraded: true, detail: troubles.join('; ') };
}

import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Identity } from '@assay/modules/identity';
import { loanCustody } from '@assay/modules/loans';
import { LENT } from '@assay/modules/loans/rules';
import type { Parameters } from '@assay/modules/parameters';
import { PayoutReader } from '@assay/modules/payouts';
import { bankCustody, tradedForBankMoney } from '@assay/modules/purchases';
import { CURRENCIES } from '@assay/modules/purchases/rules';
import {
  type AddressBook,
  createDeposits,
  createReserves,
  type DepositBank,
  type DepositChain,
  type DepositsModule,
  provedCustody,
  type ReservesModule,
  recoveredCustody,
} from '@assay/modules/wallet';
import type { LocalChain } from '@assay/platform/chain/local/local-chain';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { OpenDatabase } from '@assay/platform/db/database';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { Log } from '@assay/platform/log';
import { startAddressBook } from './address-book.ts';
import { faucetOf, localRow } from './local-chain.ts';
import type { RealmEngine } from './realm.ts';
import type { Stops } from './stops.ts';
import { startTrialSigner } from './trial-signer.ts';
import { rulesHistory } from './withdrawal-rules.ts';

/** What deposits on chains need of the server. */
export interface ChainsOptions {
  readonly config: Pick<Config, 'CHAIN_NODES' | 'DEPOSIT_KEY' | 'DATA_DIR'>;
  readonly clock: Clock;
  readonly db: Pick<OpenDatabase, 'pool' | 'signerUrl'>;
  readonly jobs: Jobs;
  readonly engines: { readonly real: RealmEngine };
  readonly log: Log;
  readonly stops: Stops;
  /** That of a trial, which may still be starting. */
  readonly trialChain: Promise<LocalChain | null>;
}

/**
 * Ethereum. A chain's own word for "final" comes after two epochs, which are 64 blocks; what leaves
 * waits half as many more. Staff change these numbers, and add other chains.
 */
const ETHEREUM: DepositChain = {
  ...{ chainId: 1, name: 'Ethereum (ERC-20)', explorer: 'https://etherscan.io/tx/' },
  ...{ confirmations: 64, withdrawalConfirmations: 96, minutes: 15 },
  ...{ isTest: false, isOpen: true },
  tokens: [
    {
      contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      ...{ asset: 'USDT', decimals: 6, minimum: 1_000_000_000n, isOpen: true },
    },
  ],
};

/** What the rest of the server asks about chains. */
interface Chains {
  readonly deposits: DepositsModule;
  readonly reserves: ReservesModule;
  readonly bank: DepositBank;
}

/** What comes in on chains, what of it is there, and the addresses that people withdraw to. */
export async function startMoney(
  options: ChainsOptions,
  identity: Pick<Identity, 'customer' | 'addPersonalRecords' | 'stepUp' | 'restrictionsOf'>,
  parameters: Pick<Parameters, 'historyOf'>,
) {
  const chains = await startChains(options, identity, parameters, () => book);
  const book: AddressBook = startAddressBook(options, identity, parameters, chains.deposits);
  return { ...chains, book };
}

/** Follows the chains of the settings and that of a trial; credits what comes to addresses. */
async function startChains(
  options: ChainsOptions,
  identity: Pick<Identity, 'customer' | 'addPersonalRecords'>,
  parameters: Pick<Parameters, 'historyOf'>,
  book: () => Pick<AddressBook, 'hasReadRules'>,
): Promise<Chains> {
  const { config, log, clock, db, jobs, engines } = options;
  const local = await options.trialChain;
  if (local !== null) await startTrialSigner({ ...options, chain: local });
  // The version in force, which a deposit pins.
  const rules = () => rulesHistory(parameters, clock.now()).at(-1)!.version;
  const bank = bankOf(engines.real, rules);
  const payouts = new PayoutReader(db);
  const reserves = await createReserves({
    ...{ database: db, signer: payouts, clock, log, chains: () => deposits.chains() },
    reports: () => payouts.reports(),
    banks: () => bankMoneyOf(engines.real, db),
    traded: () => tradedOf(db),
    others: async () => [
      ...(await bankCustody(db.pool)),
      ...(await provedCustody(db.pool)),
      ...(await recoveredCustody(db.pool)),
      ...(await loanCustody(db.pool, LENT)),
    ],
  });
  jobs.add(reserves.job);
  const deposits: DepositsModule = await createDeposits({
    ...{ database: db, clock, log, bank },
    extendedKey: config.DEPOSIT_KEY || (local?.operator.depositKey ?? ''),
    chains: [ETHEREUM, ...(local === null ? [] : [localRow(local)])],
    nodesOf: (chainId) =>
      chainId === local?.chainId ? [local.url] : (config.CHAIN_NODES.get(chainId) ?? []),
    faucets: new Map(local === null ? [] : [[local.chainId, faucetOf(local)]]),
    hasReadRules: (userId) => book().hasReadRules(userId),
    hasAccount: async (userId) => (await identity.customer(userId)) !== null,
    addJob: (job) => jobs.add(job),
    forGas: (chainId, transactions) => payouts.forGas(chainId, transactions),
    reconcile: (...look) => reserves.reconcile(...look),
  });
  identity.addPersonalRecords('deposits', deposits.personalRecords);
  return { deposits, reserves, bank };
}

/** What house:purchases has of each bank money, and what statements say beside that. */
async function bankMoneyOf({ machines }: RealmEngine, db: Pick<OpenDatabase, 'pool'>) {
  const { ledger } = machines.ledger;
  const stated = await bankCustody(db.pool);
  const text = (units: bigint) => formatDecimal(units, SCALE);
  return CURRENCIES.flatMap((asset) => {
    const id = machines.markets.assetId(asset);
    if (id === undefined) return [];
    const slot = ledger.find(accountId(OWNER.purchases, WALLET.currency, id));
    const [own, owed] = slot < 0 ? [0n, 0n] : [ledger.available(slot), ledger.held(slot)];
    const unassigned = stated.find((one) => one.asset === asset)?.unassigned ?? 0n;
    const sums = { has: text(own + owed), owed: text(owed), own: text(own) };
    return [{ asset, ...sums, unassigned: text(unassigned) }];
  });
}

/** Coins that became people's or the house's for bank money: none of them moved. */
async function tradedOf(db: Pick<OpenDatabase, 'pool'>) {
  const all = await tradedForBankMoney(db.pool);
  return all.flatMap(({ asset, sold, bought }) =>
    (
      [
        ['sold', -sold],
        ['bought', bought],
      ] as const
    ).flatMap(([why, units]) =>
      units === 0n
        ? []
        : [{ chain: '', asset, why, change: formatDecimal(units, SCALE), at: null }],
    ),
  );
}

function bankOf(engine: RealmEngine, rules: () => number): DepositBank {
  const asset = (symbol: string) => engine.machines.markets.assetId(symbol);
  return {
    has: (symbol) => asset(symbol) !== undefined,
    canTake: (symbol, units) => {
      const id = asset(symbol);
      return id !== undefined && units <= BigInt(engine.machines.ledger.ledger.roomFor(id));
    },
    credit: (id, body) => engine.submit({ type: 'creditDeposit', actor: OWNER.custody, id, body }),
    rules,
  };
}

import { formatDecimal } from '@assay/core/num/decimal';
import { readAddress } from '@assay/platform/chain/addresses';
import type { Database } from '@assay/platform/db/database';
import type { Health } from '@assay/platform/http/health';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { DepositChain } from '../deposits/store/chains.ts';
import {
  type BankMoney,
  type OwnChange,
  type ReserveChain,
  reserveCalls,
  reserveStaffCalls,
} from '../schema/reserves.ts';
import { custodyCommands } from './decided.ts';
import { LEDGER, Reserves, type ReservesOptions } from './reserves.ts';
import { ReserveStore } from './store.ts';

export interface SignerReport {
  readonly chainId: number;
  readonly sender: string;
  readonly problem: string;
  readonly head: number;
  readonly seenAt: number;
  readonly underWay: number;
  readonly withheld: number;
}

export interface CreateReservesOptions extends Omit<ReservesOptions, 'store'> {
  readonly database: Pick<Database, 'pool'>;
  readonly chains: () => readonly DepositChain[];
  readonly reports: () => Promise<readonly SignerReport[]>;
  /** What the house has at banks. */
  readonly banks: () => Promise<BankMoney[]>;
  /** What it sold and bought for bank money, which changes in the ledger whose a coin is. */
  readonly traded: () => Promise<OwnChange[]>;
}

export interface ReservesModule {
  readonly calls: readonly CallSet[];
  readonly decided: ReturnType<typeof custodyCommands>;
  readonly job: Reserves['job'];
  readonly reconcile: Reserves['reconcile'];
  /** Chains on which nothing is paid out; 0: nor by banks, as nobody explains the ledger. */
  stopped(): number[];
  health(): Health;
}

/** Custody against the ledger, all the time. */
export async function createReserves(options: CreateReservesOptions): Promise<ReservesModule> {
  const { database, chains, reports } = options;
  const store = new ReserveStore(database);
  const reserves = new Reserves({ ...options, store });
  await reserves.load();
  const isKnown = (chainId: number) => chains().some((chain) => chain.chainId === chainId);
  const view = (chain: DepositChain) => viewOf(reserves, chain);
  return {
    calls: [
      callSet(reserveCalls, {
        getReserves: async () => ({
          chains: chains().map(view),
          banks: await options.banks(),
          own: [...(await ownChanges(store, reserves, chains())), ...(await options.traded())],
          ledger: reserves
            .differences()
            .filter(({ chainId }) => chainId === LEDGER)
            .map(({ asset, amount }) => ({ asset, amount })),
        }),
      }),
      callSet(reserveStaffCalls, {
        getCustody: async () => {
          const signers = new Map((await reports()).map((one) => [one.chainId, one]));
          return {
            chains: chains().map((chain) => ({
              ...view(chain),
              isStopped: reserves.isStopped(chain.chainId),
              signer: signerView(signers.get(chain.chainId)),
            })),
            differences: [...reserves.differences()],
          };
        },
      }),
    ],
    decided: custodyCommands(store, reserves, isKnown),
    job: reserves.job,
    reconcile: (...look) => reserves.reconcile(...look),
    stopped: () =>
      [LEDGER, ...chains().map(({ chainId }) => chainId)].filter((id) => reserves.isStopped(id)),
    health: () => healthOf(reserves, chains()),
  };
}

/** Why what is the house's own on chains is so much, and what fees can have taken of it. */
async function ownChanges(
  store: ReserveStore,
  reserves: Reserves,
  chains: readonly DepositChain[],
): Promise<OwnChange[]> {
  const all: OwnChange[] = [];
  for (const { chainId, name: chain, tokens } of chains) {
    for (const { token, why, change, at } of await store.ownHistory(chainId)) {
      const of = tokens.find(({ contract }) => contract === token);
      if (of === undefined) continue;
      all.push({ chain, asset: of.asset, why, change: formatDecimal(change, of.decimals), at });
    }
    for (const { asset, decimals, ...line } of reserves.look(chainId)?.lines ?? []) {
      for (const [why, parts] of [
        ['fees', line.spent],
        ['proved', line.proved],
      ] as const) {
        if (parts === 0n) continue;
        all.push({ chain, asset, why, change: formatDecimal(-parts, decimals), at: null });
      }
    }
  }
  return all;
}

function signerView(report: SignerReport | undefined) {
  if (report === undefined) return null;
  const { chainId: _, sender, ...rest } = report;
  return { ...rest, sender: readAddress(sender) };
}

function viewOf(reserves: Reserves, { chainId, name, isTest }: DepositChain): ReserveChain {
  const look = reserves.look(chainId);
  const lines = look?.lines ?? [];
  return {
    ...{ chainId, name, isTest, block: look?.block.number ?? null, at: look?.at ?? null },
    lines: lines.map(({ asset, decimals, has, own, proved, difference }) => ({
      asset,
      has: formatDecimal(has, decimals),
      own: formatDecimal(own - proved, decimals),
      difference: formatDecimal(difference, decimals),
    })),
    addresses: (look?.custody ?? []).map(({ address, kind, name: called }) => ({
      ...{ address: readAddress(address), kind, name: called },
      holds: lines.flatMap(({ asset, decimals, kept }) =>
        kept
          .filter((one) => one.address === address)
          .map(({ amount }) => ({ asset, amount: formatDecimal(amount, decimals) })),
      ),
    })),
  };
}

/** A difference stops what is paid out and nothing else: the server is degraded, not down. */
function healthOf(reserves: Reserves, chains: readonly DepositChain[]): Health {
  const open = reserves.differences();
  if (open.length === 0) return { ok: true };
  const nameOf = (id: number) =>
    chains.find(({ chainId }) => chainId === id)?.name ?? (id === LEDGER ? 'ledger' : String(id));
  const detail = open
    .map(({ chainId, asset, amount }) => `${nameOf(chainId)}: ${amount} ${asset}`)
    .join('; ');
  return { ok: true, degraded: true, detail };
}

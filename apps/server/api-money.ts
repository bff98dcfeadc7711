import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { Parameters } from '@assay/modules/parameters';
import type { ApiMoney, ApiMoves } from '@assay/modules/trading-api';
import {
  type DepositChain,
  type DepositsModule,
  readConversions,
  readWithdrawing,
  type WalletRealm,
  type Withdrawals,
} from '@assay/modules/wallet';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { RealmEngine } from './realm.ts';
import { rulesHistory } from './withdrawal-rules.ts';

/** What leaves; the other assets are traded for it. */
const LEAVES = 'USDT';
const ETHEREUM = 1;

/** Waits for confirmations, for its credit, or for more that reaches the least with it. */
const ARRIVING = ['confirming', 'crediting', 'collected'] as const;
const ARRIVING_MAX = 1_000;

export interface ApiMoneyOptions {
  readonly deposits: Pick<DepositsModule, 'chains' | 'list' | 'addressOf'>;
  readonly withdrawals: Pick<Withdrawals, 'list'>;
  readonly parameters: Pick<Parameters, 'historyOf'>;
  readonly clock: Clock;
}

/** Money in and out as programs ask for it. */
export function apiMoney(options: ApiMoneyOptions): ApiMoney {
  const { deposits, withdrawals, parameters, clock } = options;
  return {
    networks: () => {
      const rules = rulesHistory(parameters, clock.now()).at(-1)!;
      return deposits.chains().flatMap((chain) => networksOf(chain, rules));
    },
    addressOf: (userId, chainId) => deposits.addressOf(userId, chainId),
    deposits: (userId, span) => deposits.list({ userId, ...span }),
    arriving: (userId) => deposits.list({ userId, states: ARRIVING, limit: ARRIVING_MAX }),
    // What a bank carries has no network and no address of one, which these histories are of.
    withdrawals: async (userId, span) => {
      const all = await withdrawals.list(userId, span, clock.now());
      return all.filter(({ bank }) => bank === null);
    },
  };
}

type Rules = ReturnType<typeof rulesHistory>[number];

function networksOf(chain: DepositChain, { fee, networkFee, least, most }: Rules) {
  const quote = (units: number) => formatDecimal(BigInt(units), SCALE);
  return chain.tokens.map(({ asset, contract, decimals, minimum, isOpen }) => ({
    ...{ asset, chainId: chain.chainId, name: chain.name, contract: contract ?? '', decimals },
    network: chain.chainId === ETHEREUM ? 'ETH' : `CHAIN${chain.chainId}`,
    contractPage: chain.explorer.replace(/tx\/$/, 'address/'),
    canDeposit: chain.isOpen && isOpen,
    canWithdraw: chain.isOpen && isOpen && asset === LEAVES,
    depositLeast: formatDecimal(minimum, SCALE),
    confirmations: chain.confirmations,
    withdrawalConfirmations: chain.withdrawalConfirmations,
    minutes: chain.minutes,
    ...{ fee: quote(fee + networkFee), least: quote(least), most: quote(most) },
    isTest: chain.isTest,
  }));
}

/** Transfers and conversions of a realm, for programs. */
export function apiMoves(
  engine: RealmEngine,
  wallet: Pick<WalletRealm, 'submit'>,
  db: Pick<Database, 'pool'>,
): ApiMoves {
  return {
    move: async (userId, body, commandId) => {
      const command = { type: 'transferFunds', actor: userId, body } as const;
      const reply = await wallet.submit(
        commandId === undefined ? command : { ...command, id: commandId },
      );
      return reply.ok ? reply.seq : reply.refusal;
    },
    withdrawing: async (userId) => {
      const held = await readWithdrawing(db.pool, engine.realm, userId);
      const { markets } = engine.machines;
      return new Map([...held].map(([asset, units]) => [markets.assetSymbol(asset), units]));
    },
    conversions: async (userId, span) => {
      const { markets } = engine.machines;
      const rows = await readConversions(db.pool, engine.realm, userId, span);
      return rows.map(({ asset, ...row }) => ({
        ...{ seq: row.seq, at: row.at, asset: markets.assetSymbol(asset) },
        amount: formatDecimal(row.amount, SCALE),
        value: formatDecimal(row.value, SCALE),
        fee: formatDecimal(row.fee, SCALE),
      }));
    },
  };
}

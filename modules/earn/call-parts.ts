import type { Realm } from '@assay/core/ledger/realm';
import type { CallOutput } from '@assay/core/schema/call';
import { Refusal } from '@assay/core/schema/outcome';
import type { CommandName } from '@assay/core/schema/registry';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { EarnMachine } from './machine/earn-machine.ts';
import type { StrategiesMachine } from './machine/strategies-machine.ts';
import { hasContracts } from './machine/strategy-money.ts';
import type { strategyCalls } from './schema/strategies.ts';
import type { EarnReads } from './store/reads.ts';
import type { StrategyReads } from './store/strategy-reads.ts';

/** A trade of an account as everybody may see it, with its command and its two assets. */
export interface AccountFill {
  readonly seq: number;
  readonly id: number;
  readonly orderId: number;
  readonly market: string;
  readonly base: string;
  readonly quoteAsset: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly at: number;
}

export interface AccountFills {
  readonly fills: AccountFill[];
  readonly next: string | null;
}

/** What was done with a contract of an account (`getStrategyContracts`). */
type ContractReceipts = CallOutput<(typeof strategyCalls)['getStrategyContracts']>;

/** What the calls need of one realm. */
export interface EarnRealm {
  machine(): EarnMachine;
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  assets(): Iterable<{ readonly id: number; readonly symbol: string }>;
  assetSymbol(id: number): string;
  readonly reads: EarnReads;
  strategies(): StrategiesMachine;
  readonly strategyReads: StrategyReads;
  /** The trades of the account of a strategy, newest first; and what it did with contracts. */
  strategyTrades(account: number, before: string | undefined, limit: number): Promise<AccountFills>;
  strategyContracts(
    account: number,
    before: number | undefined,
    limit: number,
  ): Promise<ContractReceipts>;
}

export interface EarnCallOptions {
  readonly realms: Readonly<Record<Realm, EarnRealm>>;
  /** By the law of a person's country; the virtual account may practise anywhere. */
  readonly isOffered: (userId: number, asset: string) => Promise<boolean>;
  /** Likewise whether they may have contracts on coins, and so a share of those of an account. */
  readonly areContractsOffered: (userId: number) => Promise<boolean>;
}

export function mayHave(
  { isOffered }: EarnCallOptions,
  { realm, userId }: { readonly realm: Realm; readonly userId: number },
  asset: string,
): Promise<boolean> {
  return realm === 'demo' || userId < 0 ? Promise.resolve(true) : isOffered(userId, asset);
}

/** Whether a person may have units of an account: by the laws of earn and of what it trades. */
export async function mayShare(
  options: EarnCallOptions,
  actor: { readonly realm: Realm; readonly userId: number },
  asset: string,
  account: number,
): Promise<boolean> {
  if (!(await mayHave(options, actor, asset))) return false;
  const isFree = actor.realm === 'demo' || actor.userId < 0 || !hasContracts(account);
  return isFree || options.areContractsOffered(actor.userId);
}

export function named(commandId: string | undefined) {
  return commandId === undefined ? {} : { id: commandId };
}

export function refused<R extends string>({
  refusal,
  detail,
}: {
  refusal: R;
  detail?: object | undefined;
}) {
  // The engine's name for a refusal that has one name on the wire for all modules.
  const code = refusal === 'commandIdReused' ? 'idempotencyConflict' : refusal;
  return new Refusal(code as never, { ...detail } as Record<string, string>);
}

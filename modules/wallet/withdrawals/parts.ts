import type { Identity } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import type { Actor, CallContext, StaffContext } from '@assay/platform/http/context';
import type { AddressBook } from '../addresses/index.ts';
import type { WalletRealm } from '../calls/realm.ts';
import type { Rules, TravelRule } from '../rules/index.ts';
import type { BankWay } from './bank-way.ts';

/** A token, or the coin, of a chain on which money leaves. */
export interface Network {
  readonly chainId: number;
  /** For people: `Ethereum (ERC-20)`. */
  readonly chain: string;
  readonly asset: string;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  readonly decimals: number;
  /** Before the hash of a transaction, where it is shown; '' where nobody shows them. */
  readonly explorer: string;
}

/** What withdrawals need of the server, beside the engine and the database. */
export interface WithdrawalsOptions {
  readonly identity: Pick<
    Identity,
    'stepUp' | 'checkTradePassword' | 'withdrawalLimits' | 'hasTradePassword' | 'habits'
  >;
  /** The addresses that people have. */
  readonly book: Pick<AddressBook, 'find' | 'isWhitelistOnly'>;
  networks(): readonly Network[];
  /** The way out by banks, which comes after withdrawals. */
  bank(): BankWay;
  /** The rules in the order in which they came into force, up to the present ones. */
  rules(now: number): readonly Rules[];
  /** How far a person has proved who they are. */
  verified(userId: number): Promise<'none' | 'junior' | 'senior'>;
  /** What the law of a person's country asks about whoever they pay. */
  travel(userId: number): Promise<TravelRule>;
  /** What a person has turned over, in USDT. */
  turnoverDone(userId: number): Promise<bigint>;
  /** A person's data for staff, masked; empty for somebody who has gone. */
  customer(userId: number): Promise<{
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly country: string;
    readonly createdAt: number;
  }>;
  /** What staff see of a name. */
  mask(name: string): string;
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
}

/** What the handlers of withdrawals work with. */
export interface Parts extends WithdrawalsOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The engine of the real realm. */
  readonly realm: WalletRealm;
  readonly turns: Turns;
}

export type UserContext = CallContext & { readonly actor: Actor };

/** Runs what one person asks for one after the other. */
export class Turns {
  readonly #waiting = new Map<number, { count: number; last: Promise<unknown> }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Null when too many wait. */
  take<T>(userId: number, work: () => Promise<T>): Promise<T> | null {
    const turn = this.#waiting.get(userId) ?? { count: 0, last: Promise.resolve() };
    if (turn.count >= this.#most) return null;
    const run = turn.last.then(work, work);
    turn.last = run.catch(() => undefined);
    turn.count += 1;
    this.#waiting.set(userId, turn);
    return run.finally(() => {
      turn.count -= 1;
      if (turn.count === 0) this.#waiting.delete(userId);
    });
  }
}

import { larger, lesser } from '@assay/core/num/integer';
import { SHORT } from '@assay/core/position/value';
import { DAY } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { neededFor } from './book-index.ts';
import { ACCOUNTS } from './machine/strategy-money.ts';
import { OwnOrders } from './own-orders.ts';
import { SPOT_CONTRACT, valueAt } from './rules.ts';
import {
  type ContractLook,
  hedgeOf,
  marginMove,
  type PairLook,
  pairOrders,
} from './spot-contract.ts';
import type { StrategyRow } from './store/strategy-tables.ts';
import type { BotOptions, StrategyDesk } from './strategy-job.ts';

/** A contract that the account has sold, in coins. */
export interface OwnContract {
  readonly id: number;
  readonly contract: string;
  readonly side: 1 | -1;
  readonly quantity: bigint;
  readonly openedAt: number;
  /** Whether it is being closed already. */
  readonly isClosing: boolean;
}

/** The contracts of the account, and the wallet that they rest on. */
export interface OwnContracts {
  readonly open: readonly OwnContract[];
  /** Contracts on which an order waits for its tick. */
  readonly waiting: ReadonlySet<string>;
  readonly equity: bigint;
  /** What of the wallet is bound by nothing. */
  readonly free: bigint;
}

/** What the bot may do and see: the calls that everybody has about contracts and wallets. */
export interface ContractDesk extends StrategyDesk {
  contract(symbol: string): ContractLook | undefined;
  contractsOf(account: number): OwnContracts;
  /** Sells coins by a contract, at the next tick; whether the order was taken. */
  openShort(account: number, contract: string, quantity: bigint): Promise<boolean>;
  closeShort(account: number, id: number, quantity: bigint): Promise<unknown>;
  /** Between the two wallets; below zero: out of that of contracts. */
  moveMargin(account: number, asset: number, amount: bigint): Promise<unknown>;
}

export interface SpotContractOptions extends BotOptions {
  readonly desk: ContractDesk;
}

type Pair = (typeof SPOT_CONTRACT.pairs)[number];
interface SeenPair {
  readonly pair: Pair;
  readonly look: PairLook;
}

const ACCOUNT = ACCOUNTS.spotContract;

/**
 * The bot of `spotContract`: it trades with the calls and at the prices of everybody. Contracts
 * follow coins: what a look finds bought or sold in the book is sold or bought back by contract at
 * the next tick, to the nearest step; margin follows contracts.
 */
export class SpotContractBot {
  readonly #options: SpotContractOptions;
  readonly #orders: OwnOrders;
  /** Prices of the last look. */
  readonly #seen = new Map<string, ContractLook>();
  /** What was sold by a contract when more of it was asked for. */
  readonly #asked = new Map<string, bigint>();
  readonly #pausedUntil = new Map<string, number>();

  constructor(options: SpotContractOptions) {
    this.#options = options;
    this.#orders = new OwnOrders(options.desk, ACCOUNT, SPOT_CONTRACT.tolerancePpm);
  }

  job(): Job {
    return {
      name: `tradeSpotContract:${this.#options.realm}`,
      everyMs: SPOT_CONTRACT.everyMs,
      run: (at, signal) => this.look(at, signal),
    };
  }

  /** One look at all pairs, and what follows from it: margin, contracts, then orders. */
  async look(at: number, signal?: AbortSignal): Promise<void> {
    const { machine, desk } = this.#options;
    const row = machine()
      .products()
      .find(({ strategy }) => strategy === 'spotContract');
    if (row === undefined) return;
    const seen: SeenPair[] = [];
    for (const pair of SPOT_CONTRACT.pairs) {
      const look = this.#lookAt(pair, row, at);
      if (look === null) await this.#stop(pair);
      else seen.push({ pair, look });
    }
    await this.#margin(row, seen);
    for (const { pair, look } of seen) {
      if (signal?.aborted === true) return;
      await this.#hedge(pair, look, at);
      const isPaused = look.isPaused || this.#isPaused(pair.contract, at);
      const isWaiting = desk.contractsOf(ACCOUNT).waiting.has(pair.contract);
      await this.#orders.bring(look.rules, pairOrders({ ...look, isPaused, isWaiting }));
    }
  }

  /** Null without a price of the look before that is young enough. */
  #lookAt({ market, contract: symbol }: Pair, row: StrategyRow, at: number): PairLook | null {
    const { desk } = this.#options;
    const machine = this.#options.machine();
    const rules = desk.rules(market);
    const now = desk.contract(symbol);
    const isFresh = now !== undefined && at - now.at <= SPOT_CONTRACT.quoteAgeMs;
    const contract = isFresh ? this.#seen.get(symbol) : undefined;
    if (isFresh) this.#seen.set(symbol, now);
    else this.#seen.delete(symbol);
    const value = machine.worthNow(row);
    const coin = rules === undefined ? undefined : desk.assetId(rules.base);
    if (contract === undefined || rules === undefined || coin === undefined || value === null) {
      return null;
    }
    const own = desk.contractsOf(ACCOUNT).open.filter((one) => one.contract === symbol);
    const oldest = own.reduce((first, { openedAt }) => Math.min(first, openedAt), at);
    return {
      ...{ rules, contract, value, coin: machine.money.owned(ACCOUNT, coin), short: shortOf(own) },
      cash: machine.money.owned(ACCOUNT, row.asset),
      needed: neededFor(machine.holdings.leavingUnits(row.product), value, row.units),
      isOld: at - oldest >= SPOT_CONTRACT.nights * DAY,
      isPaused: this.#isPaused(symbol, at) || contract.room < contract.step,
      isWaiting: false,
    };
  }

  /** Without prices it has no orders; contracts that are open stay. */
  async #stop({ market }: Pair): Promise<void> {
    const rules = this.#options.desk.rules(market);
    if (rules !== undefined) await this.#orders.bring(rules, []);
  }

  /** Keeps the contract wallet near to what the contracts need that there are or will be. */
  async #margin({ asset }: StrategyRow, seen: readonly SeenPair[]): Promise<void> {
    const { desk, machine } = this.#options;
    const { open, equity, free } = desk.contractsOf(ACCOUNT);
    // A contract without a price keeps its margin.
    const isWhole = open.every(({ contract }) =>
      seen.some(({ pair }) => pair.contract === contract),
    );
    const worth = seen.reduce((sum, { look: { coin, short, contract } }) => {
      const wanted = hedgeOf(coin, contract.step);
      return sum + valueAt(larger(wanted, short), BigInt(contract.ask));
    }, 0n);
    const move = marginMove(worth, equity);
    const there = move < 0n ? free : machine().money.available(ACCOUNT, asset);
    const size = move < 0n ? -move : move;
    const amount = lesser(size, there);
    if (amount <= 0n || (move < 0n && !isWhole)) return;
    await desk.moveMargin(ACCOUNT, asset, move < 0n ? -amount : amount);
  }

  /** Brings what contracts have sold to the nearest step of the coins that there are. */
  async #hedge({ contract: symbol }: Pair, look: PairLook, at: number): Promise<void> {
    const { desk } = this.#options;
    const { open, waiting } = desk.contractsOf(ACCOUNT);
    const own = open.filter(({ contract, side }) => contract === symbol && side === SHORT);
    if (waiting.has(symbol) || own.some(({ isClosing }) => isClosing)) return;
    const { coin, short, contract } = look;
    const asked = this.#asked.get(symbol);
    this.#asked.delete(symbol);
    const lacks = hedgeOf(coin, contract.step) - short;
    if (lacks < 0n) {
      const [first] = own.toSorted((a, b) => a.id - b.id);
      if (first === undefined) return;
      const quantity = lesser(-lacks, first.quantity);
      await desk.closeShort(ACCOUNT, first.id, quantity);
      return;
    }
    if (lacks === 0n || this.#isPaused(symbol, at)) return;
    const quantity = lesser(lacks, contract.most);
    const isRefused = asked === short || !(await desk.openShort(ACCOUNT, symbol, quantity));
    if (isRefused) this.#pausedUntil.set(symbol, at + SPOT_CONTRACT.pauseMs);
    else this.#asked.set(symbol, short);
  }

  #isPaused(symbol: string, at: number): boolean {
    return at < (this.#pausedUntil.get(symbol) ?? 0);
  }
}

function shortOf(own: readonly OwnContract[]): bigint {
  return own.reduce((sum, { side, quantity }) => (side === SHORT ? sum + quantity : sum), 0n);
}

import { assert, larger } from '@assay/core/num/integer';
import { indexName } from '@assay/core/order/market';
import { type Direction, gainOver, type Rate } from '@assay/core/position/value';
import { DAY } from '@assay/core/time';
import type { Assets } from '@assay/modules/ledger';
import type { Turn } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { type Shares, unitsFor, unitsWithin, valueAt, worthOf } from '../rules.ts';
import type { HoldingEnd } from '../schema/strategy-commands.ts';
import type {
  EndedHoldingRow,
  earnStrategy,
  endedHolding,
  HoldingRow,
  StrategyRow,
  strategyCut,
  strategyCutAsset,
  strategyCutContract,
} from '../store/strategy-tables.ts';
import type { Holdings } from './holdings.ts';
import { dayOf } from './keeper.ts';
import { ACCOUNTS, hasContracts, type StrategyMoney } from './strategy-money.ts';

/** A price, when the engine took it, and the number of its tick in the log. */
export interface ReferenceTick {
  readonly units: number;
  readonly at: number;
  readonly n: number;
}

/** Where index prices come from: the last tick of each in the engine. */
export interface StrategyPrices {
  lastIndex(name: string): ReferenceTick | undefined;
}

/** What an account has open in one direction of a contract, at the price that would close it. */
export interface OpenContracts {
  readonly contract: string;
  readonly version: number;
  readonly side: Direction;
  readonly quantity: bigint;
  /** The sum of entry price x quantity, undivided. */
  readonly cost: bigint;
  readonly exit: number;
  /** The tick that makes USDT of what closing them would bring; null: it is USDT. */
  readonly conversion: {
    readonly n: number;
    readonly at: number;
    readonly price: number;
    readonly rate: Rate;
  } | null;
  readonly indexPrice: number;
  readonly spread: number;
  readonly recent: string;
  readonly n: number;
  readonly at: number;
}

/** Where what an account has in contracts is read, beside the money of its wallet. */
export interface StrategyContracts {
  of(account: number): {
    /** What is owed to it, less losses that its wallet could not pay. */
    readonly owed: bigint;
    readonly open: readonly OpenContracts[];
  };
}

export interface CutterParts {
  readonly strategies: ObjectTable<typeof earnStrategy>;
  readonly holdings: Holdings;
  readonly money: StrategyMoney;
  readonly prices: StrategyPrices;
  readonly contracts: StrategyContracts;
  readonly assets: Assets;
  readonly ended: HistoryTable<typeof endedHolding>;
  readonly cuts: HistoryTable<typeof strategyCut>;
  readonly cutAssets: HistoryTable<typeof strategyCutAsset>;
  readonly cutContracts: HistoryTable<typeof strategyCutContract>;
  readonly tell: (row: HoldingRow | EndedHoldingRow) => void;
}

/** What an account has of an asset, and what one of it is worth by which tick. */
export interface Valued {
  readonly asset: number;
  readonly amount: bigint;
  readonly price: number;
  readonly n: number;
}

/** Contracts that are open, with what closing them would bring: below zero, cost. */
export interface ValuedContracts extends OpenContracts {
  readonly gain: bigint;
}

/** What an account is worth, and by what. */
export interface Valuation {
  readonly assets: readonly Valued[];
  readonly contracts: readonly ValuedContracts[];
  readonly value: bigint;
}

/** More units are not issued: what would buy them is given back. */
const MOST_UNITS = 10n ** 18n;
const ONE = 100_000_000;

/**
 * Makes the cut of each day that has ended: what the account is worth, units for what was put in,
 * and what redemptions get, as far as the account has it. A cut may take several commands; value
 * and units are those of its first.
 */
export class Cutter {
  readonly #parts: CutterParts;

  constructor(parts: CutterParts) {
    this.#parts = parts;
  }

  hasWork(at: number): boolean {
    return this.#parts.strategies.rows().some((row) => this.#isDue(row, at));
  }

  /** Up to `most` steps: the beginning of a cut, each holding in it, and its end. */
  work(turn: Turn, most: number): number {
    let done = 0;
    for (const row of this.#parts.strategies.rows()) {
      while (done < most && this.#isDue(row, turn.at)) {
        this.#step(row, turn);
        done += 1;
      }
    }
    return done;
  }

  /** What the account is worth by prices of `since` or later; null while one is missing. */
  valued(row: StrategyRow, since: number): Valuation | null {
    const account = ACCOUNTS[row.strategy];
    const { owed, open } = hasContracts(account) ? this.#parts.contracts.of(account) : NONE;
    const isOld = ({ at, conversion }: OpenContracts) => Math.min(at, conversion?.at ?? at) < since;
    if (open.some(isOld)) return null;
    const contracts = open.map((one) => ({ ...one, gain: gainOfOpen(one) }));
    const assets = this.#valuedAssets(row, since, owed);
    if (assets === null) return null;
    let value = contracts.reduce((sum, { gain }) => sum + gain, 0n);
    for (const { amount, price } of assets) value += valueAt(amount, BigInt(price));
    // Contracts may have lost more than there is: then units are worth nothing, and not less.
    return { assets, contracts, value: larger(value, 0n) };
  }

  #valuedAssets(
    { strategy, asset: own }: StrategyRow,
    since: number,
    owed: bigint,
  ): Valued[] | null {
    const { assets, money, prices } = this.#parts;
    const account = ACCOUNTS[strategy];
    const valued: Valued[] = [];
    for (const { id: asset } of assets.assets()) {
      const inContracts = asset === own ? money.margin(account, asset) + owed : 0n;
      const amount = money.owned(account, asset) + inContracts;
      if (amount === 0n) continue;
      if (asset === own) {
        valued.push({ asset, amount, price: ONE, n: 0 });
        continue;
      }
      const name = indexName(assets.assetSymbol(asset), assets.assetSymbol(own));
      const price = prices.lastIndex(name);
      if (price === undefined || price.at < since) return null;
      valued.push({ asset, amount, price: price.units, n: price.n });
    }
    return valued;
  }

  end(row: HoldingRow, state: HoldingEnd, { seq, at }: Turn): void {
    const { holdings, ended, tell } = this.#parts;
    holdings.remove(row);
    const last = { ...row, state, seq, endedAt: at };
    ended.add(last);
    tell(last);
  }

  /** A cut under way goes on; the next begins once its day is over and everything has a price. */
  #isDue(row: StrategyRow, at: number): boolean {
    if (row.cutSeq > 0) return true;
    const next = row.day + 1;
    return next < dayOf(at) && this.valued(row, (next + 1) * DAY) !== null;
  }

  #step(row: StrategyRow, turn: Turn): void {
    const { holdings } = this.#parts;
    if (row.cutSeq === 0) {
      this.#begin(row, turn);
      return;
    }
    const pending = holdings.pending(row.product, row.day, dayOf);
    if (pending !== null) {
      this.#issue(row, pending, turn);
      return;
    }
    const leaving = holdings.leaving(row.product, row.day);
    if (leaving === null || !this.#redeem(row, leaving, turn)) this.#finish(row, turn);
  }

  #begin(row: StrategyRow, { seq, at }: Turn): void {
    const { strategies, cutAssets, cutContracts } = this.#parts;
    const { product } = row;
    const day = row.day + 1;
    const valuation = this.valued(row, (day + 1) * DAY);
    assert(valuation !== null, `the cut of ${product} has its prices`);
    const { assets, contracts, value: cutValue } = valuation;
    for (const { asset, amount, price, n } of assets) {
      cutAssets.add({ product, day, asset, amount, price, n, seq });
    }
    for (const { contract, version, side, quantity, exit, gain, ...tick } of contracts) {
      const { n, indexPrice, spread, recent, conversion } = tick;
      const converted = {
        conversionTick: conversion?.n ?? null,
        conversionPrice: conversion?.price ?? null,
      };
      const prices = { price: exit, n, indexPrice, spread, recent, version, ...converted };
      cutContracts.add({ product, day, contract, side, quantity, ...prices, gain, seq });
    }
    const found = { day, cutSeq: seq, cutAt: at, cutValue, cutUnits: row.units };
    strategies.change(row, { ...found, paidIn: 0n, issued: 0n, paidOut: 0n, redeemed: 0n });
  }

  #issue(row: StrategyRow, holding: HoldingRow, turn: Turn): void {
    const { strategies, holdings, money, tell } = this.#parts;
    const account = ACCOUNTS[row.strategy];
    const amount = BigInt(holding.amount);
    const units = unitsFor(amount, sharesOf(row));
    if (units === 0n || row.units + units > MOST_UNITS) {
      money.refund(account, holding, turn.seq);
      this.end(holding, 'refunded', turn);
      return;
    }
    money.issue(account, holding, turn.seq);
    holdings.issue(holding, units, row.day);
    const sums = { paidIn: row.paidIn + amount, issued: row.issued + units };
    strategies.change(row, { ...sums, units: row.units + units });
    tell(holding);
  }

  /** Pays a redemption, as far as the account has it; false if it has nothing more. */
  #redeem(row: StrategyRow, holding: HoldingRow, turn: Turn): boolean {
    const { strategies, holdings, money, tell } = this.#parts;
    const account = ACCOUNTS[row.strategy];
    const shares = sharesOf(row);
    const there = money.available(account, holding.asset);
    const isWhole = worthOf(holding.units, shares) <= there;
    const redeemed = isWhole ? holding.units : unitsWithin(there, shares);
    if (redeemed === 0n) return false;
    const payment = worthOf(redeemed, shares);
    money.pay(account, holding, payment, turn.seq);
    const sums = { paidOut: row.paidOut + payment, redeemed: row.redeemed + redeemed };
    strategies.change(row, { ...sums, units: row.units - redeemed });
    const paid = holding.paid + payment;
    if (isWhole) {
      holdings.change(holding, { paid });
      this.end(holding, 'redeemed', turn);
    } else {
      holdings.change(holding, { paid, units: holding.units - redeemed });
      tell(holding);
    }
    return isWhole;
  }

  #finish(row: StrategyRow, { seq }: Turn): void {
    const { strategies, holdings, cuts } = this.#parts;
    const { product, day, paidIn, issued, paidOut, redeemed } = row;
    const { cutSeq: valuedSeq, cutAt: at, cutValue: value, cutUnits: units } = row;
    const waiting = holdings.leavingUnits(product);
    const found = { valuedSeq, at, value, units };
    cuts.add({ product, day, ...found, paidIn, issued, paidOut, redeemed, waiting, seq });
    strategies.change(row, { cutSeq: 0, cutAt: 0, cutValue: 0n, cutUnits: 0n });
  }
}

const NONE = { owed: 0n, open: [] } as const;

const gainOfOpen = ({ side, cost, exit, quantity, conversion }: OpenContracts) =>
  gainOver(side, cost, exit, quantity, conversion?.rate);

const sharesOf = ({ cutValue: value, cutUnits: units }: StrategyRow): Shares => ({ value, units });

import type { BookRules } from '@assay/core/order/market';
import { financingOf } from '@assay/core/position/financing';
import { ONE, SHORT } from '@assay/core/position/value';
import { feePpm, least, lotsFor, order, upTo, type WantedOrder } from './book-index.ts';
import { SPOT_CONTRACT, valueAt } from './rules.ts';

const PPM = 1_000_000n;
const SPOT = SPOT_CONTRACT;

/** A contract as everybody sees it: its terms, its last prices, and what the house still takes. */
export interface ContractLook {
  readonly bid: number;
  readonly ask: number;
  readonly at: number;
  /** Coins in the smallest step of lots, and in the most that one order may be. */
  readonly step: bigint;
  readonly most: bigint;
  /** Coins that can still be sold by it. */
  readonly room: bigint;
  readonly carry: number;
  readonly carryDays: number;
  readonly adminPpm: number;
}

/** What the strategy looks at in one pair: public prices, and its own account. */
export interface PairLook {
  readonly rules: BookRules;
  /** As it was a look before. */
  readonly contract: ContractLook;
  /** Coins that the account has, and as many as its contracts have sold. */
  readonly coin: bigint;
  readonly short: bigint;
  readonly cash: bigint;
  readonly value: bigint;
  /** What redemptions that are asked for will need. */
  readonly needed: bigint;
  /** Whether its oldest contract has had the nights that its price has paid for. */
  readonly isOld: boolean;
  /** Whether the contract is not to be had, or was not a short time ago. */
  readonly isPaused: boolean;
  /** Whether an order for the contract waits for its tick. */
  readonly isWaiting: boolean;
}

/** What a short contract on one coin costs in a night, rounded up; nothing where it is paid. */
function nightOf({ bid, carry, carryDays: days, adminPpm }: ContractLook): bigint {
  const night = financingOf(SHORT, ONE, bid, { carry, days, adminPpm }, { carry: 1, admin: 1 });
  return night < 0n ? -night : 0n;
}

/**
 * The published rules of `spotContract` for the book of one coin. Coins whose contract is not to be
 * had are sold at once, and so are those that have been kept for too long or that redemptions need.
 */
export function pairOrders(look: PairLook): WantedOrder[] {
  const { cash, needed, coin, short, isOld, isPaused, isWaiting, contract } = look;
  const bare = coin > short ? coin - short : 0n;
  if (isOld) return sellNow(look, coin);
  if (cash < needed) return sellNow(look, coinsFor(look, needed - cash));
  if (isPaused && !isWaiting && bare >= contract.step) return sellNow(look, bare);
  const buys = needed === 0n && !isPaused;
  return [buys ? bid(look) : null, ask(look)].filter((one) => one !== null);
}

/** Below what the contract is sold at, by its spread, its nights, both fees and the edge. */
function bid({ rules, contract, coin, cash, value }: PairLook): WantedOrder | null {
  const { bid: sells, ask: buys, step, room } = contract;
  const left = BigInt(sells) - BigInt(buys - sells) - BigInt(SPOT.nights) * nightOf(contract);
  const ppm = PPM - BigInt(2 * feePpm(rules) + SPOT.edgePpm);
  const ticks = (left * ppm) / PPM / BigInt(rules.quotePerTick);
  const inCoins = valueAt(coin, BigInt(buys));
  const mostOfCoin = (value * BigInt(SPOT.coinPpm)) / PPM - inCoins;
  const most = least((value * BigInt(SPOT.orderPpm)) / PPM, mostOfCoin, cash);
  const coins = least(lotsFor(rules, most, ticks) * BigInt(rules.basePerLot), room);
  // Whole steps of the contract: what is bought can be sold by it.
  const whole = coins - (coins % step);
  return order(rules, 'buy', ticks, whole / BigInt(rules.basePerLot), false);
}

/** At what the contract is bought back at, or more. */
function ask({ rules, contract, coin, value }: PairLook): WantedOrder | null {
  const ticks = upTo(BigInt(contract.ask), BigInt(rules.quotePerTick));
  const most = lotsFor(rules, (value * BigInt(SPOT.orderPpm)) / PPM, ticks);
  return order(rules, 'sell', ticks, least(most, coin / BigInt(rules.basePerLot)), false);
}

/** Into the bids that are there, down to the published price. */
function sellNow({ rules, contract, coin }: PairLook, coins: bigint): WantedOrder[] {
  const lots = upTo(least(coins, coin), BigInt(rules.basePerLot));
  const most = coin / BigInt(rules.basePerLot);
  const sale = order(rules, 'sell', leastTicks(rules, contract), least(lots, most), true);
  return sale === null ? [] : [sale];
}

/** As many coins as bring so much at the least price, after their fee; rounded up. */
function coinsFor({ rules, contract }: PairLook, lacking: bigint): bigint {
  const ticks = leastTicks(rules, contract);
  const before = (lacking * PPM) / (PPM - BigInt(feePpm(rules))) + 1n;
  return (lotsFor(rules, before, ticks) + 1n) * BigInt(rules.basePerLot);
}

function leastTicks(rules: BookRules, { ask: buys }: ContractLook): bigint {
  const price = BigInt(buys) * (PPM - BigInt(SPOT.windDownPpm));
  return upTo(price, PPM * BigInt(rules.quotePerTick));
}

/** Coins that are to be sold by contracts: those that there are, to the nearest whole step. */
export function hedgeOf(coin: bigint, step: bigint): bigint {
  return ((coin + step / 2n) / step) * step;
}

/**
 * What is to move into the contract wallet, below zero: out of it. It has a share of what the
 * contracts are worth, and is left alone while it is near to that.
 */
export function marginMove(worth: bigint, equity: bigint): bigint {
  const target = upTo(worth * BigInt(SPOT.marginPpm), PPM);
  const slack = (worth * BigInt(SPOT.slackPpm)) / PPM;
  const lacks = target - equity;
  return (lacks < 0n ? -lacks : lacks) > slack ? lacks : 0n;
}

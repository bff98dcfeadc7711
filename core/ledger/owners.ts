import { assert } from '../num/integer.ts';

/**
 * Who can own value. Users start at FIRST_USER; below it are the house, whose accounts are ordinary
 * and public, and the outside, where value comes from and goes to. Staff act but own nothing: their
 * actor numbers are below zero (decision 0014).
 */
export const OWNER = {
  fees: 1,
  marketMaker: 2,
  cfd: 3,
  optionsEscrow: 4,
  earnPool: 5,
  insurance: 6,
  promotions: 7,
  lending: 8,
  rounding: 9,
  /** What quick purchases are paid out of: the house's own, funded before anything is promised. */
  purchases: 10,
  /** Coins that are sold before they are listed, and what is paid for them. */
  launch: 11,
  /** What the strategy of earn trades with, for people who have units of it. */
  earnStrategy: 12,
  /** What the strategy between spot and contracts trades with, and what waits for its cuts. */
  earnContracts: 13,
  earnWaiting: 14,
  /** Sends the commands of the price feeds; owns nothing. */
  feeds: 90,
  /** Sends the commands of the operator's set-up; owns nothing. */
  setup: 91,
  /** Sends the commands by which an engine goes on with work that it has begun; owns nothing. */
  engine: 92,
  /**
   * Sends the commands by which money comes in and leaves, for the watcher, the signer and their
   * deadlines; owns nothing.
   */
  custody: 93,
  outsideDeposits: 101,
  outsideWithdrawals: 102,
  outsideCapital: 103,
  outsideVirtual: 104,
} as const;

export const FIRST_USER = 1000;
const FIRST_OUTSIDE = 100;
/** More people than that there will never be. */
const FIRST_TRIAL = 2 ** 37;

const NAMES = new Map<number, string>([
  [OWNER.fees, 'house:fees'],
  [OWNER.marketMaker, 'house:marketMaker'],
  [OWNER.cfd, 'house:cfd'],
  [OWNER.optionsEscrow, 'house:optionsEscrow'],
  [OWNER.earnPool, 'house:earnPool'],
  [OWNER.insurance, 'house:insurance'],
  [OWNER.promotions, 'house:promotions'],
  [OWNER.lending, 'house:lending'],
  [OWNER.rounding, 'house:rounding'],
  [OWNER.purchases, 'house:purchases'],
  [OWNER.launch, 'house:launch'],
  [OWNER.earnStrategy, 'house:earnStrategy'],
  [OWNER.earnContracts, 'house:earnContracts'],
  [OWNER.earnWaiting, 'house:earnWaiting'],
  [OWNER.outsideDeposits, 'outside:deposits'],
  [OWNER.outsideWithdrawals, 'outside:withdrawals'],
  [OWNER.outsideCapital, 'outside:capital'],
  [OWNER.outsideVirtual, 'outside:virtual'],
]);

/** The accounts of the house and the outside, by name. */
export const HOUSE_NAMES: ReadonlyMap<string, number> = new Map(
  [...NAMES].map(([owner, name]) => [name, owner]),
);

/** Every outside owner: value comes in and leaves through these accounts only. */
export const OUTSIDE = [
  OWNER.outsideDeposits,
  OWNER.outsideWithdrawals,
  OWNER.outsideCapital,
  OWNER.outsideVirtual,
] as const;

/** Outside accounts are the counterpart of all deposits, so only they may be below zero. */
export function isOutside(owner: number): boolean {
  return owner >= FIRST_OUTSIDE && owner < FIRST_USER;
}

/** True for the named accounts of the house: no other house account may receive value. */
export function isHouse(owner: number): boolean {
  return owner < FIRST_OUTSIDE && NAMES.has(owner);
}

/**
 * Whether an account opens contracts against the house by the rules of everybody, and moves what it
 * needs between its two wallets: people, and the strategy that they have units of (decision 0157).
 */
export function opensContracts(owner: number): boolean {
  return owner >= FIRST_USER || owner === OWNER.earnContracts;
}

/**
 * Whose trial funds for contracts are: an account of its own for each voucher, so that what is open
 * by them stands beside nothing that somebody owns (decision 0152).
 */
export function trialOwner(voucherId: number): number {
  const owner = FIRST_TRIAL + voucherId;
  assert(voucherId > 0 && owner < 2 * FIRST_TRIAL, 'the number of a voucher is that of a command');
  return owner;
}

/** True for accounts of trial funds. */
export function isTrial(owner: number): boolean {
  return owner >= FIRST_TRIAL;
}

/** The actor of a member of staff, by the number of their row, which starts at 1. */
export function staffActor(staffId: number): number {
  assert(
    Number.isSafeInteger(staffId) && staffId > 0,
    'the number of a member of staff is above 0',
  );
  return -staffId;
}

/** The number of the member of staff with this actor number. */
export function staffIdOf(actor: number): number {
  assert(Number.isSafeInteger(actor) && isStaff(actor), 'the actor is a member of staff');
  return -actor;
}

/** True for members of staff, who act and own nothing. */
export function isStaff(actor: number): boolean {
  return actor < 0;
}

/** `house:fees`, `outside:capital`, `user:1000`, `trial:12`, or `staff:7`. */
export function ownerName(owner: number): string {
  if (isStaff(owner)) return `staff:${staffIdOf(owner)}`;
  if (isTrial(owner)) return `trial:${owner - FIRST_TRIAL}`;
  return NAMES.get(owner) ?? `user:${owner}`;
}

/**
 * Wallets of one owner: the currency account trades spot, the contract account everything
 * leveraged.
 */
export const WALLET = { currency: 0, contract: 1 } as const;
export type Wallet = (typeof WALLET)[keyof typeof WALLET];
export const WALLET_NAMES = ['currency', 'contract'] as const;

const ASSETS = 2048;
const WALLETS = 8;

/** Highest asset id that fits an account id. */
export const MAX_ASSET = ASSETS - 1;

/** Account ids of users start here: an index over customers' postings omits the house by it. */
export const FIRST_USER_ACCOUNT = FIRST_USER * WALLETS * ASSETS;

/** One integer for owner x wallet x asset, the same in memory and in the database. */
export function accountId(owner: number, wallet: Wallet, asset: number): number {
  return (owner * WALLETS + wallet) * ASSETS + asset;
}

export function assetOf(account: number): number {
  return account % ASSETS;
}

export function walletOf(account: number): Wallet {
  return (Math.floor(account / ASSETS) % WALLETS) as Wallet;
}

export function ownerOf(account: number): number {
  return Math.floor(account / (ASSETS * WALLETS));
}

/** An account in words, as receipts have it that can be shown to others: `person` for its own. */
export function accountWords(account: number, person: number): string {
  const owner = ownerOf(account);
  return `${owner === person ? 'person' : ownerName(owner)} ${WALLET_NAMES[walletOf(account)]}`;
}

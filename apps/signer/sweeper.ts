import type { Sweepable, SweepStore } from '@assay/modules/payouts';
import { unitsOf } from '@assay/platform/chain/amounts';
import type { Key } from './keys/key.ts';
import { Lane, type LaneOptions, type Look } from './lane.ts';
import { firstOffer, type Offer } from './rules/fees.ts';
import type { Move } from './rules/transfers.ts';

/** Addresses that are looked at in one step. */
const AT_ONCE = 20;
/** An address that has too little is left alone for this time. */
const LATER_MS = 600_000;

/** The keys of the addresses that people send to. */
export interface DepositKeys {
  /** Names the tree, as the rows of addresses do. */
  readonly tree: string;
  deposit(index: number): Key;
}

export interface SweeperOptions extends LaneOptions {
  readonly keys: DepositKeys;
  readonly store: SweepStore;
  /** That of the address that pays out, which also pays for the gas. */
  readonly lane: Lane;
}

/**
 * Collects what came to deposit addresses in the address that pays out. One that has a token and no
 * coin for the gas gets that first.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #later = new Map<string, number>();
  readonly #lanes = new Map<string, Lane>();

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** What is wrong; empty while all is well. */
  async step(hot: Look): Promise<string> {
    const { store, chain, keys, clock } = this.#options;
    const tokens = chain.tokens.filter(({ sweepFrom }) => sweepFrom !== undefined);
    const all = await store.sweepable(
      chain.chainId,
      keys.tree,
      tokens.map((one) => one.address),
    );
    const due = all.filter((one) => (this.#later.get(nameOf(one)) ?? 0) <= clock.now());
    let problem = '';
    for (const one of due.slice(0, AT_ONCE)) problem = (await this.#sweep(one, hot)) || problem;
    return problem;
  }

  async #sweep(one: Sweepable, hot: Look): Promise<string> {
    const { chain, keys, log } = this.#options;
    const key = keys.deposit(one.position);
    if (key.address !== one.address) return 'otherSeed';
    const lane = this.#laneOf(key);
    const look = await lane.look(hot.head, hot.fees, 0);
    if (look.problem !== '' || look.isBusy) return look.problem && `sweep:${look.problem}`;
    const policy = chain.tokens.find(({ address }) => address === one.token);
    const balance = await lane.balance(one.token, look);
    const { units } = unitsOf(balance, policy?.decimals ?? 0);
    const offer = firstOffer(hot.fees, chain.maxFeeGwei);
    if (policy?.sweepFrom === undefined || units < policy.sweepFrom || balance === 0n) {
      this.#leave(one);
      return '';
    }
    if (offer === null) return '';
    const recipient = this.#options.key.address;
    const move = { token: one.token, sender: key.address, recipient, amount: balance };
    const gas = await lane.gasOf(one.token === null ? { ...move, amount: 1n } : move);
    if (gas === null) return 'sweep:wouldFail';
    const cost = BigInt(gas) * offer.maxFee;
    const coin = await lane.balance(null, look);
    if (one.token !== null && coin < cost) return this.#giveGas(move, cost, coin, hot);
    const amount = one.token === null ? balance - cost : balance;
    if (amount <= 0n) {
      this.#leave(one);
      return '';
    }
    const what = { purpose: 'sweep', withdrawalId: null } as const;
    const signed = await lane.sign(look, what, { ...move, amount }, gas, offer);
    log.info(
      { address: key.address, transaction: signed?.transaction },
      'a deposit address is emptied',
    );
    return '';
  }

  /** Coin for a transaction and a quarter, once at a time. */
  async #giveGas(sweep: Move, cost: bigint, coin: bigint, hot: Look): Promise<string> {
    const { chain, lane, key } = this.#options;
    const recipient = sweep.sender;
    if (hot.flying.some((one) => one.recipient === recipient)) return '';
    const amount = (cost * 5n) / 4n - coin;
    const move: Move = { token: null, sender: key.address, recipient, amount };
    const offer: Offer | null = firstOffer(hot.fees, chain.maxFeeGwei);
    const gas = await lane.gasOf(move);
    if (offer === null || gas === null) return '';
    const lacking = await lane.lacks(move, BigInt(gas) * offer.maxFee, hot);
    if (lacking !== null) return `sweep:${lacking}`;
    await lane.sign(hot, { purpose: 'gas', withdrawalId: null }, move, gas, offer);
    return '';
  }

  #leave(one: Sweepable): void {
    this.#later.set(nameOf(one), this.#options.clock.now() + LATER_MS);
  }

  #laneOf(key: Key): Lane {
    const known = this.#lanes.get(key.address);
    if (known) return known;
    const lane = new Lane({ ...this.#options, key });
    this.#lanes.set(key.address, lane);
    return lane;
  }
}

const nameOf = ({ address, token }: Sweepable) => `${address} ${token}`;

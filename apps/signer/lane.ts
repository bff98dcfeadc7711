import type {
  Attempt,
  Hex,
  Outgoing,
  OutgoingStore,
  RequestStore,
  Sender,
  Unfinished,
} from '@assay/modules/payouts';
import { NodeError } from '@assay/platform/chain/node-error';
import type { Fees } from '@assay/platform/chain/shapes';
import type { Clock } from '@assay/platform/clock';
import type { Log } from '@assay/platform/log';
import type { ChainView } from './chain-view.ts';
import { type Key, signWith } from './keys/key.ts';
import { gasLimit, nextOffer, type Offer } from './rules/fees.ts';
import type { ChainPolicy } from './rules/policy.ts';
import { callOf, hasMoved, type Move } from './rules/transfers.ts';

/** Final transactions that are looked at again, to see whether the chain still has them. */
const LOOKED_BACK = 32;
/** Bytes that are not mined are sent again after this time, and by each new process at once. */
const RESEND_MS = 5_000;

export interface LaneOptions {
  readonly chain: ChainPolicy;
  readonly view: ChainView;
  readonly key: Key;
  readonly outgoing: OutgoingStore;
  readonly requests: RequestStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a step sees of an address that sends. */
export interface Look {
  readonly head: number;
  /** How many transactions of the address the chain has. */
  readonly count: number;
  readonly fees: Fees;
  /** What is signed and not on the chain. */
  readonly flying: Unfinished[];
  /** What the address has of each token, read once. */
  readonly balances: Map<Hex | null, bigint>;
  /** The nonce of what is signed next. */
  nonce: number;
  /** Not everything that is signed is final. */
  isBusy: boolean;
  /** Why nothing new is signed; empty while all is well. */
  problem: string;
}

export type What = Pick<Outgoing, 'purpose' | 'withdrawalId'>;

/**
 * The transactions of one address, nonce by nonce. What is signed is written down first, and only
 * what is written down is sent, again and again, until the chain has it.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #sender: Sender;
  readonly #sentAt = new Map<string, number>();

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#sender = { chainId: options.chain.chainId, sender: options.key.address };
  }

  /** Looks after all that is signed. */
  async look(head: number, fees: Fees, firstNonce: number): Promise<Look> {
    const { view, outgoing } = this.#options;
    const [pending, next, count] = await Promise.all([
      outgoing.unfinished(this.#sender),
      outgoing.nextNonce(this.#sender),
      view.transactions(this.#sender.sender),
    ]);
    const nonce = next ?? firstNonce;
    const isBusy = pending.length > 0;
    const seen = { head, count, fees, nonce, isBusy, problem: '' };
    const look: Look = { ...seen, flying: [], balances: new Map() };
    if (await this.#sendLost(head)) look.problem = 'contradicted';
    // Signed by our key, in no row of ours: the key is elsewhere too, or the database is old.
    else if (count > nonce) look.problem = 'unknownTransactions';
    for (const one of pending) await this.#follow(one, look);
    await this.#replaceFirst(look);
    return look;
  }

  /** Signs a move with the next nonce, and sends it; null when it must not leave any more. */
  async sign(
    look: Look,
    what: What,
    move: Move,
    gas: number,
    offer: Offer,
  ): Promise<Attempt | null> {
    const { outgoing, clock } = this.#options;
    const { token, recipient, amount } = move;
    const common = { ...this.#sender, ...what, nonce: look.nonce, takenAt: clock.now() };
    const one: Outgoing = { ...common, token, recipient, amount };
    const attempt = await this.#attempt(one, gas, offer, 1);
    if (!(await outgoing.take(one, attempt))) return null;
    look.flying.push({ ...one, attempts: [attempt] });
    look.nonce += 1;
    look.isBusy = true;
    await this.#send(one.nonce, attempt);
    return attempt;
  }

  /** What a move takes, with a reserve; null when it would fail now. */
  async gasOf(move: Move): Promise<number | null> {
    try {
      return gasLimit(await this.#options.view.gas({ from: move.sender, ...callOf(move) }));
    } catch (error) {
      if (error instanceof NodeError && error.fault === 'refused') return null;
      throw error;
    }
  }

  /** What there is too little of, counting what is signed and not on the chain yet. */
  async lacks({ token, amount }: Move, cost: bigint, look: Look): Promise<string | null> {
    const sent = (of: Hex | null) =>
      sum(look.flying.map((one) => (one.token === of ? one.amount : 0n)));
    const fees = sum(look.flying.map(({ attempts }) => costOf(attempts.at(-1)!)));
    const coin = sent(null) + fees + cost + (token === null ? amount : 0n);
    if ((await this.balance(null, look)) < coin) return 'tooLittleCoin';
    if (token === null) return null;
    return (await this.balance(token, look)) < sent(token) + amount ? 'tooLittleToken' : null;
  }

  async balance(token: Hex | null, { balances }: Look): Promise<bigint> {
    const known = balances.get(token);
    if (known !== undefined) return known;
    const balance = await this.#options.view.balance(this.#sender.sender, token);
    balances.set(token, balance);
    return balance;
  }

  /** The chain took back what was final: the same bytes again, and nothing new until then. */
  async #sendLost(head: number): Promise<boolean> {
    const { view, outgoing, log } = this.#options;
    const missing: number[] = [];
    for (const final of await outgoing.lastFinal(this.#sender, LOOKED_BACK)) {
      if (await view.has(final.block, final.blockHash)) break;
      missing.push(final.nonce);
    }
    const first = missing.at(-1);
    if (first === undefined) return false;
    let isLost = false;
    for (const one of await outgoing.finalFrom(this.#sender, first)) {
      if ((await view.find(one, head)) !== null) continue;
      isLost = true;
      log.error({ nonce: one.nonce }, 'the chain took back what was final');
      await this.#send(one.nonce, one.attempts.at(-1)!);
    }
    return isLost;
  }

  async #follow(one: Unfinished, look: Look): Promise<void> {
    const { view, outgoing, requests, chain, clock, log } = this.#options;
    const mined = await view.find(one, look.head);
    if (mined === null) {
      if (look.count > one.nonce) {
        // By what is in no row of ours, unless the nodes do not agree yet.
        look.problem ||= 'nonceUsed';
        return;
      }
      look.flying.push(one);
      await this.#send(one.nonce, one.attempts.at(-1)!);
      return;
    }
    if (mined.confirmations < chain.confirmations) return;
    const { receipt, attempt } = mined;
    const succeeded = hasMoved(receipt, one);
    const { transaction } = attempt;
    const { nonce, withdrawalId } = one;
    if (!succeeded && withdrawalId !== null) {
      const withheld = { withdrawalId, reason: 'transactionFailed', refused: true };
      await requests.withhold(withheld, clock.now());
    }
    const where = { block: receipt.blockNumber, blockHash: receipt.blockHash };
    await outgoing.finish(one, { nonce, transaction, ...where, succeeded }, clock.now());
    log.info({ nonce, withdrawalId, transaction, succeeded }, 'a transaction is final');
  }

  /** Only the first nonce can be stuck by its fee; the others wait for it. */
  async #replaceFirst(look: Look): Promise<void> {
    const { chain, clock, log, outgoing } = this.#options;
    const [one] = look.flying;
    const last = one?.attempts.at(-1);
    if (!one || !last || clock.now() - last.signedAt < chain.stuckAfter * 1_000) return;
    const offer = nextOffer(last, look.fees, chain.maxFeeGwei);
    if (offer === null) {
      look.problem ||= 'stuckAtCeiling';
      return;
    }
    const attempt = await this.#attempt(one, last.gas, offer, last.attempt + 1);
    await outgoing.replace(one, attempt);
    log.info({ nonce: one.nonce, attempt: attempt.attempt }, 'a stuck transaction is replaced');
    await this.#send(one.nonce, attempt);
  }

  async #attempt(one: Outgoing, gas: number, offer: Offer, attempt: number): Promise<Attempt> {
    const { key, clock } = this.#options;
    const { chainId, nonce } = one;
    const signed = await signWith(key, { chainId, nonce, ...callOf(one), gas, ...offer });
    return { ...signed, ...offer, attempt, gas, signedAt: clock.now() };
  }

  async #send(nonce: number, { bytes, transaction }: Attempt): Promise<void> {
    const { view, clock, log } = this.#options;
    const now = clock.now();
    const sentAt = this.#sentAt.get(transaction);
    if (sentAt !== undefined && now - sentAt < RESEND_MS) return;
    this.#sentAt.set(transaction, now);
    const reasons = await view.send(bytes);
    if (reasons.length > 0) log.debug({ nonce, reasons }, 'a node did not take a transaction');
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const costOf = ({ gas, maxFee }: Attempt) => BigInt(gas) * maxFee;

import type { PayoutRequest, SweepStore } from '@assay/modules/payouts';
import { amountOf, unitsOf } from '@assay/platform/chain/amounts';
import { NodeError } from '@assay/platform/chain/node-error';
import { Trouble } from './chain-view.ts';
import { digestOf } from './digest.ts';
import { Lane, type LaneOptions, type Look } from './lane.ts';
import { checkPayout, type Payout } from './rules/check.ts';
import { firstOffer } from './rules/fees.ts';
import type { Policy, TokenPolicy } from './rules/policy.ts';
import { type DepositKeys, Sweeper } from './sweeper.ts';

/** Nodes keep few transactions of one sender that wait. */
const MOST_IN_FLIGHT = 16;
const MOST_WAITING = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface SignerOptions extends LaneOptions {
  readonly policy: Pick<Policy, 'chains'>;
  /** Where the keys of deposit addresses are here too: what comes to them is collected. */
  readonly deposits?: { readonly keys: DepositKeys; readonly store: SweepStore };
}

/**
 * Pays out on one chain, and collects what came in. A step can end anywhere and be taken again.
 */
export class ChainSigner {
  readonly #options: SignerOptions;
  readonly #lane: Lane;
  readonly #sweeper: Sweeper | null;

  constructor(options: SignerOptions) {
    this.#options = options;
    this.#lane = new Lane(options);
    const { deposits } = options;
    this.#sweeper = deposits ? new Sweeper({ ...options, ...deposits, lane: this.#lane }) : null;
  }

  /** Looks after all that is signed, then signs what is to be paid; reports what is wrong. */
  async step(): Promise<void> {
    const { view, requests, clock, log, key } = this.#options;
    let head = 0;
    let problem = '';
    try {
      head = await view.head();
      problem = await this.#work(head);
    } catch (error) {
      if (!(error instanceof NodeError) && !(error instanceof Trouble)) throw error;
      problem = error instanceof Trouble ? error.problem : `node:${error.fault}`;
      log.warn({ err: error, chainId: view.chainId }, 'a chain cannot be worked on');
    }
    const { chainId } = view;
    await requests.report({ chainId, sender: key.address, problem, head }, clock.now());
  }

  async #work(head: number): Promise<string> {
    const { view, chain } = this.#options;
    const fees = await view.fees();
    const look = await this.#lane.look(head, fees, chain.firstNonce);
    if (look.problem !== '') return look.problem;
    await this.#payAll(look);
    for (const token of chain.tokens) await this.#setAside(token, look);
    return (await this.#sweeper?.step(look)) ?? '';
  }

  async #payAll(look: Look): Promise<void> {
    const { requests, policy, key, clock, chain, log } = this.#options;
    for (const request of await requests.waiting(MOST_WAITING)) {
      const digest = digestOf(request.destination);
      const payout = checkPayout({ ...request, digest, policy, own: [key.address] });
      const withdrawalId = request.withdrawal.id;
      if (typeof payout === 'string') {
        if (!this.#reports(request)) continue;
        await requests.withhold({ withdrawalId, reason: payout, refused: true }, clock.now());
        log.error({ withdrawalId, reason: payout }, 'a payout is refused');
      } else if (payout.chain === chain) {
        const reason = await this.#pay(payout, look);
        if (reason === null) continue;
        await requests.withhold({ withdrawalId, reason, refused: false }, clock.now());
      }
    }
  }

  /** Each request is reported by the signer of its chain, or by the first where there is none. */
  #reports({ destination }: PayoutRequest): boolean {
    const { chain, policy } = this.#options;
    const own = policy.chains.find(({ chainId }) => chainId === destination.chainId);
    return (own ?? policy.chains[0]) === chain;
  }

  /** Why it has to wait; null when it is signed and sent. */
  async #pay(payout: Payout, look: Look): Promise<string | null> {
    const { chain, key, log, requests, clock } = this.#options;
    if (look.flying.length >= MOST_IN_FLIGHT) return 'inFlight';
    const capped = await this.#aboveCaps(payout);
    if (capped !== null) return capped;
    const offer = firstOffer(look.fees, chain.maxFeeGwei);
    if (offer === null) return 'gasTooExpensive';
    const { token, recipient, amount, withdrawalId } = payout;
    const move = { token: token.address, sender: key.address, recipient, amount };
    const lacking = await this.#lane.lacks(move, 0n, look);
    if (lacking !== null) return lacking;
    const gas = await this.#lane.gasOf(move);
    if (gas === null) return 'wouldFail';
    const tooMuch = await this.#lane.lacks(move, BigInt(gas) * offer.maxFee, look);
    if (tooMuch !== null) return tooMuch;
    const what = { purpose: 'payout', withdrawalId } as const;
    // As late as can be, and once more with the row that takes it: what stops it stops it here.
    const stop = await requests.stopOf(withdrawalId, clock.now());
    if (stop !== null) return stop;
    const signed = await this.#lane.sign(look, what, move, gas, offer);
    if (signed === null) return 'takenBack';
    log.info({ withdrawalId, transaction: signed.transaction }, 'a payout is signed');
    return null;
  }

  async #aboveCaps({ chain, token, amount }: Payout): Promise<string | null> {
    const { outgoing, clock } = this.#options;
    const since = async (ms: number) => {
      const paid = await outgoing.paidSince(chain.chainId, token.address, clock.now() - ms);
      return unitsOf(paid + amount, token.decimals).units;
    };
    if ((await since(HOUR_MS)) > token.perHour) return 'hourCap';
    return (await since(DAY_MS)) > token.perDay ? 'dayCap' : null;
  }

  /** What is above the hot limit goes to the cold address, when nothing else is on its way. */
  async #setAside({ address: token, decimals, hot }: TokenPolicy, look: Look): Promise<void> {
    const { chain, key, log } = this.#options;
    if (!hot || !chain.cold || look.isBusy) return;
    const balance = await this.#lane.balance(token, look);
    if (unitsOf(balance, decimals).units <= hot.most) return;
    const offer = firstOffer(look.fees, chain.maxFeeGwei);
    const kept = amountOf(hot.keep, decimals);
    if (offer === null || kept === null) return;
    const move = { token, sender: key.address, recipient: chain.cold, amount: balance - kept };
    const gas = await this.#lane.gasOf(move);
    if (gas === null || (await this.#lane.lacks(move, BigInt(gas) * offer.maxFee, look))) return;
    const what = { purpose: 'cold', withdrawalId: null } as const;
    const signed = await this.#lane.sign(look, what, move, gas, offer);
    const transaction = signed?.transaction;
    log.info({ transaction, amount: move.amount.toString() }, 'money goes to the cold address');
  }
}

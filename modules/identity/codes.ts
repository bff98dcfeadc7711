import type { WindowRule } from '@assay/core/schema/limits';
import { Busy } from '@assay/core/schema/outcome';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import type { CallContext } from '@assay/platform/http/context';
import { type Limits, networkOf } from '@assay/platform/http/limits';
import { keyed, newId, same } from '@assay/platform/secrets';
import type { Budget, Devices } from './devices.ts';
import type { CodePurpose } from './schema/index.ts';
import { newCode } from './secrets.ts';
import type { Proofs } from './store/proofs.ts';

/** A code is valid for this long. */
const CODE_LIFE_MS = 5 * MINUTE;
/** Limits of codes sent to one account within a budget; the counts survive restarts. */
const SENT_MAX = [
  { max: 1, ms: MINUTE },
  { max: 5, ms: HOUR },
  { max: 10, ms: DAY },
] as const;
/**
 * Limit of codes sent to one account for all strangers together: nobody is flooded with mail. The
 * owner is a stranger on a new device, so strangers must not keep codes from anybody for long.
 */
const SENT_FOR_STRANGERS_MAX = [{ max: 10, ms: HOUR }] as const;

export interface IssuedCode {
  readonly codeId: string;
  readonly resendAfterSeconds: number;
  readonly expiresAt: number;
  /** The code to send; null for a decoy, to which every answer is wrong. */
  readonly code: string | null;
}

/**
 * Codes that prove a phone or an address: eight digits, five minutes, one use, five tries, and only
 * for whoever requested them.
 */
export class Codes {
  readonly #proofs: Proofs;
  readonly #key: Buffer;
  readonly #devices: Devices;
  readonly #limits: Limits;

  constructor(proofs: Proofs, devices: Devices, key: Buffer, limits: Limits) {
    this.#proofs = proofs;
    this.#devices = devices;
    this.#key = key;
    this.#limits = limits;
  }

  /** The key of an account's codes and failures, which does not reveal the (normalised) account. */
  accountKey(account: string): Buffer {
    return keyed(this.#key, 'account', account);
  }

  /**
   * Makes a code for `account`, or a decoy when `useful` is false. Both take the same steps, so
   * that neither the answer nor its duration reveals which it was.
   */
  async issue(
    account: string,
    purpose: CodePurpose,
    useful: boolean,
    context: CallContext,
  ): Promise<IssuedCode | Busy> {
    const { now } = context;
    const accountKey = this.accountKey(account);
    const budget = await this.#devices.budgetOf(account, context);
    const wait = await this.#sendingWait(accountKey, budget, context);
    if (wait > 0) return new Busy(wait);
    const code = newCode();
    const codeId = newId();
    const expiresAt = now + CODE_LIFE_MS;
    const codeHash = this.#hash(codeId, code);
    await this.#proofs.addCode({
      codeId,
      accountKey,
      binding: this.#devices.bindingOf(context),
      budget,
      purpose,
      codeHash: useful ? codeHash : null,
      createdAt: now,
      expiresAt,
    });
    const resendAfterSeconds = SENT_MAX[0].ms / 1000;
    return { codeId, resendAfterSeconds, expiresAt, code: useful ? code : null };
  }

  /**
   * Whether the code is right, still usable, and for this account and purpose. A wrong code costs
   * one of five tries; a right code stays usable until `use`.
   */
  async check(
    proof: { account: string; purpose: CodePurpose; codeId: string; code: string },
    context: CallContext,
  ): Promise<boolean | Busy> {
    const { ip, now } = context;
    const wait = this.#limits.row('codeVerify').takeNetwork(networkOf(ip), now);
    if (wait > 0) return new Busy(wait);
    const { codeId, code, purpose } = proof;
    const { isKnown } = await this.#devices.budgetOf(proof.account, context);
    // A right guess takes an account over, so all strangers together have so many guesses.
    const isBraked = purpose !== 'register' && !isKnown;
    const brake = isBraked ? this.#limits.row('codeGuess').takeNetwork('', now) : 0;
    if (brake > 0) return new Busy(brake);
    const key = this.accountKey(proof.account);
    const claims = this.#devices.claimsOf(context);
    const expected = await this.#proofs.takeTry(codeId, key, purpose, claims, now);
    if (expected === null || !same(expected, this.#hash(codeId, code))) return false;
    await this.#proofs.returnTry(codeId);
    return true;
  }

  /** Uses up a code that was checked; true for exactly one caller. */
  use(codeId: string, now: number): Promise<boolean> {
    return this.#proofs.useCode(codeId, now);
  }

  /** How long the requester must wait for another code; counts the request when it need not. */
  async #sendingWait(
    accountKey: Buffer,
    budget: Budget,
    { ip, now }: CallContext,
  ): Promise<number> {
    const row = this.#limits.row('codeSend');
    const [name, network] = [budget.key.toString('base64'), networkOf(ip)];
    const wait = row.waitMs(name, network, now);
    if (wait > 0) return wait;
    const counted = Math.max(row.takeAccount(name, now), row.takeNetwork(network, now));
    if (counted > 0) return counted;
    const own = await this.#proofs.codeTimes(budget.key, now - DAY);
    const strangers = await this.#proofs.strangersCodeTimes(accountKey, now - DAY);
    const shared = budget.isKnown ? 0 : waitOf(strangers, SENT_FOR_STRANGERS_MAX, now);
    return Math.max(waitOf(own, SENT_MAX, now), shared);
  }

  #hash(codeId: string, code: string): Buffer {
    return keyed(this.#key, `code ${codeId}`, code);
  }
}

/** How long to wait after requests at these times (oldest first) for another code. */
function waitOf(times: readonly number[], rules: readonly WindowRule[], now: number): number {
  let wait = 0;
  for (const { max, ms } of rules) {
    const inWindow = times.filter((time) => time > now - ms);
    const blocking = inWindow.at(-max);
    if (blocking !== undefined) wait = Math.max(wait, blocking + ms - now);
  }
  return wait;
}

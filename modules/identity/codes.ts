import { Busy } from '@assay/core/schema/outcome';
import { DAY, HOUR, MINUTE } from '@assay/core/time';
import { type Limits, networkOf } from '@assay/platform/http/limits';
import type { CodePurpose } from './schema.ts';
import { keyed, newCode, newId, same } from './secrets.ts';
import type { Proofs } from './store/proofs.ts';

/** A code is valid for this long. */
const CODE_LIFE_MS = 5 * MINUTE;
/** Limits of codes sent to one account; the counts survive restarts. */
const SENT_MAX = [
  { max: 1, ms: MINUTE },
  { max: 5, ms: HOUR },
  { max: 10, ms: DAY },
] as const;

export interface IssuedCode {
  readonly codeId: string;
  readonly resendAfterSeconds: number;
  readonly expiresAt: number;
  /** The code to send; null for a decoy, to which every answer is wrong. */
  readonly code: string | null;
}

/** Codes that prove a phone or an address: six digits, five minutes, one use, five tries. */
export class Codes {
  readonly #proofs: Proofs;
  readonly #key: Buffer;
  readonly #limits: Limits;

  constructor(proofs: Proofs, key: Buffer, limits: Limits) {
    this.#proofs = proofs;
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
    ip: string,
    now: number,
  ): Promise<IssuedCode | Busy> {
    const accountKey = this.accountKey(account);
    const row = this.#limits.row('codeSend');
    const name = accountKey.toString('base64');
    const wait = row.waitMs(name, networkOf(ip), now);
    if (wait > 0) return new Busy(wait);
    const counted = Math.max(row.takeAccount(name, now), row.takeNetwork(networkOf(ip), now));
    if (counted > 0) return new Busy(counted);
    const before = await this.#proofs.codeTimes(accountKey, now - DAY);
    const storedWait = waitOf(before, now);
    if (storedWait > 0) return new Busy(storedWait);
    const code = newCode();
    const codeId = newId();
    const expiresAt = now + CODE_LIFE_MS;
    const codeHash = this.#hash(codeId, code);
    await this.#proofs.addCode({
      codeId,
      accountKey,
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
    ip: string,
    now: number,
  ): Promise<boolean | Busy> {
    const wait = this.#limits.row('codeVerify').takeNetwork(networkOf(ip), now);
    if (wait > 0) return new Busy(wait);
    const { codeId, code, purpose } = proof;
    const key = this.accountKey(proof.account);
    const expected = await this.#proofs.takeTry(codeId, key, purpose, now);
    if (expected === null || !same(expected, this.#hash(codeId, code))) return false;
    await this.#proofs.returnTry(codeId);
    return true;
  }

  /** Uses up a code that was checked; true for exactly one caller. */
  use(codeId: string, now: number): Promise<boolean> {
    return this.#proofs.useCode(codeId, now);
  }

  #hash(codeId: string, code: string): Buffer {
    return keyed(this.#key, `code ${codeId}`, code);
  }
}

/** How long an account with requests at these times (oldest first) must wait for another code. */
function waitOf(times: readonly number[], now: number): number {
  let wait = 0;
  for (const { max, ms } of SENT_MAX) {
    const inWindow = times.filter((time) => time > now - ms);
    const blocking = inWindow.at(-max);
    if (blocking !== undefined) wait = Math.max(wait, blocking + ms - now);
  }
  return wait;
}

import { MINUTE } from '@assay/core/time';
import type { CallContext } from '@assay/platform/http/context';
import { keyed, newId, newSecret, sha256 } from '@assay/platform/secrets';
import type { Devices } from '../devices.ts';
import type { Challenge, ChallengePurpose, ChallengeStore } from '../store/challenges.ts';

/** What was asked is answered within this time. */
const CHALLENGE_MS = 5 * MINUTE;
/** A proved action is carried out within this time. */
const TOKEN_MS = 5 * MINUTE;

interface NewChallenge {
  readonly purpose: ChallengePurpose;
  readonly userId?: number;
  readonly sessionId?: string;
  readonly action?: string;
  /** SHA-256 of the action's canonical text, in hexadecimal. */
  readonly digest?: string;
  readonly nonce: string;
}

/** What is asked of people: each is for whoever asked for it, five minutes and five tries. */
export class Challenges {
  readonly #store: ChallengeStore;
  readonly #devices: Devices;
  readonly #key: Buffer;

  constructor(store: ChallengeStore, devices: Devices, key: Buffer) {
    this.#store = store;
    this.#devices = devices;
    this.#key = key;
  }

  async add(challenge: NewChallenge, context: CallContext): Promise<Challenge> {
    const { now } = context;
    const { purpose, userId = null, sessionId = null, action = '', digest, nonce } = challenge;
    const row = {
      ...{ challengeId: newId(), purpose, userId, sessionId, action, nonce },
      binding: this.#devices.bindingOf(context),
      digest: digest === undefined ? null : this.#digest(digest),
      createdAt: now,
      expiresAt: now + CHALLENGE_MS,
    };
    await this.#store.add(row);
    return row;
  }

  /** Takes one of the tries; null when there is no such challenge for this browser or network. */
  takeTry(challengeId: string, purpose: ChallengePurpose, context: CallContext) {
    const claims = this.#devices.claimsOf(context);
    return this.#store.takeTry(challengeId, purpose, claims, context.now);
  }

  byNonce(nonce: string, purpose: ChallengePurpose, context: CallContext) {
    const claims = this.#devices.claimsOf(context);
    return this.#store.byNonce(nonce, purpose, claims, context.now);
  }

  use(challengeId: string, now: number): Promise<boolean> {
    return this.#store.use(challengeId, now);
  }

  /** The token of a proved action; null when somebody was faster. */
  async prove(challengeId: string, now: number) {
    const stepUp = newSecret();
    const expiresAt = now + TOKEN_MS;
    const proved = await this.#store.prove(challengeId, sha256(stepUp), expiresAt, now);
    return proved ? { stepUp, expiresAt } : null;
  }

  /** Whether this asks for a proof of the action with this digest. */
  isFor({ digest }: Challenge, hex: string): boolean {
    return digest?.equals(this.#digest(hex)) ?? false;
  }

  /** Uses a token up, if it is for this action in this session; `again`: also a used one. */
  useToken(stepUp: string, sessionId: string, digest: string, now: number, again: boolean) {
    return this.#store.useToken(sha256(stepUp), sessionId, this.#digest(digest), now, again);
  }

  forgetBefore(time: number): Promise<void> {
    return this.#store.forgetBefore(time);
  }

  /** Keyed, because the fields of an action may be six digits that could be tried. */
  #digest(hex: string): Buffer {
    return keyed(this.#key, 'action', hex);
  }
}

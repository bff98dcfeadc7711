import { Busy, type Refusal, refuse } from '@assay/core/schema/outcome';
import { MINUTE } from '@assay/core/time';
import type { Passkeys } from '@assay/platform/factors/passkeys';
import type { OwnFactors } from '@assay/platform/factors/store';
import type { Totps } from '@assay/platform/factors/totp';
import type { StaffContext } from '@assay/platform/http/context';
import { newId, newSecret, sha256 } from '@assay/platform/secrets';
import { actionDigest, challengeOf, type KeptAssertion } from './assertion.ts';
import type { ProofInput } from './schema/access.ts';
import type { Challenge, ChallengeStore } from './store/challenges.ts';
import type { StaffFactors } from './store/factors.ts';

/** What was asked is answered within this time. */
const CHALLENGE_MS = 5 * MINUTE;

type ProofRefusal = Refusal<'proofNeeded' | 'challengeEnded' | 'proofWrong'>;
type Signed = { readonly assertion: KeptAssertion | null };

export interface ProofParts {
  readonly factors: StaffFactors;
  readonly challenges: ChallengeStore;
  readonly passkeys: Passkeys;
  readonly totps: Totps;
}

/** How staff prove who they are: at a log-in, and for one exact action. */
export class StaffProofs {
  readonly #parts: ProofParts;

  constructor(parts: ProofParts) {
    this.#parts = parts;
  }

  /** Asks for whichever passkey the authenticator has for the console. */
  async askLogin(now: number) {
    const { options, nonce } = await this.#parts.passkeys.ask([]);
    return { challengeId: await this.#add('login', null, '', nonce, now), options };
  }

  /** Who has signed what was asked for. */
  async byPasskey(
    challengeId: string,
    credential: NonNullable<NonNullable<ProofInput>['credential']>,
    now: number,
  ) {
    const { challenges, passkeys } = this.#parts;
    const asked = await challenges.use({ challengeId, purpose: 'login', sessionId: null }, now);
    if (asked === null) return refuse('challengeEnded');
    return (await passkeys.use(credential, asked.nonce, now)) ?? refuse('proofWrong');
  }

  /** Whose app has this key and shows this code. */
  async byTotp(key: string, code: string, now: number) {
    const { factors } = this.#parts;
    const taken = await factors.takeTry({ keyHash: sha256(key) }, now);
    if (taken === null) return refuse('proofWrong');
    if ('waitMs' in taken) return new Busy(taken.waitMs);
    const { totps } = await factors.of(taken.operatorId);
    const own = totps.filter(({ totpId }) => totpId === taken.totpId);
    return (await this.#shows(own, taken.totpId, code, now)) ? taken : refuse('proofWrong');
  }

  /** Asks a member's passkeys to sign an action; null when there is none. */
  async ask(digest: string, { actor, now }: StaffContext) {
    const { factors, passkeys } = this.#parts;
    const known = (await factors.of(actor.operator.operatorId)).passkeys;
    if (known.length === 0) return null;
    const nonce = newSecret();
    const { options } = await passkeys.ask(known, challengeOf(digest, nonce));
    const challengeId = await this.#add('action', actor.sessionId, digest, nonce, now);
    return { challengeId, options };
  }

  /** Begins a passkey of this session's member. */
  async askNew(name: string, { actor, now }: StaffContext) {
    const { factors, passkeys } = this.#parts;
    const { operatorId, name: account } = actor.operator;
    const known = (await factors.of(operatorId)).passkeys;
    const { options, nonce } = await passkeys.askNew(operatorId, account, known);
    return { challengeId: await this.#add('enrol', actor.sessionId, name, nonce, now), options };
  }

  /** Null when an action is proved, or there is nothing yet to prove it with. */
  async check(
    action: string,
    fields: object,
    proof: ProofInput,
    context: StaffContext,
  ): Promise<Busy | ProofRefusal | null> {
    const known = await this.#parts.factors.of(context.actor.operator.operatorId);
    if (known.passkeys.length > 0) {
      const signed = await this.#signed(action, fields, proof, context);
      return 'assertion' in signed ? null : signed;
    }
    return known.totps.length === 0 ? null : this.#checkTotp(known, proof?.totp, context.now);
  }

  /** The assertion over an action; of a trial's member without a passkey there is none. */
  async sign(
    action: string,
    fields: object,
    proof: ProofInput,
    context: StaffContext,
    trial: boolean,
  ): Promise<ProofRefusal | Refusal<'passkeyNeeded'> | Signed> {
    const { passkeys } = await this.#parts.factors.of(context.actor.operator.operatorId);
    if (passkeys.length > 0) return this.#signed(action, fields, proof, context);
    return trial ? { assertion: null } : refuse('passkeyNeeded');
  }

  async #signed(
    action: string,
    fields: object,
    proof: ProofInput,
    { actor, now }: StaffContext,
  ): Promise<ProofRefusal | Signed> {
    const { challenges, passkeys } = this.#parts;
    const { challengeId, credential } = proof ?? {};
    if (challengeId === undefined || credential === undefined) return refuse('proofNeeded');
    const { sessionId, operator } = actor;
    const asked = await challenges.use({ challengeId, purpose: 'action', sessionId }, now);
    if (asked === null) return refuse('challengeEnded');
    // Made from the fields of the call: what was asked for another action fits no signature.
    const digest = actionDigest(action, fields);
    const challenge = challengeOf(digest, asked.nonce).toString('base64url');
    const passkey = await passkeys.use(credential, challenge, now);
    if (passkey?.ownerId !== operator.operatorId) return refuse('proofWrong');
    const { clientDataJSON, authenticatorData, signature } = credential.response;
    const { credentialId, name, publicKey } = passkey;
    const key = publicKey.toString('base64url');
    const said = { clientDataJSON, authenticatorData, signature };
    const { nonce } = asked;
    return { assertion: { credentialId, name, publicKey: key, digest, nonce, ...said } };
  }

  async #checkTotp({ totps }: OwnFactors, code: string | undefined, now: number) {
    if (code === undefined) return refuse('proofNeeded');
    // Wrong codes count for the oldest app, whichever showed them.
    const { totpId } = totps[0]!;
    const taken = await this.#parts.factors.takeTry({ totpId }, now);
    if (taken !== null && 'waitMs' in taken) return new Busy(taken.waitMs);
    return (await this.#shows(totps, totpId, code, now)) ? null : refuse('proofWrong');
  }

  async #shows(apps: OwnFactors['totps'], counted: string, code: string, now: number) {
    const { totps, factors } = this.#parts;
    if (!(await totps.use(apps, code, now))) return false;
    await factors.forgetFailures(counted);
    return true;
  }

  async #add(
    purpose: Challenge['purpose'],
    sessionId: string | null,
    subject: string,
    nonce: string,
    now: number,
  ): Promise<string> {
    const challengeId = newId();
    const expiresAt = now + CHALLENGE_MS;
    const challenge = { challengeId, purpose, sessionId, subject, nonce, expiresAt };
    await this.#parts.challenges.add(challenge);
    return challengeId;
  }
}

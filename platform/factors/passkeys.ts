import type { Assertion, Attestation } from '@assay/core/schema/factors';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Log } from '../log.ts';
import { keyed } from '../secrets.ts';
import type { OwnSite } from './site.ts';
import type { FactorStore, Passkey } from './store.ts';

/** What the browser is asked, as JSON, and what it must sign. */
export interface Asked {
  readonly options: string;
  readonly nonce: string;
}

/**
 * Passkeys (WebAuthn level 3). The authenticator always verifies its user, so that one is two
 * factors by itself, and is discoverable, so that it logs in without a name.
 */
export class Passkeys {
  readonly #store: FactorStore;
  readonly #site: OwnSite;
  readonly #key: Buffer;
  readonly #log: Log;

  constructor(store: FactorStore, site: OwnSite, key: Buffer, log: Log) {
    this.#store = store;
    this.#site = site;
    this.#key = key;
    this.#log = log;
  }

  async askNew(ownerId: number, account: string, known: readonly Passkey[]): Promise<Asked> {
    const options = await generateRegistrationOptions({
      rpName: this.#site.name,
      rpID: this.#site.rpId,
      userName: account,
      // The same for all passkeys of a person, and meaningless elsewhere.
      userID: Uint8Array.from(keyed(this.#key, 'passkey', String(ownerId))),
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options), nonce: options.challenge };
  }

  /** Null when it is not what was asked for. */
  async readNew(made: Attestation, nonce: string) {
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: made,
        expectedChallenge: nonce,
        expectedOrigin: this.#originsOf(made.response.clientDataJSON),
        expectedRPID: this.#site.rpId,
        requireUserVerification: true,
      });
      if (!verified) return null;
      const { id, publicKey, counter } = registrationInfo.credential;
      const transports = made.response.transports.join();
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
    } catch (err) {
      this.#log.debug({ err }, 'a passkey was not taken');
      return null;
    }
  }

  /**
   * `known`: those of one person; empty for whichever the authenticator has for this site.
   * `challenge`: what is signed, for a proof that is kept; else random.
   */
  async ask(known: readonly Passkey[], challenge?: Buffer): Promise<Asked> {
    const options = await generateAuthenticationOptions({
      rpID: this.#site.rpId,
      userVerification: 'required',
      allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      ...(challenge === undefined ? {} : { challenge: Uint8Array.from(challenge) }),
    });
    return { options: JSON.stringify(options), nonce: options.challenge };
  }

  /** The passkey that has signed what was asked; null when none of ours has. */
  async use(signed: Assertion, nonce: string, now: number): Promise<Passkey | null> {
    const passkey = await this.#store.passkey(signed.id);
    if (passkey === null) return null;
    const { credentialId, publicKey, counter } = passkey;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: signed,
        expectedChallenge: nonce,
        expectedOrigin: this.#originsOf(signed.response.clientDataJSON),
        expectedRPID: this.#site.rpId,
        credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
        requireUserVerification: true,
      });
      if (!verified) return null;
      await this.#store.usedPasskey(credentialId, authenticationInfo.newCounter, now);
      return passkey;
    } catch (err) {
      this.#log.debug({ err }, 'a passkey did not prove itself');
      return null;
    }
  }

  /** The page that the browser says it was, if it is one of ours. */
  #originsOf(clientData: string): string[] {
    const { origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof origin === 'string' && this.#site.isOwn(origin) ? [origin] : [];
  }
}

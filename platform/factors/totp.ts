import { hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Client } from '../db/database.ts';
import { seal, unseal } from '../seal.ts';
import { newId } from '../secrets.ts';
import type { FactorStore, Totp } from './store.ts';

const PERIOD_SECONDS = 30;
/** RFC 4226 §4 R6 recommends 160 bits. */
const SECRET_BYTES = 20;
/** One step before and after (RFC 6238 §5.2): clocks differ, and people type slowly. */
const WINDOW = 1;
/** A secret that no code has confirmed is forgotten. */
export const UNCONFIRMED_MS = 10 * 60_000;

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, as apps expect. */
export class Totps {
  readonly #store: FactorStore;
  readonly #key: Buffer;

  constructor(store: FactorStore, key: Buffer) {
    this.#store = store;
    this.#key = Buffer.from(hkdfSync('sha256', key, '', 'secrets of authenticator apps', 32));
  }

  /** A new secret, which counts once a code has confirmed it. */
  async begin(
    ownerId: number,
    name: string,
    label: { site: string; account: string },
    now: number,
  ) {
    const totpId = newId();
    const secret = new Secret({ size: SECRET_BYTES });
    const sealedSecret = seal(this.#key, totpId, secret.base32);
    await this.#store.addTotp({ totpId, ownerId, name, sealedSecret, createdAt: now });
    const totp = new TOTP({ issuer: label.site, label: label.account, secret });
    return { totpId, secret: secret.base32, uri: totp.toString() };
  }

  /** Whether the code confirms the new secret; the code is used up. */
  async confirm(
    totp: Totp,
    code: string,
    now: number,
    client?: Pick<Client, 'query'>,
  ): Promise<boolean> {
    const step = this.#stepOf(totp, code, now);
    return step !== null && (await this.#store.confirm(totp.totpId, step, now, client));
  }

  /** Whether one of these apps shows this code, which is used up. */
  async use(totps: readonly Totp[], code: string, now: number): Promise<boolean> {
    for (const totp of totps) {
      const step = this.#stepOf(totp, code, now);
      if (step !== null && (await this.#store.useStep(totp.totpId, step, now))) return true;
    }
    return false;
  }

  #stepOf({ totpId, sealedSecret }: Totp, code: string, now: number): number | null {
    const secret = Secret.fromBase32(unseal(this.#key, totpId, sealedSecret));
    const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: WINDOW });
    return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  }
}

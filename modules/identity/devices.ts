import { DAY } from '@assay/core/time';
import type { CallContext } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { deviceCookie } from './cookies.ts';
import { keyed, newSecret } from './secrets.ts';
import type { DeviceStore } from './store/devices.ts';

/** Browsers keep a cookie for 400 days at most. */
export const DEVICE_LIFE_MS = 400 * DAY;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

type Request = Pick<CallContext, 'browser' | 'cookie' | 'ip' | 'secure' | 'setHeader'>;

/** Which wrong passwords and codes of an account count together. */
export interface Budget {
  readonly key: Buffer;
  /** Of a browser that has logged in to the account before; others share limits too. */
  readonly isKnown: boolean;
}

/**
 * Browsers by a cookie of their own, programs by their network. Tries of a browser that has logged
 * in to an account before are counted apart, so that no stranger can lock its owner out.
 */
export class Devices {
  readonly #store: DeviceStore;
  readonly #key: Buffer;

  constructor(store: DeviceStore, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** What a code that is requested now is bound to; a browser without a cookie is given one. */
  bindingOf(request: Request): Buffer {
    if (!request.browser) return this.#network(request.ip);
    return this.#device(this.#secretOf(request));
  }

  /** The bindings that a request satisfies. */
  claimsOf(request: Request): Buffer[] {
    const devices = secretsOf(request).map((secret) => this.#device(secret));
    return [...devices, this.#network(request.ip)];
  }

  /** The budget of this request's tries of an account, which may be unknown. */
  async budgetOf(account: string, request: Request): Promise<Budget> {
    const accountKey = keyed(this.#key, 'account', account);
    const devices = secretsOf(request).map((secret) => this.#device(secret));
    const known = await this.#store.known(accountKey, devices);
    const who = known ?? this.#network(request.ip);
    const key = keyed(this.#key, 'budget', `${account}\0${who.toString('base64')}`);
    return { key, isKnown: known !== null };
  }

  /** After a proof of the account: from now on this browser has a budget of its own. */
  async remember(account: string, request: Request, now: number): Promise<void> {
    if (!request.browser) return;
    const device = this.#device(this.#secretOf(request));
    await this.#store.remember(keyed(this.#key, 'account', account), device, now);
  }

  /** The secret of a browser, renewed for another 400 days. */
  #secretOf(request: Request): string {
    const secret = secretsOf(request)[0] ?? newSecret();
    request.setHeader('set-cookie', deviceCookie.line(secret, request.secure, DEVICE_LIFE_MS));
    return secret;
  }

  #device(secret: string): Buffer {
    return keyed(this.#key, 'device', secret);
  }

  #network(ip: string): Buffer {
    return keyed(this.#key, 'network', networkOf(ip));
  }
}

function secretsOf({ cookie }: Request): string[] {
  return deviceCookie.secretsOf(cookie).filter((secret) => SECRET.test(secret));
}
